import Rehearsal

@testable import RehearsalDocuments

/// Functions that write and read small HARs.
enum HARFixture {
    /// The recording of a document, with its diagnostics.
    struct Outcome {
        var recording: Recording?
        var diagnostics: [Diagnostic]

        var replies: [Scenario.Reply] { recording?.entries.map(\.reply) ?? [] }
        var lines: [String] { diagnostics.map(\.line) }

        func isOneWarning(with parts: String...) -> Bool {
            diagnostics.count == 1 && diagnostics[0].severity == .warning
                && parts.allSatisfy { diagnostics[0].message.contains($0) }
        }
    }

    static func read(_ text: String, exact: Bool = false) -> Outcome { read(Array(text.utf8), exact: exact) }

    static func read(_ bytes: [UInt8], exact: Bool = false) -> Outcome {
        var diagnostics: [Diagnostic] = []
        let source = SourceText(path: "a.har", bytes: bytes)
        let recording = Recording.read(source, exact: exact, diagnostics: &diagnostics)
        return Outcome(recording: recording, diagnostics: diagnostics)
    }

    static func document(_ entries: String...) -> String {
        "{\"log\":{\"version\":\"1.2\",\"entries\":[\n\(entries.joined(separator: ",\n"))\n]}}"
    }

    /// Returns the text of an entry, by default a GET with a plain text reply.
    static func entry(
        _ method: String = "GET",
        _ url: String = "https://api.example/a",
        asked: [(String, String)] = [],
        post: String? = nil,
        status: String = "200",
        headers: [(String, String)] = [],
        content: String = #"{"size":2,"mimeType":"text/plain","text":"ok"}"#,
        more: String = "",
    ) -> String {
        let fields = Self.fields(headers)
        let post = post.map { ",\"postData\":\($0)" } ?? ""
        return
            "{\"request\":{\"method\":\(quoted(method)),\"url\":\(quoted(url)),\"headers\":[\(Self.fields(asked))]\(post)},"
            + "\"response\":{\"status\":\(status),\"statusText\":\"OK\",\"headers\":[\(fields)],\"content\":\(content)}\(more)}"
    }

    private static func fields(_ headers: [(String, String)]) -> String {
        headers.map { "{\"name\":\(quoted($0.0)),\"value\":\(quoted($0.1))}" }.joined(separator: ",")
    }

    /// Returns the header fields of the replayed reply for these recorded fields.
    static func replayed(_ headers: [(String, String)], exact: Bool = false) -> [String] {
        read(document(entry(headers: headers)), exact: exact).replies.flatMap { lines($0.headers) }
    }

    static func lines(_ headers: Scenario.Headers) -> [String] {
        headers.fields.compactMap { field in field.value.map { "\(field.name): \($0)" } }
    }

    static func jsonPost(_ text: String, type: String = "application/json") -> String {
        "{\"mimeType\":\(quoted(type)),\"text\":\(quoted(text))}"
    }

    static func quoted(_ text: String) -> String { String(decoding: JSON.string(text).bytes(), as: UTF8.self) }
}
