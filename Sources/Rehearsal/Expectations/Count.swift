extension Scenario.Expectation {
    /// A number, or bounds for one.
    public struct Count: Sendable, Hashable, ExpressibleByIntegerLiteral {
        /// Not fewer.
        public var min: Int
        /// Not more; nil for any number.
        public var max: Int?

        /// Bounds, both included.
        public init(min: Int = 0, max: Int? = nil) {
            self.min = min
            self.max = max
        }

        /// Exactly that many.
        public init(integerLiteral value: Int) { self.init(min: value, max: value) }

        /// Exactly that many.
        public static func exactly(_ count: Int) -> Count { Count(min: count, max: count) }
        /// That many or more.
        public static func atLeast(_ count: Int) -> Count { Count(min: count) }
        /// None to that many.
        public static func atMost(_ count: Int) -> Count { Count(max: count) }

        func contains(_ count: Int) -> Bool { count >= min && count <= max ?? .max }
    }
}

extension Scenario.Expectation.Count: CustomStringConvertible {
    /// As it is shown to people: `3`, `at least 2`, `1 to 4`.
    public var description: String {
        switch (min, max) {
        case (let min, nil): "at least \(min)"
        case (let min, let max?) where min == max: "\(min)"
        case (0, let max?): "at most \(max)"
        case (let min, let max?): "\(min) to \(max)"
        }
    }
}
