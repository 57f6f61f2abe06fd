extension Journal {
    /// Something that did not go as it had to, with the requests that show it.
    public struct Finding: Sendable {
        /// Which demand was not met.
        public var rule: Rule
        /// What it is about: `get /api/v1/reservations`.
        public var subject: String
        /// What was expected and what was seen, in one line: `count: expected 3, saw 1`.
        public var message: String
        /// Where the demand is written, `file:line`; nil if it is written nowhere or in Swift.
        public var place: String?
        /// The requests that show it, in the order in which they arrived.
        public var arrivals: [Entry]
        /// Whether nothing that still arrives could mend it.
        package var isFinal: Bool

        /// What can be demanded.
        public enum Rule: String, Sendable, Hashable, CaseIterable {
            case count, attempts, gaps, same, endedBy, inOrder
            /// A request that no endpoint answered, or that broke a rule of HTTP.
            case unexpected
            /// A reply that the scenario requires and that nobody asked for.
            case unused
        }

        package init(
            _ rule: Rule,
            _ subject: String,
            _ message: String,
            place: String? = nil,
            arrivals: [Entry] = [],
            isFinal: Bool = false,
        ) {
            self.rule = rule
            self.subject = subject
            self.message = "\(rule.rawValue): \(message)"
            self.place = place
            self.arrivals = arrivals
            self.isFinal = isFinal
        }
    }
}

extension Journal.Finding: CustomStringConvertible {
    /// `get /api/v1/reservations: count: expected 3, saw 1`.
    public var description: String { "\(subject): \(message)" }
}
