import Testing

@testable import Rehearsal
@testable import RehearsalDocuments

/// A document that only has policies, of which nothing is to be said.
func policyDocument(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> Scenario {
    let loaded = ScenarioFiles.loadText(Array(#"{ "endpoints": [], \#(text) }"#.utf8), path: "a.jsonc")
    #expect(loaded.diagnostics.map(\.text) == [], sourceLocation: sourceLocation)
    return try #require(loaded.scenario, sourceLocation: sourceLocation)
}

extension Mistake {
    /// Beside an empty list of endpoints.
    static func policy(_ text: String, _ code: Diagnostic.Code, _ mark: String, _ says: String) -> Mistake {
        Mistake(#"{ "endpoints": [], \#(text) }"#, code, mark, says)
    }
}

extension Scenario {
    /// The policies as they are written.
    var writtenPolicies: String {
        String(decoding: JSON.object(DocumentFormat.policyMembers(of: self)).bytes(), as: UTF8.self)
    }
}

/// Whether policies that are written as a document and read again are written the same, and count in the digest.
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
