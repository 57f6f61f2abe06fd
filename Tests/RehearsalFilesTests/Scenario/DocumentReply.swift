import Testing

@testable import Rehearsal
@testable import RehearsalDocuments

/// The reply that a document means, of which nothing is to be said.
func documentReply(
    _ text: String,
    sourceLocation: SourceLocation = #_sourceLocation,
) throws -> Scenario.Reply {
    let document = #"{ "endpoints": [{ "get": "/", "replies": [\#(text)] }] }"#
    let loaded = ScenarioFiles.loadText(Array(document.utf8), path: "a.jsonc")
    #expect(loaded.diagnostics.map(\.text) == [], sourceLocation: sourceLocation)
    return try #require(loaded.scenario?.endpoints.first?.replies.first, sourceLocation: sourceLocation)
}
