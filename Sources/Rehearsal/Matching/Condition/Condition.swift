extension Scenario {
    /// The conditions on a request beyond its method and path; all of them must hold.
    public struct Condition: Sendable, Hashable {
        /// The condition on path and query as the client sent them, escapes included.
        public var url: Value?
        /// The conditions on query parameters by name. One matching value of a repeated parameter suffices.
        public var query: [Named]
        /// The conditions on headers by case-insensitive name.
        public var headers: [Named]
        /// The conditions on cookies by name (RFC 6265 §5.4).
        public var cookies: [Named]
        /// The conditions on form fields: `application/x-www-form-urlencoded`, or the texts of `multipart/form-data`.
        public var form: [Named]
        /// The conditions on path placeholders by name, with escapes decoded.
        public var path: [Named]
        /// The conditions on variables of the scenario by name; see ``Scenario/Change``.
        public var state: [Named]
        /// The conditions on the body.
        public var body: [BodyCondition]
        /// The required use of the connection before this request; nil for any.
        public var connection: ConnectionUse?
        /// Further conditions, all of which must hold.
        public var all: [Condition]
        /// Further conditions, at least one of which must hold; empty for none.
        public var any: [Condition]
        /// Further conditions, none of which may hold.
        public var not: [Condition]

        /// The exact query parameters in any order, with which a recording distinguishes URLs of the same path.
        package var exactQuery: [QueryItem]?

        /// Creates a condition that holds if all of its parts hold.
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

        /// A condition on the values of one name.
        public struct Named: Sendable, Hashable {
            /// The name of the header, parameter, cookie, field, placeholder or variable.
            public var name: String
            /// The condition on its values.
            public var value: Value

            /// Creates a condition on the values of one name.
            public init(_ name: String, _ value: Value) {
                self.name = name
                self.value = value
            }
        }

        /// The use of a connection before a request.
        public enum ConnectionUse: String, Sendable, Hashable, CaseIterable {
            /// The request is the first of its connection.
            case fresh
            /// The connection has carried an earlier request.
            case reused
        }

        /// A decoded query parameter: bytes, because an escape of Latin-1 (`%E9`) is not valid UTF-8.
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
    /// Returns a condition that holds if the variable `state` has this value.
    public static func state(_ name: String) -> Self { Self(state: [Named("state", .equals(name))]) }

    /// The nested conditions.
    private var parts: [Scenario.Condition] { all + any + not }

    /// Whether the evaluation needs the body of the request.
    package var needsBody: Bool { !body.isEmpty || !form.isEmpty || parts.contains(where: \.needsBody) }

    /// Whether the evaluation needs the variables of the scenario.
    package var needsState: Bool { !state.isEmpty || parts.contains(where: \.needsState) }

    /// The conditions on variables, nested ones included.
    package var allStateConditions: [Named] { state + parts.flatMap(\.allStateConditions) }

    /// The names of the path placeholders in the condition, nested ones included.
    package var captureNames: [String] { path.map(\.name) + parts.flatMap(\.captureNames) }

    var cookieNames: [String] {
        cookies.map(\.name) + (all + any + not).flatMap(\.cookieNames)
    }
}
