import RehearsalTestSupport

/// Something that a client does, and what it then sees.
struct Step: Sendable {
    /// A request, where the connection is to carry one.
    var request: String
    /// Status, fields in brackets and body; "…" stands for anything.
    var answer: String
    /// Which of several connections carries it.
    var connection = 0
    /// The fields that are part of the answer.
    var fields: [String] = []
    var end = End.complete
    /// How long it takes at least, as the scenario says it.
    var least = Duration.zero
    /// The time that passes first.
    var passing: String?

    /// How the exchange is over for the client.
    enum End: Sendable {
        /// The reply is whole; the connection stays.
        case complete
        case closed
        case reset
        /// Nothing more comes.
        case silent
        /// More would come, but the client has seen the answer and leaves.
        case left
        /// There is no connection.
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

    /// A client that asks for nothing more, and sees how its connection ends.
    static func waiting(on connection: Int = 0, _ end: End) -> Step {
        var step = Step("", "", on: connection)
        (step.request, step.end) = ("", end)
        return step
    }

    /// The answer to a request that was held until now.
    static func held(_ answer: String, on connection: Int = 0) -> Step {
        var step = waiting(on: connection, .complete)
        step.answer = answer
        return step
    }

    /// Time passes that the network waits for, or a name is released that a reply waits for.
    static func passing(_ duration: String) -> Step {
        var step = Step("", "")
        step.passing = duration
        return step
    }

    /// The same, and how the exchange is over.
    func then(_ end: End) -> Step {
        var step = self
        step.end = end
        return step
    }

    /// The same, and how long it takes at least.
    func after(_ least: Duration) -> Step {
        var step = self
        step.least = least
        return step
    }

    /// The part of a response that the answer is about.
    func answer(_ response: RawClient.Response) -> String {
        let fields = fields.map { "[\(response.header($0) ?? "")] " }.joined()
        let body = String(validating: response.body, as: UTF8.self) ?? "(\(response.body.count) bytes)"
        return response.head.isEmpty ? body : "\(response.status) \(fields)\(body)"
    }

    /// Whether that is what the client has to see.
    func isMet(by seen: String) -> Bool {
        let parts = answer.components("…")
        guard let first = parts.first, let last = parts.last, parts.count > 1 else { return seen == answer }
        guard seen.hasPrefix(first), seen.hasSuffix(last) else { return false }
        var rest = Substring(seen)
        for part in parts where !part.isEmpty {
            guard let place = rest.firstRange(of: part) else { return false }
            rest = rest[place.upperBound...]
        }
        return true
    }
}

extension String {
    /// The parts between separators.
    fileprivate func components(_ separator: String) -> [String] {
        split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    }
}
