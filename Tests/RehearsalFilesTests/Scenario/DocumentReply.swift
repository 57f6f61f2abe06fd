import Testing

@testable import Rehearsal
@testable import RehearsalDocuments

/// Returns the reply of a document, and expects that the document has no findings.
func documentReply(
    _ text: String,
    sourceLocation: SourceLocation = #_sourceLocation,
) throws -> Scenario.Reply {
    let document = #"{ "endpoints": [{ "get": "/", "replies": [\#(text)] }] }"#
    let loaded = ScenarioFiles.loadText(Array(document.utf8), path: "a.jsonc")
    #expect(loaded.diagnostics.map(\.text) == [], sourceLocation: sourceLocation)
    return try #require(loaded.scenario?.endpoints.first?.replies.first, sourceLocation: sourceLocation)
}
