import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("Rules for unusual documents", .limitedConcurrency)
struct DocumentRuleTests {
    private static let body = #"[{"id":1,"name":"a","at":"2026-03-02T08:00:00Z","url":"https://a.example/1"}]"#
    private static let golden: JSON = [
        ["id": 1, "name": "a", "at": "2026-03-02T08:00:00.000Z", "url": "https://a.example/1"]
    ]
    private let sut = MadeUp(
        operation: .init(
            "list",
            .get,
            "/items",
            reply: .init(200, body: Array(DocumentRuleTests.body.utf8)),
            fields: [
                .init("$[*].id", .int), .init("$[*].name", .string), .init("$[*].at", .date), .init("$[*].url", .url),
            ],
            details: .init(value: DocumentRuleTests.golden)
        )
    )

    private func verdict(_ rule: String, _ variant: String, _ outcome: ClientOutcome) throws -> Verdict {
        try sut.judge(rule, variant, [MadeUp.entry("GET", "/items")], [outcome]).verdict
    }

    /// The declared value with another member.
    private func value(_ name: String, _ value: JSON) -> ClientOutcome {
        guard case .array(let elements) = Self.golden, case .object(let members)? = elements.first else {
            return .value([])
        }
        return .value([.object(members.map { $0.name == name ? JSON.Member(name, value) : $0 })])
    }

    @Test("Null in a required field must be reported with its path.")
    func null() throws {
        #expect(sut.plan(of: "DEC-04").clauses.map(\.variant) == ["id", "name", "at", "url"])
        #expect(try verdict("DEC-04", "name", .decoding(.valueNotFound, path: "$[0].name")) == .pass)
        #expect(try verdict("DEC-04", "name", .decoding(.valueNotFound, path: "$[0].id")) == .fail)
        #expect(try verdict("DEC-04", "name", value("name", "")) == .fail)
    }

    @Test("An integer must be exact or rejected.")
    func integer() throws {
        #expect(try verdict("DEC-11", "id:2^53+1", value("id", 9_007_199_254_740_993)) == .pass)
        #expect(try verdict("DEC-11", "id:2^53+1", value("id", 9_007_199_254_740_992)) == .fail)
        #expect(try verdict("DEC-11", "id:2^63", .decoding(.dataCorrupted, path: "$[0].id")) == .pass)
        #expect(try verdict("DEC-11", "id:2^63", value("id", 9_223_372_036_854_775_807)) == .fail)
        #expect(try verdict("DEC-11", "id:1.5", value("id", 2)) == .fail)
        #expect(try verdict("DEC-11", "id:1e3", value("id", 1_000)) == .pass)
    }

    @Test("A document of another shape must be rejected, and an empty array accepted.")
    func shape() throws {
        #expect(sut.plan(of: "DEC-12").clauses.map(\.variant) == ["object", "wrapped", "null-document", "no-elements"])
        for variant in ["object", "wrapped", "null-document"] {
            #expect(try verdict("DEC-12", variant, .decoding(.typeMismatch)) == .pass)
            #expect(try verdict("DEC-12", variant, .value([])) == .fail)
        }
        #expect(try verdict("DEC-12", "no-elements", .value([])) == .pass)
        #expect(try verdict("DEC-12", "no-elements", .value(Self.golden)) == .fail)
        #expect(try verdict("DEC-12", "no-elements", .decoding(.empty)) == .fail)
    }

    @Test("A page of a captive portal must be rejected, and the stored value kept.")
    func page() throws {
        #expect(try verdict("DEC-13", "", .decoding(.contentType)) == .pass)
        #expect(try verdict("DEC-13", "", .decoding(.dataCorrupted)) == .pass)
        #expect(try verdict("DEC-13", "", .value([])) == .fail)
        var storing = sut
        storing.operation.stored = (key: "items", value: [7])
        let plan = storing.plan(of: "DEC-13")
        let clause = try #require(plan.clauses.first)
        #expect(clause.exercise.request.store == ["items": [7]])
        let judge = Judge(plan.declaration)
        for (store, isRight) in [(["items": [7]], true), (["items": []], false)] as [([String: JSON], Bool)] {
            let answer = CaseAnswer.outcomes([.decoding(.contentType)], elapsed: .zero, store: store)
            #expect((judge.judge(clause, [CaseEvidence(answer: answer)]).verdict == .pass) == isRight)
        }
    }

