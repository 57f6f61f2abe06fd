extension Scenario {
    /// What a request must show beyond its method and path.
    public struct Condition: Sendable, Hashable {
        /// By name; every one must hold. A name given twice holds if any of its values does.
        public var query: [Named]
        /// By name, without regard to case; every one must hold.
        public var headers: [Named]

        /// Exactly these names and values and no others, in any order: how a recorded URL is told from its neighbours.
        package var exactQuery: [QueryItem]?
        /// The body is this document, members in any order: how recorded requests to one URL are told apart.
        package var bodyEquals: JSON?

        /// A condition that holds if every one of these does.
        public init(query: [Named] = [], headers: [Named] = []) {
            self.query = query
            self.headers = headers
        }

        /// A condition on the field or parameter of one name.
        public struct Named: Sendable, Hashable {
            /// The name.
            public var name: String
            /// The value.
            public var value: Value

            /// A condition on the values of one name.
            public init(_ name: String, _ value: Value) {
                self.name = name
                self.value = value
            }
        }

        /// A parameter with its escapes decoded: bytes, because an escape of Latin-1 (`%E9`) is no text.
        package struct QueryItem: Sendable, Hashable {
            package var name: [UInt8]
            package var value: [UInt8]

            package init(name: [UInt8], value: [UInt8]) {
                self.name = name
                self.value = value
            }
        }

        /// A condition on one value, or on its absence.
        public indirect enum Value: Sendable, Hashable {
            case equals(String)
            case oneOf([String])
            case contains(String)
            case startsWith(String)
            case endsWith(String)
            /// Some part of it is as the pattern says; `^` and `$` in the pattern ask for all of it.
            case matches(Pattern)
            case present
            case absent
            case not(Value)
            case all([Value])

            /// Some part of it is as this pattern says: `try .matches("^Bearer .+$")`.
            ///
            /// - Throws: what is wrong with the pattern, or not supported, and at which character.
            public static func matches(_ pattern: String) throws(Pattern.Malformed) -> Value {
                .matches(try Pattern(pattern))
            }
        }
    }
}
