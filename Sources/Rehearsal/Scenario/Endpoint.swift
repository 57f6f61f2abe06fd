extension Scenario {
    /// A method and a path, the conditions for a match, and the replies in order.
    ///
    /// An endpoint without replies never answers. Its overlay applies to the reply of the endpoint that answers.
    public struct Endpoint: Sendable {
        /// The method of the requests; `.any` matches every method.
        public var method: Method
        /// The paths of the requests.
        public var path: PathPattern
        /// The further conditions on a request; nil for none.
        public var when: Condition?
        /// The replies in order; empty for an endpoint that never answers. ``afterLast`` says what follows the last
        /// one.
        public var replies: [Reply]
        /// The behavior after the last reply; nil means `.fail` if the last reply has `times`, and
        /// `.repeat` if it has not.
        public var afterLast: AfterLast?
        /// The priority, by default 0. The server tries endpoints of higher priority first.
        public var priority: Int
        /// The scope in which replies are counted.
        public var per: CountingScope
        /// The change that each of its replies makes, before the change of the reply itself.
        public var then: Change
        /// The overlay for each of its replies or, if it has none, for the reply of the endpoint that answers.
        public var overlay: Overlay

        /// The replies that a request selects by the header fields `Prefer` and `Accept`.
        public var named: [NamedReply] = []

        /// The depth in the `extends` chain: 0 for the document itself; the server tries lower layers first.
        package var layer = 0
        /// The source location, for logs and reports.
        package var sourceLocation: String?
        /// Whether the endpoint is tried after all other endpoints, even those of lower priority.
        package var isNoise = false

        /// Creates an endpoint.
        public init(
            _ method: Method,
            _ path: PathPattern,
            when: Condition? = nil,
            replies: [Reply],
            afterLast: AfterLast? = nil,
            priority: Int = 0,
            per: CountingScope = .endpoint,
            then: Change = Change(),
            overlay: Overlay = Overlay(),
        ) {
            self.method = method
            self.path = path
            self.when = when
            self.replies = replies
            self.afterLast = afterLast
            self.priority = priority
            self.per = per
            self.then = then
            self.overlay = overlay
        }

        /// Returns an endpoint that applies an overlay to the replies of other endpoints.
        public static func overlay(
            _ method: Method = .any,
            _ path: PathPattern,
            when: Condition? = nil,
            priority: Int = 0,
            _ overlay: Overlay,
        ) -> Endpoint {
            Endpoint(method, path, when: when, replies: [], priority: priority, overlay: overlay)
        }

        /// Returns an endpoint that answers 204 to every method if no other endpoint matches.
        public static func noise(_ path: PathPattern) -> Endpoint {
            var endpoint = Endpoint(.any, path, replies: [Reply(204)])
            endpoint.isNoise = true
            return endpoint
        }

        /// Returns an endpoint for GET, which also answers HEAD (RFC 9110 §9.3.2).
        public static func get(_ path: PathPattern, when: Condition? = nil, replies: [Reply]) -> Endpoint {
            Endpoint(.get, path, when: when, replies: replies)
        }

        /// Returns an endpoint for POST.
        public static func post(_ path: PathPattern, when: Condition? = nil, replies: [Reply]) -> Endpoint {
            Endpoint(.post, path, when: when, replies: replies)
        }

        /// Returns an endpoint for PUT.
        public static func put(_ path: PathPattern, when: Condition? = nil, replies: [Reply]) -> Endpoint {
            Endpoint(.put, path, when: when, replies: replies)
        }

        /// Returns an endpoint for PATCH.
        public static func patch(_ path: PathPattern, when: Condition? = nil, replies: [Reply]) -> Endpoint {
            Endpoint(.patch, path, when: when, replies: replies)
        }

        /// Returns an endpoint for DELETE.
        public static func delete(_ path: PathPattern, when: Condition? = nil, replies: [Reply]) -> Endpoint {
            Endpoint(.delete, path, when: when, replies: replies)
        }

        /// Returns an endpoint for every method.
        public static func any(_ path: PathPattern, when: Condition? = nil, replies: [Reply]) -> Endpoint {
            Endpoint(.any, path, when: when, replies: replies)
        }
    }

    /// The behavior of an endpoint after its last reply.
    public enum AfterLast: String, Sendable, Hashable, CaseIterable {
        /// The last reply repeats forever.
        case `repeat`
        /// The server replies 501 and counts the request as unexpected.
        case fail
        /// The sequence starts again at the first reply.
        case cycle
        /// The endpoint stops matching; the next endpoint that matches the request answers it.
        case next
    }

    /// The scope in which an endpoint counts its replies; each scope starts at the first reply.
    public enum CountingScope: Sendable, Hashable {
        /// All requests share one sequence.
        case endpoint
        /// Each request target (path and query, compared byte by byte) has its own sequence.
        case target
        /// Each value of a path placeholder such as `{id}` has its own sequence.
        case capture(String)
        /// Each value of a header has its own sequence; requests without the header share one.
        case header(String)
        /// Each connection has its own sequence.
        case connection
    }
}

extension Scenario.Endpoint {
    /// Returns the reason why the endpoint is not valid; nil if it is valid.
    package func validationFailure(_ segments: [Scenario.PathPattern.Segment]) -> String? {
        if replies.isEmpty, overlay.isEmpty {
            return "it has no replies and no overlay"
        }
        if replies.isEmpty, !named.isEmpty { return "it has named replies, but no replies" }
        let all = replies + named.map(\.reply)
        if let reply = all.first(where: { !(0...999).contains($0.status) }) {
            return "a status must be 0 to 999, not \(reply.status)"
        }
        if let times = replies.lazy.compactMap(\.times).first(where: { $0 < 1 }) {
            return "\"times\" must be at least 1, not \(times)"
        }
        let captures = segments.compactMap { if case .capture(let name, _) = $0 { name } else { nil } }
        if case .capture(let name) = per, !captures.contains(name) {
            return "\"per\" names {\(name)}, which the path does not have"
        }
        if let name = when?.captureNames.first(where: { !captures.contains($0) }) {
            return "its condition names {\(name)}, which the path does not have"
        }
        return all.lazy.compactMap { invalidFaultReason(overlay.faults + $0.faults) }.first
            ?? invalidFaultReason(overlay.faults)
    }

    /// The index of the first reply whose faults conflict with those of the endpoint or are not valid; nil if none.
    package var firstInvalidReply: Int? {
        replies.firstIndex { invalidFaultReason(overlay.faults + $0.faults) != nil }
    }

    private func invalidFaultReason(_ faults: [Fault]) -> String? {
        for fault in faults {
            if let reason = fault.validationFailure { return reason }
            if case .requestBody = fault.stage, when?.needsBody == true {
                return "\(fault) would happen before the server has read the body, on which the match depends"
            }
        }
        return Fault.conflict(in: faults)
    }

    /// Returns an endpoint that would answer a request, as JSON for a scenario file.
    ///
    /// - Parameter path: the path as the client sent it; braces and stars are escaped, so they are not placeholders.
    package static func suggestedEndpoint(_ method: String, _ path: String) -> JSON {
        let path = String(decoding: PercentEncoding.normalized(Array(path.utf8)), as: UTF8.self)
        let replies = JSON.Member("replies", .array([.object([JSON.Member("json", .object([]))])]))
        guard ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"].contains(method) else {
            return .object([JSON.Member("method", .string(method)), JSON.Member("path", .string(path)), replies])
        }
        return .object([JSON.Member(method.lowercased(), .string(path)), replies])
    }
}
