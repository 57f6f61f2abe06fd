extension Scenario {
    /// What a request must show beyond its method and path; all that is said must hold.
    public struct Condition: Sendable, Hashable {
        /// Path and query as they were sent, escapes included: for what no pattern of a path can say.
        public var url: Value?
        /// By name. A name given twice holds if any of its values does.
        public var query: [Named]
        /// By name, without regard to case.
        public var headers: [Named]
        /// Cookies by name (RFC 6265 §5.4).
        public var cookies: [Named]
        /// Fields of a form by name: `application/x-www-form-urlencoded`, or the texts of `multipart/form-data`.
        public var form: [Named]
        /// What the placeholders of the path took, by their names, with escapes decoded.
        public var path: [Named]
        /// Variables of the scenario by name; see ``Scenario/Change``.
        public var state: [Named]
        /// What the body must be.
        public var body: [BodyCondition]
        /// Whether the connection has carried a request before; nil for either.
        public var connection: ConnectionUse?
        /// Every one of these must hold as well.
        public var all: [Condition]
        /// One of these must hold as well, unless it is empty.
        public var any: [Condition]
        /// None of these may hold.
        public var not: [Condition]

        /// Exactly these names and values and no others, in any order: how a recorded URL is told from its neighbours.
        package var exactQuery: [QueryItem]?

        /// A condition that holds if every one of these does.
        public init(
            query: [Named] = [],
            headers: [Named] = [],
            cookies: [Named] = [],
            form: [Named] = [],
            path: [Named] = [],
            state: [Named] = [],
            body: [BodyCondition] = [],
            connection: ConnectionUse? = nil,
            all: [Condition] = [],
            any: [Condition] = [],
            not: [Condition] = [],
            url: Value? = nil,
        ) {
            self.url = url
            self.query = query
            self.headers = headers
            self.cookies = cookies
            self.form = form
            self.path = path
            self.state = state
            self.body = body
            self.connection = connection
            self.all = all
            self.any = any
            self.not = not
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

        /// What a connection has carried before a request.
        public enum ConnectionUse: String, Sendable, Hashable, CaseIterable {
            /// Nothing: the request is its first.
            case fresh
            /// Another request.
            case reused
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
    }
}

extension Scenario.Condition {
    /// Holds in this state: the value of the variable `state`.
    public static func state(_ name: String) -> Self { Self(state: [Named("state", .equals(name))]) }

    /// The conditions that it is made of.
    private var parts: [Scenario.Condition] { all + any + not }

    /// Whether it cannot be told before the body of the request is there.
    package var asksForBody: Bool { !body.isEmpty || !form.isEmpty || parts.contains(where: \.asksForBody) }

    /// Whether what it says differs from one moment to the next.
    package var asksForState: Bool { !state.isEmpty || parts.contains(where: \.asksForState) }

    /// The names of the variables that it asks for, with the values that would do where it names them.
    package var stateNames: [Named] { state + parts.flatMap(\.stateNames) }

    /// The names of the placeholders that it asks for.
    package var captureNames: [String] { path.map(\.name) + parts.flatMap(\.captureNames) }

    var cookieNames: [String] {
        cookies.map(\.name) + (all + any + not).flatMap(\.cookieNames)
    }
}
