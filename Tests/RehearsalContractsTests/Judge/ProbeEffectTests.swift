import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("Effects of a changed answer", .limitedConcurrency)
struct ProbeEffectTests {
    private let operation = Declaration.Operation(
        "list",
        .get,
        "/items",
        reply: .init(200, body: Array(#"[{"n":1,"s":"a","e":"open"},{"n":2,"s":"b","e":"done"}]"#.utf8)),
        fields: [
            .init("$[*].n", .int), .init("$[*].s", .string, isRequired: false),
            .init("$[*].e", .enum, isRequired: false),
        ]
    )
    private let golden: JSON = [["n": 1, "s": "a", "e": "open"], ["n": 2, "s": "b", "e": "done"]]

    private func effect(_ label: String, _ outcome: ClientOutcome) throws -> MutationEffect.Kind {
        let mutation = try #require(Mutations(operation).all.first { $0.label == label })
        return MutationEffect(of: outcome, mutation, golden: golden).kind
    }

    private func value(_ n: JSON = 2, _ s: JSON = "b", _ e: JSON = "done") -> ClientOutcome {
        .value([["n": 1, "s": "a", "e": "open"], ["n": n, "s": s, "e": e]])
    }

    @Test("A decoding error with the right path is exact, and one with another path or none is vague.")
    func errors() throws {
        #expect(try effect("n:null", .decoding(.valueNotFound, path: "$[1].n")) == .error)
        #expect(try effect("n:null", .decoding(.valueNotFound, path: "$[0].n")) == .vague)
        #expect(try effect("n:null", .decoding(.valueNotFound)) == .vague)
        #expect(try effect("n:null", .domain("oops")) == .vague)
        #expect(try effect("n:null", .transport(.other)) == .vague)
        #expect(try effect("html", .decoding(.dataCorrupted)) == .error)
        #expect(try effect("n:null", .hang) == .hang)
        #expect(try effect("n:null", .crash("SIGILL")) == .crash)
    }

    @Test("The same value is tolerated, the sent value is read, and any other value is swallowed.")
    func values() throws {
        #expect(try effect("n:null", value()) == .tolerated)
        #expect(try effect("n:null", value(0)) == .swallowed)
        #expect(try effect("n:null", value(.null)) == .swallowed)
        #expect(try effect("n:string", value("x")) == .read)
        #expect(try effect("n:string", value(0)) == .swallowed)
        #expect(try effect("s:null", value(2, .null)) == .read)
        #expect(try effect("s:removed", value(2, .null)) == .read)
        #expect(try effect("html", .value([])) == .swallowed)
        #expect(try effect("n:2^53+1", value(9_007_199_254_740_993)) == .read)
        #expect(try effect("n:2^53+1", value(9_007_199_254_740_992)) == .swallowed)
        #expect(try effect("s:changed", value(2, "c")) == .read)
        #expect(try effect("s:changed", value(2, "z")) == .swallowed)
    }

    @Test(
        "A date that becomes its midnight in some time zone is read, and another day is swallowed."
    )
    func days() throws {
        let operation = Declaration.Operation(
            "one",
            .get,
            "/one",
            reply: .init(200, body: Array(#"{"d":"2026-03-02T08:00:00Z"}"#.utf8)),
            fields: [.init("$.d", .date)]
        )
        let golden: JSON = ["d": "2026-03-02T08:00:00Z"]
        let day = try #require(Mutations(operation).all.first { $0.replacement == "2024-01-01" })
        func effect(_ value: JSON) -> MutationEffect.Kind {
            MutationEffect(of: .value(["d": value]), day, golden: golden).kind
        }
        #expect(effect("2024-01-01") == .read)
        #expect(effect("2024-01-01T00:00:00+01:00") == .read)
        #expect(effect("2023-12-31T10:00:00Z") == .read)
        #expect(effect("2024-01-02T00:00:00Z") == .swallowed)
    }

    @Test("An empty object is legal if no declared field within it is required.")
    func empty() throws {
        let first = try #require(Mutations(operation).all.first { $0.label == "element:empty" })
        #expect(!first.isValid)
        var undeclared = operation
        undeclared.fields = nil
        let other = try #require(Mutations(undeclared).all.first { $0.label == "element:empty" })
        #expect(other.isValid)
    }

    @Test("A list without the changed element has swallowed the change.")
    func lost() throws {
        #expect(try effect("n:string", .value([["n": 1, "s": "a", "e": "open"]])) == .swallowed)
    }

    @Test(
        "An unknown word that becomes a case of its own is read, and one that becomes a known word or null is swallowed."
    )
    func words() throws {
        #expect(try effect("e:unknown", value(2, "b", ["unknown": "rehearsed_word"])) == .read)
        #expect(try effect("e:unknown", value(2, "b", "unknown")) == .read)
        #expect(try effect("e:unknown", value(2, "b", "open")) == .swallowed)
        #expect(try effect("e:unknown", value()) == .swallowed)
        #expect(try effect("e:unknown", value(2, "b", .null)) == .swallowed)
    }

    @Test("An effect is unknown without the declared value.")
    func unknown() throws {
        let mutation = try #require(Mutations(operation).all.first)
        #expect(MutationEffect(of: .value(1), mutation, golden: nil).kind == .unknown)
    }
}
