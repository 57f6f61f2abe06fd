extension Scenario {
    /// A path with placeholders: `/users/{id}`, `/items/{n:int}`, `/files/*`, `/assets/**`.
    ///
    /// `{name}` and `*` take one segment, `{name:int}` one of decimal digits, `**` what is left (also nothing) and so
    /// stands last. Paths compare segment by segment after decoding unreserved characters (RFC 3986 §6.2.2.2); `/a` is
    /// not `/a/`.
    public struct PathPattern: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
        /// As it was written.
        public let text: String

        /// Takes any text; what is wrong with it is said when a scenario that holds it is played or linted.
        public init(_ text: String) { self.text = text }
        /// As ``init(_:)``.
        public init(stringLiteral value: String) { text = value }

        /// As it is shown to people.
        public var description: String { text }

        package enum Segment: Sendable, Hashable {
            /// With unreserved characters decoded and the digits of other escapes in upper case.
            case literal([UInt8])
            case capture(String, Kind)
            case rest
        }

        package enum Kind: Sendable, Hashable {
            case text
            case integer
        }

        /// What a pattern may not say.
        package struct Malformed: Error, Sendable, Hashable {
            package let reason: String
        }
    }
}
