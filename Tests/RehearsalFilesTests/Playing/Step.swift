import RehearsalTestSupport

/// A request of a client and the reply that it must receive.
struct Step: Sendable {
    /// The bytes of the request; empty if the client only reads.
    var request: String
    /// Status, fields in brackets and body; "…" stands for any text.
    var answer: String
    /// The number of the connection that carries the request.
    var connection = 0
    /// The fields that are part of the answer.
    var fields: [String] = []
    var end = End.complete
    /// The least duration of the exchange at the scenario's own speed.
    var least = Duration.zero
    /// The name to release before the step, such as `10.0 seconds`.
    var passing: String?

    /// The state of the connection after an exchange, as the client sees it.
    enum End: Sendable {
        /// The reply is complete, and the connection stays open.
        case complete
        case closed
        case reset
        /// The connection stays open, and no more bytes arrive.
        case silent
        /// The client closes the connection after it has received the expected text.
        case left
        /// The server refuses the connection.
        case refused
    }

    /// - Parameter line: method and target, with header lines after it, and a body after an empty line.
    init(_ line: String, _ answer: String, on connection: Int = 0, showing fields: String...) {
        let halves = line.components("\n\n")
        var lines = halves[0].components("\n")
        lines[0] += " HTTP/1.1"
        lines.append("Host: a")
        if halves.count > 1 { lines.append("Content-Length: \(halves[1].utf8.count)") }
        request = lines.joined(separator: "\r\n") + "\r\n\r\n" + halves.dropFirst().joined()
        self.answer = answer
        self.connection = connection
        self.fields = fields
    }

    /// A step in which the client sends nothing and waits for the end of its connection.
    static func waiting(on connection: Int = 0, _ end: End) -> Step {
        var step = Step("", "", on: connection)
        (step.request, step.end) = ("", end)
        return step
    }

    /// A step in which the client receives the reply to a request that was held.
    static func held(_ answer: String, on connection: Int = 0) -> Step {
        var step = waiting(on: connection, .complete)
        step.answer = answer
        return step
    }

    /// A step that releases a network phase of this duration, or a hold of this name.
    static func passing(_ duration: String) -> Step {
        var step = Step("", "")
        step.passing = duration
        return step
    }

    /// Returns the step with the expected end of the connection.
    func then(_ end: End) -> Step {
        var step = self
        step.end = end
        return step
    }

    /// Returns the step with the least duration of the exchange.
    func after(_ least: Duration) -> Step {
        var step = self
        step.least = least
        return step
    }

    /// Returns the status, the chosen fields and the body of a response, in the form of `answer`.
    func answer(_ response: RawClient.Response) -> String {
        let fields = fields.map { "[\(response.header($0) ?? "")] " }.joined()
        let body = String(validating: response.body, as: UTF8.self) ?? "(\(response.body.count) bytes)"
        return response.head.isEmpty ? body : "\(response.status) \(fields)\(body)"
    }

    /// Whether a received text matches the expected answer.
    func isMet(by actual: String) -> Bool {
        let parts = answer.components("…")
        guard let first = parts.first, let last = parts.last, parts.count > 1 else { return actual == answer }
        guard actual.hasPrefix(first), actual.hasSuffix(last) else { return false }
        var rest = Substring(actual)
        for part in parts where !part.isEmpty {
            guard let place = rest.firstRange(of: part) else { return false }
            rest = rest[place.upperBound...]
        }
        return true
    }
}

extension String {
    /// Returns the parts between separators, including empty ones.
    fileprivate func components(_ separator: String) -> [String] {
        split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    }
}
