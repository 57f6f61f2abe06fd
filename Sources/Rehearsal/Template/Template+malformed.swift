extension Template {
    /// What keeps a text from being a template.
    package struct Malformed: Error, Sendable, Hashable, CustomStringConvertible {
        /// The first character (Unicode scalar) that is meant, from 0.
        package let offset: Int
        /// How many characters are meant: 1 or more.
        package let length: Int
        /// What was found.
        package let problem: String
        /// What would be right.
        package let fix: String

        init(_ range: Range<Int>, _ problem: String, fix: String) {
            offset = range.lowerBound
            length = max(1, range.count)
            self.problem = problem
            self.fix = fix
        }

        /// All of it in one sentence.
        package var description: String { "at offset \(offset) of the template: \(problem): \(fix)" }
    }
}
