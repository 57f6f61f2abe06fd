import Rehearsal
import RehearsalDocuments
import RehearsalServer
import RehearsalTestSupport
import Testing

/// Something that a scenario can say, as a document and as a value, and what a client then sees of either.
struct Construct: CustomTestStringConvertible, Sendable {
    var testDescription: String
    /// What stands in the document, without its braces.
    var document: String
    var value: Scenario
    var talk: [Step]

    init(_ name: String, _ document: String, _ endpoints: [Scenario.Endpoint], _ talk: [Step]) {
        self.init(name, document, Scenario("s", endpoints: endpoints), talk)
    }

    init(_ name: String, _ document: String, _ value: Scenario, _ talk: [Step]) {
        (testDescription, self.document, self.value, self.talk) = (name, document, value, talk)
    }

    /// The scenario that the document says.
    func loaded() throws -> Scenario {
        let loaded = ScenarioFiles.loadText(Array("{ \(document) }".utf8), path: "a.jsonc")
        #expect(loaded.diagnostics.map(\.message) == [], "\(testDescription)")
        return try #require(loaded.scenario)
    }

    /// What is not as it has to be when a client talks to a backend of a scenario.
    static func complaints(about scenario: Scenario, _ talk: [Step]) async throws -> [String] {
        try await Conversation(Backend.start(scenario)).complaints(about: talk)
    }
}
