extension JSON.Path {
    /// What keeps a text from being a path.
    public struct Malformed: Error, Sendable, Hashable, CustomStringConvertible {
        /// The first character (Unicode scalar) that is meant, from 0.
        public let offset: Int
        /// How many characters are meant: 1 or more.
        public let length: Int
        /// What was found.
        public let problem: String
        /// What would be right.
        public let fix: String

        init(_ range: Range<Int>, _ problem: String, fix: String) {
            offset = range.lowerBound
            length = max(1, range.count)
            self.problem = problem
            self.fix = fix
        }

        /// All of it in one sentence.
        public var description: String { "at offset \(offset) of the path: \(problem): \(fix)" }
    }
}
