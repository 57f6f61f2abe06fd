import Testing

@testable import Rehearsal
@testable import RehearsalDocuments

/// Returns the scenario of a document with policies only, and expects that the document has no findings.
func policyDocument(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> Scenario {
    let loaded = ScenarioFiles.loadText(Array(#"{ "endpoints": [], \#(text) }"#.utf8), path: "a.jsonc")
    #expect(loaded.diagnostics.map(\.text) == [], sourceLocation: sourceLocation)
    return try #require(loaded.scenario, sourceLocation: sourceLocation)
}

extension Mistake {
    /// A mistake in a key beside an empty list of endpoints.
    static func policy(_ text: String, _ code: Diagnostic.Code, _ mark: String, _ says: String) -> Mistake {
        Mistake(#"{ "endpoints": [], \#(text) }"#, code, mark, says)
    }
}

extension Scenario {
    /// The text of the policies in the document of the scenario.
    var writtenPolicies: String {
        String(decoding: JSON.object(DocumentFormat.policyMembers(of: self)).bytes(), as: UTF8.self)
    }
}

/// Expects that writing and reading policies gives the same text, and that the digest depends on them.
func expectRoundTrip(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let first = try policyDocument(text, sourceLocation: sourceLocation)
    let written = first.document.bytes()
    let loaded = ScenarioFiles.loadText(written, path: "b.json")
    #expect(loaded.diagnostics.map(\.text) == [], sourceLocation: sourceLocation)
    let second = try #require(loaded.scenario, sourceLocation: sourceLocation)
    #expect(second.writtenPolicies == first.writtenPolicies, sourceLocation: sourceLocation)
    #expect(first.writtenPolicies != "{}", sourceLocation: sourceLocation)
    #expect(second.digest == first.digest, sourceLocation: sourceLocation)
    #expect(Scenario("s", endpoints: []).digest != first.digest, sourceLocation: sourceLocation)
}
