import TestAdmission
import Testing

@testable import Rehearsal
@testable import RehearsalDocuments

@Suite("The scenario format", .limitedConcurrency)
struct ScenarioFormatTests {
    @Test("Each topic has an explanation with an example.", arguments: ScenarioFormat.topics)
    func topics(_ topic: String) throws {
        let sut = try #require(ScenarioFormat.explanation(of: topic))
        #expect(sut.contains(" has: ") || ["template", "overlay", "redaction"].contains(topic))
        #expect(sut.split(separator: "\n").count > 1)
        #expect(sut.split(separator: "\n").last?.contains("\"") == true)
    }

    @Test("Each object of the format belongs to a topic, and an unknown topic has no explanation.")
    func complete() {
        // These topics explain strings, an endpoint without replies, and another kind of file.
        let withoutObject: Set = ["template", "overlay", "redaction"]
        #expect(Set(ScenarioFormat.all.map(\.topic)) == Set(ScenarioFormat.topics).subtracting(withoutObject))
        #expect(ScenarioFormat.explanation(of: "nothing") == nil)
    }

    @Test("The examples of all topics form a valid scenario.")
    func examples() throws {
        func example(_ topic: String) throws -> String { try #require(ScenarioFormat.topic(topic)).example }
        let text = """
            {
              \(try example("network")),
              \(try example("auth")),
              \(try example("quotas")),
              \(try example("idempotency")),
              \(try example("resources")),
              "endpoints": [
                \(try example("endpoint")),
                \(try example("overlay")),
                { "get": "/", \(try example("body")), "replies": [{ \(try example("then")) }] },
                { "get": "/{id}", "replies": [\(try example("template"))] },
                { "get": "/", \(try example("when")), "replies": [
                  \(try example("reply")),
                  { "text": "x", \(try example("fault")) },
                  { \(try example("delay")) },
                  { \(try example("raw")) },
                  { \(try example("events")) },
                ] },
              ],
              \(try example("expect")),
            }
            """
        #expect(ScenarioFiles.loadText(Array(text.utf8), path: "x").diagnostics.map(\.text) == [])
    }

    @Test("The explanation of faults lists each effect with its attributes and stages, and each preset.")
    func faults() throws {
        let lines = try #require(ScenarioFormat.explanation(of: "fault")).split(separator: "\n").map(String.init)
        func row(_ name: String) -> String? { lines.first { $0.hasPrefix("  \(name) ") } }
        for grammar in EffectGrammar.all {
            #expect(row(grammar.name) != nil, "\(grammar.name)")
            for attribute in grammar.attributes { #expect(row(grammar.name)?.contains(attribute) == true) }
        }
        #expect(row("close")?.hasSuffix(" all") == true)
        #expect(row("stall")?.hasSuffix(" (for)             all but idle") == true)
        #expect(row("halfClose")?.hasSuffix(" afterHead, body, end") == true)
        for name in PresetGrammar.all.map(\.name) { #expect(lines.contains { $0.contains("\"\(name)\"") }, "\(name)") }
    }

    @Test("The example of each effect is a valid fault.", arguments: EffectGrammar.all.map(\.example))
    func effects(_ text: String) throws {
        #expect(try documentReply(#"{ "text": "01234567890123456789", "fault": \#(text) }"#).faults.count == 1)
    }
}
