extension Scenario {
    /// A method and a path, when they apply, and the replies they give in turn.
    ///
    /// One without replies does not answer: it lays what it has over whatever answers below it.
    public struct Endpoint: Sendable {
        /// The method that it takes; `.any` takes every one.
        public var method: Method
        /// The paths that it takes.
        public var path: PathPattern
        /// What else a request must show; nil means nothing else.
        public var when: Condition?
        /// Given in order; `afterLast` says what follows. None: it answers nothing itself.
        public var replies: [Reply]
        /// What follows the last reply; nil means `.fail` if the last reply states `times`, else `.repeat`.
        public var afterLast: AfterLast?
        /// A higher one is asked first; 0 if nothing is said.
        public var priority: Int
        /// Whose turns are counted.
        public var per: Per
        /// Changed with each of its replies, before what the reply itself changes.
        public var then: Change
        /// Laid over each of its replies or, without any, over whatever answers below it.
        public var overlay: Overlay

        /// 0 for the document that was named, more for what it extends: a lower layer is asked first.
        package var layer = 0
        /// Where it is written, for the log and for reports.
        package var place: String?
        /// Asked only where nothing else answers, whatever its rank.
        package var isNoise = false

        /// An endpoint of any method.
        public init(
            _ method: Method,
            _ path: PathPattern,
            when: Condition? = nil,
            replies: [Reply],
            afterLast: AfterLast? = nil,
            priority: Int = 0,
            per: Per = .endpoint,
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

        /// An endpoint that lays something over the replies of others.
        public static func overlay(
            _ method: Method = .any,
            _ path: PathPattern,
            when: Condition? = nil,
            priority: Int = 0,
            _ overlay: Overlay,
        ) -> Endpoint {
            Endpoint(method, path, when: when, replies: [], priority: priority, overlay: overlay)
        }

        /// An endpoint that answers 204 to every method where nothing else answers.
        public static func noise(_ path: PathPattern) -> Endpoint {
            var endpoint = Endpoint(.any, path, replies: [Reply(204)])
            endpoint.isNoise = true
            return endpoint
        }

        /// An endpoint for GET, which answers HEAD too (RFC 9110 §9.3.2).
        public static func get(_ path: PathPattern, when: Condition? = nil, replies: [Reply]) -> Endpoint {
            Endpoint(.get, path, when: when, replies: replies)
        }

        /// An endpoint for POST.
        public static func post(_ path: PathPattern, when: Condition? = nil, replies: [Reply]) -> Endpoint {
            Endpoint(.post, path, when: when, replies: replies)
        }

        /// An endpoint for PUT.
        public static func put(_ path: PathPattern, when: Condition? = nil, replies: [Reply]) -> Endpoint {
            Endpoint(.put, path, when: when, replies: replies)
        }

        /// An endpoint for PATCH.
        public static func patch(_ path: PathPattern, when: Condition? = nil, replies: [Reply]) -> Endpoint {
            Endpoint(.patch, path, when: when, replies: replies)
        }

        /// An endpoint for DELETE.
        public static func delete(_ path: PathPattern, when: Condition? = nil, replies: [Reply]) -> Endpoint {
            Endpoint(.delete, path, when: when, replies: replies)
        }

        /// An endpoint for every method.
        public static func any(_ path: PathPattern, when: Condition? = nil, replies: [Reply]) -> Endpoint {
            Endpoint(.any, path, when: when, replies: replies)
        }
    }

    /// What an endpoint does once every reply has been given.
    public enum AfterLast: String, Sendable, Hashable, CaseIterable {
        /// The last reply goes on for ever.
        case `repeat`
        /// 501, counted as an unexpected request.
        case fail
        /// The first reply again, and so on.
        case cycle
        /// It steps aside: the next endpoint that takes the request answers it.
        case next
    }

    /// Whose turns an endpoint counts: each has the replies from the first.
    public enum Per: Sendable, Hashable {
        /// All requests together.
        case endpoint
        /// Each target: path and query, byte by byte.
        case target
        /// Each value of a placeholder of the path: `{id}`.
        case capture(String)
        /// Each value of a header; none is a value too.
        case header(String)
        /// Each connection.
        case connection
    }
}

extension Scenario.Endpoint {
    /// Why it cannot be played; nil if it can.
    package func illegality(_ segments: [Scenario.PathPattern.Segment]) -> String? {
        if replies.isEmpty, overlay.isEmpty {
            return "it has no replies, and nothing to lay over those of others"
        }
        if let reply = replies.first(where: { !(0...999).contains($0.status) }) {
            return "a status is 0 to 999, not \(reply.status)"
        }
        if let times = replies.lazy.compactMap(\.times).first(where: { $0 < 1 }) {
            return "\"times\" is at least 1, not \(times)"
        }
        let captures = segments.compactMap { if case .capture(let name, _) = $0 { name } else { nil } }
        if case .capture(let name) = per, !captures.contains(name) {
            return "\"per\" names {\(name)}, which the path does not have"
        }
        if let name = when?.captureNames.first(where: { !captures.contains($0) }) {
            return "its condition names {\(name)}, which the path does not have"
        }
        return replies.lazy.compactMap { faultIllegality(overlay.faults + $0.faults) }.first
            ?? faultIllegality(overlay.faults)
    }

    /// The first of its replies whose faults cannot be had with those of the endpoint; nil if there is none.
    package var illegalReply: Int? {
        replies.firstIndex { faultIllegality(overlay.faults + $0.faults) != nil }
    }

    private func faultIllegality(_ faults: [Fault]) -> String? {
        for fault in faults {
            if let reason = fault.illegality { return reason }
            if case .requestBody = fault.stage, when?.asksForBody == true {
                return "\(fault) would come before the body, which decides whether the endpoint answers"
            }
        }
        return Fault.conflict(in: faults)
    }

    /// An endpoint that would answer a request, as it goes into a scenario.
    ///
    /// - Parameter path: as it was sent; braces and stars in it, which would be placeholders, are escaped.
    package static func pasteable(_ method: String, _ path: String) -> JSON {
        let path = String(decoding: PercentEncoding.normalized(Array(path.utf8)), as: UTF8.self)
        let replies = JSON.Member("replies", .array([.object([JSON.Member("json", .object([]))])]))
        guard ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"].contains(method) else {
            return .object([JSON.Member("method", .string(method)), JSON.Member("path", .string(path)), replies])
        }
        return .object([JSON.Member(method.lowercased(), .string(path)), replies])
    }
}
