import Rehearsal
import RehearsalContracts
import RehearsalVerify
import TestAdmission
import Testing

@testable import RehearsalReports

@Suite("Changes between two reports", .limitedConcurrency)
struct ReportDiffTests {
    private let old = ReportSample.report

    /// The report with other verdicts.
    private func report(_ verdicts: [String: Verdict?], adding: [ReportSnapshot.Clause] = []) -> ReportSnapshot {
        var report = old
        report.clauses = report.clauses.compactMap { clause in
            guard let verdict = verdicts[clause.id] else { return clause }
            var clause = clause
            guard let verdict else { return nil }
            clause.verdict = verdict
            return clause
        }
        report.clauses += adding
        return report
    }

    @Test("Two equal reports yield no changes.")
    func same() {
        let sut = ReportDiff(from: old, to: old)
        #expect(!sut.isBroken)
        #expect(sut.lines() == ["no clause changed its verdict (11 clauses)"])
    }

    @Test("A rule that broke is named, and the clauses that it blocks are counted.")
    func broke() {
        let new = report(["REQ-01/getUser": .fail, "STAT-01/getUser/200": .blocked(by: "REQ-01")])
        let sut = ReportDiff(from: old, to: new)
        #expect(sut.isBroken)
        #expect(sut.broke.map(\.rule.id) == ["REQ-01"])
        #expect(sut.broke.first?.blocks == 1)
        let lines = sut.lines()
        #expect(lines.first == "1 rule broke (REQ-01), 0 fixed, 2 of 11 clauses changed")
        #expect(lines.contains("REQ-01 broke: What REQ-01 says."))
        #expect(lines.contains("  REQ-01/getUser: pass → fail"))
        #expect(lines.contains("  blocks 1 clause"))
        #expect(!lines.contains { $0.contains("STAT-01") })
    }

    @Test("A fixed rule is named with the number of clauses that it no longer blocks.")
    func mended() {
        let blocked: Verdict? = .pass
        let new = report([
            "RETRY-02/getUser/503": .pass, "BACK-01/getUser/503": blocked, "BACK-01/getUser/500": blocked,
        ])
        let sut = ReportDiff(from: old, to: new)
        #expect(!sut.isBroken)
        #expect(sut.mended.map(\.rule.id) == ["RETRY-02"])
        #expect(sut.mended.first?.blocks == 2)
    }

    @Test(
        "The kind of a change follows from the verdicts before and after it.",
        arguments: [
            (Verdict?.none, Verdict?.some(.fail), ReportDiff.Change.Kind.broke),
            (.blocked(by: "A"), .fail, .broke), (.knownFailure, .fail, .broke), (.knownFailure, .pass, .mended),
            (.blocked(by: "A"), .pass, .freed), (.fail, .knownFailure, .known), (.pass, .flaky, .known),
            (.pass, .inconclusive("x"), .undecided), (.notJudged("x"), .pass, .decided), (nil, .pass, .added),
            (.pass, nil, .removed), (.pass, .blocked(by: "A"), .blocked), (.pass, .notApplicable("x"), .notApplicable),
        ]
    )
    func kinds(_ before: Verdict?, _ after: Verdict?, _ kind: ReportDiff.Change.Kind) throws {
        let id = "X-01/getUser"
        var (old, new) = (old, old)
        if let before { old.clauses.append(ReportSample.clause(id, before)) }
        if case .notApplicable(let reason)? = after {
            new.notApplicable.append(.init(rule: "X-01", operation: "getUser", reason: reason))
        } else if let after {
            new.clauses.append(ReportSample.clause(id, after))
        }
        let sut = ReportDiff(from: old, to: new)
        #expect(sut.changes.map(\.kind) == [kind])
        #expect(sut.isBroken == (kind == .broke))
        #expect(sut.lines().contains { $0.contains("X-01") })
    }

    @Test(
        "A probe is fixed if its finding disappears, and broke if one appears."
    )
    func probes() {
        var found = old
        found.clauses.append(ReportSample.clause("DEC-03/getUser/id:object", .fail))
        #expect(ReportDiff(from: found, to: old).changes.map(\.kind) == [.mended])
        #expect(ReportDiff(from: old, to: found).changes.map(\.before) == [.pass])
    }

    @Test("A new error of the run counts as broken.")
    func errors() {
        var new = old
        new.errors = ["a pattern matches nothing"]
        let sut = ReportDiff(from: old, to: new)
        #expect(sut.isBroken)
        #expect(sut.lines().contains("error: a pattern matches nothing"))
    }

    @Test("The JSON lists the broken rules and each change with its verdicts.")
    func json() {
        let json = ReportDiff(from: old, to: report(["REQ-01/create": .some(.fail)])).json
        #expect(json["isBroken"] == true)
        #expect(
            json["broke"] == [
                ["rule": "REQ-01", "statement": "What REQ-01 says.", "clauses": ["REQ-01/create"], "blocks": 0]
            ]
        )
        #expect(
            json["changes"] == [
                [
                    "id": "REQ-01/create", "rule": "REQ-01", "operation": "create", "before": "pass", "after": "fail",
                    "why": nil,
                ]
            ]
        )
    }
}
