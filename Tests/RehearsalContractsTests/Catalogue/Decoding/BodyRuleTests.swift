import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("Rules for bodies", .limitedConcurrency)
struct BodyRuleTests {
    private static let golden: JSON = [["id": 1, "note": "a"], ["id": 2, "note": "b"]]
    private let sut = MadeUp(
        operation: .init(
            "list",
            .get,
            "/items",
            reply: .init(200, body: Array(#"[{"id":1,"note":"a"},{"id":2,"note":"b"}]"#.utf8)),
            fields: [.init("$[*].id", .int), .init("$[*].note", .string, isRequired: false)],
            details: .init(value: BodyRuleTests.golden)
        )
    )
    private let entry = MadeUp.entry("GET", "/items")

    private func verdict(_ rule: String, _ variant: String, _ outcomes: ClientOutcome...) throws -> Verdict {
        try sut.judge(rule, variant, [entry], outcomes).verdict
    }

    @Test("A malformed document must yield a decoding error after one request.", arguments: ["truncated", "html", "x"])
    func malformed(_ variant: String) throws {
        #expect(try verdict("DEC-01", variant, .decoding(.dataCorrupted)) == .pass)
        #expect(try verdict("DEC-01", variant, .decoding(.contentType)) == .pass)
        for wrong in [
            ClientOutcome.value([]), .value(Self.golden), .transport(.other), .http(status: 200), .domain("x"),
        ] {
            #expect(try verdict("DEC-01", variant, wrong) == .fail)
        }
        let twice = try sut.judge("DEC-01", variant, [entry, entry], [.decoding(.dataCorrupted)])
        #expect(twice.findings == ["expected 1 request, saw 2"])
    }

    @Test("A missing key must be reported with its name and index.")
    func missing() throws {
        #expect(try verdict("DEC-02", "id", .decoding(.keyNotFound, path: "[1].ID")) == .pass)
        #expect(try verdict("DEC-02", "id", .decoding(.keyNotFound, path: "[0].id")) == .fail)
        #expect(try verdict("DEC-02", "id", .decoding(.keyNotFound)) == .fail)
        #expect(try verdict("DEC-02", "id", .decoding(.dataCorrupted, path: "[1].id")) == .fail)
        #expect(try verdict("DEC-02", "id", .value([["id": 1, "note": "a"], ["id": 0, "note": "b"]])) == .fail)
        #expect(sut.plan(of: "DEC-02").clauses.map(\.variant) == ["id"])
    }

    @Test("A wrong type must be reported with its path, even for an optional field.")
    func type() throws {
        #expect(try verdict("DEC-03", "id:string", .decoding(.typeMismatch, path: "$[1].id")) == .pass)
        #expect(try verdict("DEC-03", "note:number", .decoding(.typeMismatch, path: "$[1].note")) == .pass)
        #expect(try verdict("DEC-03", "note:number", .decoding(.typeMismatch, path: "$[1]")) == .fail)
        #expect(try verdict("DEC-03", "note:number", .value([["id": 1, "note": "a"], ["id": 2]])) == .fail)
    }

    @Test("Null and an absent field must both yield nil.")
    func optional() throws {
        let none = ClientOutcome.value([["id": 1, "note": "a"], ["id": 2, "note": .null]])
        #expect(try verdict("DEC-05", "note", none, none) == .pass)
        #expect(try verdict("DEC-05", "note", .decoding(.valueNotFound, path: "$[1].note"), none) == .fail)
        #expect(try verdict("DEC-05", "note", none, .decoding(.keyNotFound, path: "$[1].note")) == .fail)
        let blank = ClientOutcome.value([["id": 1, "note": "a"], ["id": 2, "note": ""]])
        let differ = try sut.judge("DEC-05", "note", [entry], [blank, none])
        #expect(
            differ.findings == [#"expected the same value for null and an absent field, got "" and null at $[1].note"#]
        )
        let blanks = try sut.judge("DEC-05", "note", [entry], [blank, blank])
        #expect(blanks.verdict == .pass)
        #expect(blanks.notes == [#"with null at $[1].note, the value changed: $[1].note: "b" became """#])
    }

    @Test("Every field of the recorded document must be set, regardless of its value.")
    func goldenDocument() throws {
        #expect(try verdict("DEC-06", "", .value(Self.golden)) == .pass)
        #expect(try verdict("DEC-06", "", .value([["id": 7, "note": "z"], ["id": 2, "note": "b"]])) == .pass)
        let lost = try sut.judge("DEC-06", "", [entry], [.value([["id": 1, "note": .null], ["id": 2, "note": "b"]])])
        #expect(lost.findings == [#"expected $[0].note to be "a", got null"#])
        #expect(try verdict("DEC-06", "", .value([["id": 1, "note": "a"]])) == .fail)
        #expect(try verdict("DEC-06", "", .decoding(.keyNotFound, path: "$[0].id")) == .fail)
    }

    @Test("A declared field that the recorded answer lacks is noted.")
    func absentField() throws {
        var sut = sut
        sut.operation.fields?.append(.init("$[*].colour", .string))
        let result = try sut.judge("DEC-06", "", [entry], [.value(Self.golden)])
        #expect(result.notes == ["the recorded reply has no $[*].colour, so this field is not tested"])
    }

    @Test(
        "An error status must yield an HTTP error, regardless of the body.",
        arguments: [("502-html", 502), ("500-empty", 500)]
    )
    func errorBody(_ variant: String, _ status: Int) throws {
        #expect(try verdict("DEC-17", variant, .http(status: status)) == .pass)
        #expect(try verdict("DEC-17", variant, .decoding(.dataCorrupted, status: status)) == .fail)
        #expect(try verdict("DEC-17", variant, .value([])) == .fail)
    }

    @Test("The rules for fields do not apply without declared fields, and the probes of the map are planned anyway.")
    func undeclared() {
        var sut = sut
        sut.operation.fields = nil
        for rule in ["DEC-02", "DEC-03", "DEC-05", "DEC-07", "DEC-08", "DEC-09", "DEC-10"] {
            #expect(sut.reason(rule) == "the contract does not declare the fields of the reply (fields)")
        }
        #expect(sut.reason("DEC-01") == nil)
        var declaration = sut.declaration
        declaration.operations = [sut.operation]
        let probes = Plan(declaration).mutations
        #expect(probes.contains { $0.id == "DEC-02/list/id:null" })
        #expect(probes.contains { $0.id == "DEC-03/list/note:number" })
    }

    @Test("The rules for values do not apply to an operation that returns nothing.")
    func void() {
        let sut = MadeUp(operation: .init("delete", .delete, "/items/1", isVoid: true, reply: .init(204)))
        for rule in ["DEC-01", "DEC-02", "DEC-06", "REPO-01"] { #expect(sut.reason(rule) == "delete returns nothing") }
        #expect(sut.reason("DEC-17") == nil)
    }
}
