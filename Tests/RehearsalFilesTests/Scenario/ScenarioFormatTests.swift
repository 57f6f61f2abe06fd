import Testing

@testable import Rehearsal
@testable import RehearsalFiles

@Suite("The scenario format")
struct ScenarioFormatTests {
    @Test("Each topic is explained, with an example.", arguments: ScenarioFormat.topics)
    func topics(_ topic: String) throws {
        let sut = try #require(ScenarioFormat.explanation(of: topic))
        #expect(sut.contains(" has: "))
        #expect(sut.split(separator: "\n").last?.contains("\"") == true)
    }

    @Test("Every kind of object belongs to a topic, and nothing else is explained.")
    func complete() {
        #expect(Set(ScenarioFormat.all.map(\.topic)) == Set(ScenarioFormat.topics))
        #expect(ScenarioFormat.explanation(of: "nothing") == nil)
    }

    @Test("The examples are played.")
    func examples() throws {
        let endpoint = try #require(ScenarioFormat.examples["endpoint"])
        let when = try #require(ScenarioFormat.examples["when"])
        let reply = try #require(ScenarioFormat.examples["reply"])
        let fault = try #require(ScenarioFormat.examples["fault"])
        let text = #"{ "endpoints": [\#(endpoint), { "get": "/", \#(when), "replies": [\#(reply), { \#(fault) }] }] }"#
        #expect(ScenarioFiles.loadText(Array(text.utf8), path: "x").diagnostics.map(\.text) == [])
    }
}
