import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("The decoding map", .limitedConcurrency)
struct DecodingMapTests {
    private let operation = Declaration.Operation(
        "list",
        .get,
        "/items",
        reply: .init(200, body: Array(#"[{"id":1,"note":"a"}]"#.utf8)),
        fields: [.init("$[*].id", .int), .init("$[*].note", .string, isRequired: false)],
        details: .init(value: [["id": 1, "note": "a"]])
    )

    private func report(_ answer: (PlannedClause) -> ClientOutcome) -> ContractReport {
        let declaration = Declaration(name: "a client", operations: [operation])
        let plan = Plan(declaration)
        let results = (plan.clauses + plan.probes).map { clause in
            let outcomes = (0..<clause.exercise.request.repetitions).map { _ in answer(clause) }
            let evidence = CaseEvidence(answer: .outcomes(outcomes, elapsed: .zero, store: nil))
            return Judge(declaration).judge(clause, [evidence])
        }
        return ContractReport(plan, profile: .core, timing: .on, results)
    }

    @Test("A map has a row per field and one for the whole body, and a column per tried family.")
    func shape() throws {
        let maps = DecodingMap.maps(of: report { _ in .decoding(.dataCorrupted, path: "$[0].id") })
        let sut = try #require(maps.first)
        #expect(maps.count == 1)
        #expect(sut.rows.map(\.field) == ["$[*]", "$[*].id", "$[*].note", "$"])
        #expect(sut.rows.map(\.isRequired) == [nil, true, false, nil])
        #expect(sut.columns == [.removed, .null, .retyped, .emptied, .overflowed, .changed, .duplicated, .body])
        #expect(sut.rows[1].worst(.removed) == .error)
        #expect(sut.rows[2].worst(.removed) == .vague)
        #expect(sut.rows[1].worst(.emptied) == nil)
        #expect(sut.rows[1][.retyped].map(\.mutation.name) == ["bool", "object", "array", "string"])
    }

    @Test("A cell lists its worst mutation first.")
    func worst() throws {
        let report = report { clause in
            clause.id.hasSuffix("id:object")
                ? .value([["id": 0, "note": "a"]]) : .decoding(.typeMismatch, path: "$[0].id")
        }
        let row = try #require(DecodingMap.maps(of: report).first?.rows.first { $0.field == "$[*].id" })
        #expect(row.worst(.retyped) == .swallowed)
        #expect(row[.retyped].first?.effect.detail == "$[0].id: 1 became 0")
        #expect(row[.retyped].first?.clause == "DEC-03/list/id:object")
    }

    @Test("A probe with a finding is a result, and one without is not counted as a pass.")
    func counted() {
        let report = report { clause in
            clause.id.hasSuffix("id:object") ? .value([["id": 0, "note": "a"]]) : .value([["id": 1, "note": "a"]])
        }
        #expect(report.results.filter(\.isProbe).map(\.id) == ["DEC-03/list/id:object"])
        #expect(report.results.filter(\.isProbe).map(\.verdict) == [.fail])
        #expect(report.probes.count > 20)
        #expect(report.probes.contains { $0.verdict == .pass })
    }

    @Test("An operation without results has no map.")
    func none() {
        var report = report { _ in .timeout }
        report.results = []
        report.probes = []
        #expect(DecodingMap.maps(of: report).isEmpty)
    }
}
