import Rehearsal

/// Something that can be asked of the control API: where, with what, and what is done.
struct Operation: Sendable {
    /// How a client that is generated calls it.
    let id: String
    let method: String
    /// `/v1/sessions/{name}/play`; `{name}` is a session's.
    let path: String
    let summary: String
    var query: [Field] = []
    /// The members of the document that comes with it; nil if none does.
    var body: [Field]?
    /// Of `body`, of which exactly one has to be there, or at most one if that is said.
    var alternatives: [String] = []
    var needsAlternative = true
    /// Only who holds the server's own token may ask.
    var isForOwner = false
    let success: Success
    /// What else may be answered beyond what everything may be: 400, 401, 403 and, with a document, 413, 415 and 422.
    var problems: [Int: String] = [:]
    let run: @Sendable (Call) async throws(Refusal) -> Answer

    /// What is answered if it is done.
    struct Success: Sendable {
        var status = 200
        /// The name of the schema of what is answered; nil for no content.
        var schema: String?
        var media = "application/json"
    }

    enum Answer: Sendable {
        case document(JSON)
        /// With the place of what was made.
        case made(JSON, at: String)
        case nothing
        case lines([UInt8])
        case stream(Scenario.Reply.Stream)
    }

    var segments: [Substring] { path.split(separator: "/") }
    var isAboutSession: Bool { path.contains("{name}") }

    /// The name of the session, or an empty one where the path has none; nil if the path is another.
    func session(in path: [String]) -> String? {
        let own = segments
        guard own.count == path.count else { return nil }
        var name = ""
        for (part, given) in zip(own, path) {
            if part == "{name}" { name = given } else if part != given { return nil }
        }
        return name
    }

    func reply(_ answer: Answer) -> Scenario.Reply {
        let media: Scenario.Headers = ["Content-Type": .init(stringLiteral: success.media)]
        switch answer {
        case .document(let json):
            return Scenario.Reply(success.status, headers: media, body: .bytes(json.shownBytes(pretty: true)))
        case .made(let json, let place):
            var headers = media
            headers.append("Location", place)
            return Scenario.Reply(success.status, headers: headers, body: .bytes(json.shownBytes(pretty: true)))
        case .nothing: return Scenario.Reply(success.status)
        case .lines(let bytes): return Scenario.Reply(success.status, headers: media, body: .bytes(bytes))
        case .stream(let next):
            var reply = Scenario.Reply(success.status, headers: media)
            reply.stream = next
            return reply
        }
    }
}
