import RehearsalTestSupport
import TestAdmission
import Testing

@testable import Rehearsal
@testable import RehearsalDocuments

@Suite("Network states in a document", .limitedConcurrency)
struct NetworkDocumentTests {
    private func network(_ states: String) throws -> [Scenario.Network] {
        let text = #"{ "network": [\#(states)], "extends": [] }"#
        let loaded = ScenarioFiles.loadText(Array(text.utf8), path: "a.jsonc")
        #expect(loaded.diagnostics.map(\.text) == [])
        return try #require(loaded.scenario).network
    }

    @Test(
        "Each network state of a document becomes the state of that name with its attributes.",
        arguments: [
            (#""open""#, .init(.open)), (#""refusing""#, .init(.refusing)), (#""resetting""#, .init(.resetting)),
            (#""closing", "on": "accept""#, .init(.closing)),
            (#""silent", "on": "clientHello""#, .init(.silent, on: .clientHello)),
            (#""bytes", "base64": "FQMD", "on": "clientHello""#, .init(.bytes([21, 3, 3]), on: .clientHello)),
            (#""slow", "delay": "2s""#, .init(.slow(.seconds(2)))),
            (
                #""slow", "delay": { "uniform": ["1s", "2s"] }"#,
                .init(.slow(.uniform(.seconds(1), .seconds(2))))
            ),
            (#""resetting", "until": { "connections": 2 }"#, .init(.resetting, until: .connections(2))),
            (#""refusing", "until": { "after": "10s" }"#, .init(.refusing, until: .after(.seconds(10)))),
            (#""refusing", "until": { "released": "up" }"#, .init(.refusing, until: .released("up"))),
        ] as [(String, Scenario.Network)]
    )
    func state(_ text: String, expected: Scenario.Network) throws {
        #expect(try network(#"{ "is": \#(text) }"#) == [expected])
    }

    @Test("Network states keep their order, and the last one needs no end.")
    func order() throws {
        let sut = try network(
            #"{ "is": "resetting", "until": { "connections": 1 } }, { "is": "open", "until": { "after": "1s" } }, { "is": "silent" }"#
        )
        #expect(sut.map(\.state) == [.resetting, .open, .silent])
        #expect(try network("") == [])
    }

    @Test("A document inherits the network of the one it extends, unless it has its own.")
    func layers() throws {
        let folder = try ScratchFolder([
            "base.jsonc": #"{ "network": [{ "is": "silent" }], "endpoints": [] }"#,
            "heir.jsonc": #"{ "extends": "base.jsonc" }"#,
            "other.jsonc": #"{ "extends": "base.jsonc", "network": [{ "is": "closing" }] }"#,
            "well.jsonc": #"{ "extends": "base.jsonc", "network": [] }"#,
        ])
        func states(_ name: String) -> [Scenario.Network.State]? {
            ScenarioFiles.load([folder[name]]).scenario?.network.map(\.state)
        }
        #expect(states("heir.jsonc") == [.silent])
        #expect(states("other.jsonc") == [.closing])
        #expect(states("well.jsonc") == [])
    }

    private static func network(_ text: String, _ code: Diagnostic.Code, _ mark: String, _ says: String) -> Mistake {
        Mistake(#"{ "network": \#(text), "extends": [] }"#, code, mark, says)
    }

    static let mistakes: [Mistake] = [
        network("{}", .wrongType, "{}", "a list"),
        network("[5]", .wrongType, "5", "an object"),
        network("[{}]", .missingKey, "{", #"needs an "is""#),
        network(#"[{ "is": "refusin" }]"#, .badValue, #""refusin""#, #"did you mean "refusing"?"#),
        network(#"[{ "is": "open", "if": 1 }]"#, .unknownKey, #""if""#, "has is, on, until"),
        network(
            #"[{ "is": "refusing", "until": { "connections": 2 } }]"#,
            .badValue,
            #""connections""#,
            #"which therefore cannot count them write { "after": "10s" }"#
        ),
        network(#"[{ "is": "refusing", "on": "clientHello" }]"#, .badValue, #""clientHello""#, "sends no ClientHello"),
        network(#"[{ "is": "open", "on": "clientHello" }]"#, .badValue, #""clientHello""#, "open does not permit"),
        network(
            #"[{ "is": "closing", "on": "clienthello" }]"#,
            .badValue,
            #""clienthello""#,
            #"did you mean "clientHello"?"#
        ),
        network(#"[{ "is": "bytes" }]"#, .missingKey, #""bytes""#, #"bytes needs "base64""#),
        network(#"[{ "is": "slow" }]"#, .missingKey, #""slow""#, #""delay": "2s""#),
        network(#"[{ "is": "silent", "delay": "1s" }]"#, .conflict, #""delay""#, "only slow has"),
        network(#"[{ "is": "slow", "delay": "1s", "base64": "" }]"#, .conflict, #""base64""#, "only bytes has"),
        network(#"[{ "is": "closing", "until": {} }]"#, .badValue, "{}", "has no condition"),
        network(
            #"[{ "is": "closing", "until": { "connections": 1, "after": "1s" } }]"#,
            .badValue,
            #""after""#,
            "more than one condition"
        ),
        network(#"[{ "is": "closing", "until": { "connections": 0 } }]"#, .badValue, "0", "1 or more"),
        network(#"[{ "is": "closing", "until": { "released": "" } }]"#, .badValue, #""""#, "needs a name"),
        network(
            #"[{ "is": "closing" }, { "is": "open" }]"#,
            .badValue,
            "{",
            "never reached: the one before it, in line 1"
        ),
    ]

    @Test("Each mistake is reported at its place.", arguments: mistakes)
    func mistake(_ mistake: Mistake) throws { try mistake.check() }
}
