import Rehearsal
import RehearsalDocuments
import RehearsalServer
import RehearsalTestSupport
import Testing

/// A feature of scenarios as a document and as a value, with the replies that a client must receive from both.
struct Construct: CustomTestStringConvertible, Sendable {
    var testDescription: String
    /// The text of the document without its outer braces.
    var document: String
    var value: Scenario
    var talk: [Step]

    init(_ name: String, _ document: String, _ endpoints: [Scenario.Endpoint], _ talk: [Step]) {
        self.init(name, document, Scenario("s", endpoints: endpoints), talk)
    }

    init(_ name: String, _ document: String, _ value: Scenario, _ talk: [Step]) {
        (testDescription, self.document, self.value, self.talk) = (name, document, value, talk)
    }

    /// Loads the scenario of the document.
    func loaded() throws -> Scenario {
        let loaded = ScenarioFiles.loadText(Array("{ \(document) }".utf8), path: "a.jsonc")
        #expect(loaded.diagnostics.map(\.message) == [], "\(testDescription)")
        return try #require(loaded.scenario)
    }

    /// Returns the steps that differ from their expected replies when a backend runs a scenario.
    static func mismatches(of scenario: Scenario, _ talk: [Step]) async throws -> [String] {
        try await Conversation(Backend.start(scenario)).mismatches(in: talk)
    }
}
