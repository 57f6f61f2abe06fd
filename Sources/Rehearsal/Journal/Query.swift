extension Journal {
    /// Which of the requests that arrived are meant: by method, path, and whatever else they must show.
    ///
    /// The same patterns as in a scenario: `.get("/users/{id}")`. A request counts whether or not an endpoint answered
    /// it.
    public struct Query: Sendable, Hashable {
        /// The method, or `.any`.
        public var method: Scenario.Method
        /// The paths.
        public var path: Scenario.PathPattern
        /// What else they must show; nil means nothing else.
        public var condition: Scenario.Condition?

        /// Requests of a method.
        public init(_ method: Scenario.Method, _ path: Scenario.PathPattern, where condition: Scenario.Condition? = nil)
        {
            self.method = method
            self.path = path
            self.condition = condition
        }

        /// GET requests; HEAD is another method.
        public static func get(_ path: Scenario.PathPattern, where condition: Scenario.Condition? = nil) -> Query {
            Query(.get, path, where: condition)
        }

        /// POST requests.
        public static func post(_ path: Scenario.PathPattern, where condition: Scenario.Condition? = nil) -> Query {
            Query(.post, path, where: condition)
        }

        /// PUT requests.
        public static func put(_ path: Scenario.PathPattern, where condition: Scenario.Condition? = nil) -> Query {
            Query(.put, path, where: condition)
        }

        /// PATCH requests.
        public static func patch(_ path: Scenario.PathPattern, where condition: Scenario.Condition? = nil) -> Query {
            Query(.patch, path, where: condition)
        }

        /// DELETE requests.
        public static func delete(_ path: Scenario.PathPattern, where condition: Scenario.Condition? = nil) -> Query {
            Query(.delete, path, where: condition)
        }

        /// Requests of every method.
        public static func any(_ path: Scenario.PathPattern, where condition: Scenario.Condition? = nil) -> Query {
            Query(.any, path, where: condition)
        }
    }
}

extension Journal.Query: CustomStringConvertible {
    /// As endpoints are named: `get /users/{id}`.
    public var description: String {
        "\(method == .any ? "any" : method.rawValue.lowercased()) \(path.text)" + (condition == nil ? "" : " where …")
    }
}