    @Test("JSON with another type must be handled as declared.")
    func contentType() throws {
        #expect(sut.reason("DEC-14")?.hasSuffix("(refusesContentType)") == true)
        var sut = sut
        let (refused, read) = (ClientOutcome.decoding(.contentType), ClientOutcome.value(Self.golden))
        sut.declaration.features.refusesContentType = false
        for variant in ["text-plain", "none", "problem-json"] {
            #expect(try sut.judge("DEC-14", variant, [], [read]).verdict == .pass)
            #expect(try sut.judge("DEC-14", variant, [], [refused]).verdict == .fail)
        }
        sut.declaration.features.refusesContentType = true
        #expect(try sut.judge("DEC-14", "text-plain", [], [refused]).verdict == .pass)
        #expect(try sut.judge("DEC-14", "text-plain", [], [read]).verdict == .fail)
        for variant in ["none", "problem-json"] {
            #expect(try sut.judge("DEC-14", variant, [], [refused]).verdict == .pass)
            #expect(try sut.judge("DEC-14", variant, [], [read]).verdict == .pass)
        }
    }

    @Test("Invalid text must be rejected, and must not be repaired.")
    func text() throws {
        for variant in ["invalid-utf-8", "latin-1", "lone-surrogate"] {
            #expect(try verdict("DEC-15", variant, .decoding(.dataCorrupted)) == .pass)
            #expect(try verdict("DEC-15", variant, value("name", "\u{FFFD}a")) == .fail)
        }
        for variant in ["byte-order-mark", "utf-16"] {
            #expect(try verdict("DEC-15", variant, .decoding(.dataCorrupted)) == .pass)
            #expect(try verdict("DEC-15", variant, .value(Self.golden)) == .pass)
            #expect(try verdict("DEC-15", variant, value("name", "\u{FFFD}")) == .fail)
        }
        var child = sut
        child.declaration.isOutOfProcess = true
        let surrogate = try child.judge("DEC-15", "lone-surrogate", [], [value("name", "\u{FFFD}a")])
        #expect(surrogate.verdict == .pass)
        #expect(surrogate.notes == ["the client accepts half of a surrogate pair"])
    }

    @Test("The invalid text is in a field that is declared as a string.")
    func place() throws {
        let mutation = try #require(Mutations(sut.operation).bodies.first { $0.name == "invalid-utf-8" })
        #expect(String(decoding: mutation.body, as: UTF8.self).contains("\"name\":\"\u{FFFD}a\""))
    }

    @Test(
        "Lenient syntax must be rejected.",
        arguments: ["two-documents", "trailing-comma", "nan", "duplicate-name"]
    )
    func syntax(_ variant: String) throws {
        let plan = sut.plan(of: "DEC-16")
        let clause = try #require(plan.clauses.first { $0.variant == variant })
        #expect(clause.rule.profile == .strict)
        #expect(try verdict("DEC-16", variant, .decoding(.dataCorrupted)) == .pass)
        #expect(try verdict("DEC-16", variant, .value(Self.golden)) == .fail)
    }

    @Test("A hostile document must end in an error in time.")
    func size() throws {
        for variant in ["depth-513", "depth-100000", "string-4-MiB"] {
            #expect(try verdict("DEC-18", variant, .decoding(.dataCorrupted)) == .pass)
            #expect(try verdict("DEC-18", variant, .value([])) == .fail)
            #expect(try verdict("DEC-18", variant, .crash("SIGSEGV")) == .fail)
        }
        var late = MadeUpCall(waits: [])
        (late.outcomes, late.took) = ([.decoding(.dataCorrupted)], .seconds(6))
        #expect(try sut.judge("DEC-18", "depth-513", late).findings == ["expected an error within 5 s, it took 6 s"])
    }

    @Test("A date or URL that does not exist must not become another one.")
    func coercion() throws {
        #expect(
            sut.plan(of: "DEC-19").clauses.map(\.variant) == ["at:30-february", "at:hour-25", "url:spaces"]
        )
        #expect(try verdict("DEC-19", "at:30-february", .decoding(.dataCorrupted)) == .pass)
        #expect(try verdict("DEC-19", "at:30-february", value("at", "2024-03-01T08:00:00.000Z")) == .fail)
        #expect(try verdict("DEC-19", "at:30-february", value("at", "2024-02-30T08:00:00Z")) == .pass)
        #expect(try verdict("DEC-19", "url:spaces", value("url", "not%20a%20url")) == .fail)
        #expect(try verdict("DEC-19", "url:spaces", value("url", "not a url")) == .pass)
    }

    @Test("A mutation that a rule tests is not a probe too.")
    func probes() {
        var declaration = sut.declaration
        declaration.operations = [sut.operation]
        let (core, strict) = (Plan(declaration), Plan(declaration, profile: .strict))
        let ids = ["DEC-01/list/depth-513", "DEC-02/list/name:null", "DEC-03/list/id:2^63"]
        for id in ids {
            #expect(core.probes.contains { $0.id == id })
            #expect(!strict.probes.contains { $0.id == id })
        }
        #expect(strict.clauses.contains { $0.id == "DEC-04/list/name" })
    }
}
