package import Rehearsal
import RehearsalDocuments

/// Why something that was asked of the control API is not done, as problem details (RFC 9457).
package struct Refusal: Error, Sendable {
    package var status: Int
    /// The last part of its `type`: `no-session`.
    package var type: String
    /// One sentence that says what was wrong.
    package var title: String
    /// What to do about it; nil where the title says it.
    package var detail: String?
    package var headers: Scenario.Headers = [:]
    /// What is wrong with a document that came with it.
    package var diagnostics: [JSON] = []

    init(_ status: Int, _ type: String, _ title: String, detail: String? = nil) {
        (self.status, self.type, self.title, self.detail) = (status, type, title, detail)
    }

    /// A document that cannot be played.
    init(_ diagnostics: [Diagnostic]) {
        self.init(422, "scenario", "The scenario cannot be played.", detail: diagnostics.first?.message)
        self.diagnostics = diagnostics.map(\.json)
    }

    var reply: Scenario.Reply {
        var members: [JSON.Member] = [
            JSON.Member("type", .string("urn:rehearsal:control:\(type)")),
            JSON.Member("title", .string(title)),
            JSON.Member("status", JSON(integerLiteral: status)),
        ]
        if let detail { members.append(JSON.Member("detail", .string(detail))) }
        if !diagnostics.isEmpty { members.append(JSON.Member("diagnostics", .array(diagnostics))) }
        var headers = headers
        headers.append("Content-Type", "application/problem+json")
        return Scenario.Reply(status, headers: headers, body: .bytes(JSON.object(members).shownBytes(pretty: true)))
    }
}
