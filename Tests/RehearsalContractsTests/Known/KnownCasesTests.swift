import Rehearsal
import RehearsalContracts
import RehearsalVerify
import TestAdmission
import Testing

@Suite("Known failures", .limitedConcurrency)
struct KnownCasesTests {
    private static let day = CivilDate(year: 2026, month: 12, day: 31)

    /// A report with one clause per verdict, named `X/get/0` and so on.
    private func report(_ verdicts: [Verdict]) -> ContractReport {
        let operation = Declaration.Operation("get", .get, "/a", reply: .init(200))
        let rule = Rule("X", "A rule.", source: "a test") { call in
            verdicts.indices.map { Rule.Draft("\($0)", TestCase(call.operation, replies: [])) { _ in } }
        }
        let plan = Plan(Declaration(name: "s", operations: [operation]), profile: .extended, rules: [rule])
        let results = zip(plan.clauses, verdicts).map { clause, verdict in
            var result = ClauseResult(clause, [], verdict)
            if verdict == .fail { result.findings = ["expected 1 request,\nsaw 2", "and more"] }
            return result
        }
        return ContractReport(plan, profile: .core, timing: .on, results)
    }

    @Test("A list is parsed line by line and written back unchanged.")
    func text() throws {
        let text = """
            RETRY-02/get/503 expires: 2026-12-31 the server is mended in January
            "DEC-02/get/a string \\"x\\"" it says # and so on
            **/put/**

            """
        let sut = try KnownFailureList(reading: "# what we know\n\n" + text, .flaky, from: "known.txt")
        #expect(sut.text == text)
        #expect(sut.entries.map(\.place) == ["known.txt:3", "known.txt:4", "known.txt:5"])
        #expect(sut.entries[0].expires == Self.day)
        #expect(sut.entries[0].reason == "the server is mended in January")
        #expect(sut.entries[1].pattern.matches("DEC-02/get/a string \"x\""))
        #expect(sut.entries.allSatisfy { $0.kind == .flaky })
    }

    @Test(
        "An invalid line is reported with its number.",
        arguments: [
            ("\na expires: tomorrow", "l:2: expires: expected a date such as 2026-12-31, found \"tomorrow\""),
            ("a expires: 2026-02-30", "l:1: expires: expected a date such as 2026-12-31, found \"2026-02-30\""),
            ("a expires:", "l:1: expires: expected a date such as 2026-12-31, found \"\""),
            ("\"a b", "l:1: the closing quotation mark is missing"),
        ]
    )
    func wrong(text: String, problem: String) {
        let error = #expect(throws: KnownFailureList.SyntaxError.self) {
            try KnownFailureList(reading: text, .failing, from: "l")
        }
        #expect(error?.description == problem)
    }

    @Test("A rewritten list contains no secrets.")
    func secrets() {
        var report = report([.fail])
        report.results[0].findings = ["got domain(no, \"Bearer hunter2\")"]
        let sut = KnownFailureList([]).rewritten(for: report, among: ["X/get/0"]).text
        #expect(!sut.contains("hunter2"))
        #expect(sut.hasPrefix("X/get/0 got domain(no, \"Bearer [redacted "))
    }

    @Test("A known failure changes its verdict, one that passes is an error, and other verdicts are unchanged.")
    func settling() {
        let sut = KnownFailureList([
            KnownFailure("X/get/0", reason: "old", at: "f:1"), KnownFailure("X/get/1", at: "f:2"),
            KnownFailure("X/get/2", at: "f:3"), KnownFailure("X/get/3", .flaky, at: "f:4"),
            KnownFailure("X/get/4", .flaky, at: "f:5"),
        ])
        var report = report([.fail, .pass, .blocked(by: "Y"), .fail, .pass, .fail])
        sut.apply(&report)
        #expect(report.results.map(\.verdict) == [.knownFailure, .pass, .blocked(by: "Y"), .flaky, .pass, .fail])
        #expect(report.results[0].knownFailureReason == "old")
        #expect(report.errors == ["X/get/1 passes, but is listed as a known failure: remove it (f:2)"])
    }

    @Test("A line is valid until the end of its last day.")
    func expiry() {
        let sut = KnownFailureList([KnownFailure("a", expires: Self.day, at: "f:1"), KnownFailure("b", at: "f:2")])
        #expect(sut.expired(on: Self.day) == [])
        #expect(sut.expired(on: CivilDate(year: 2027, month: 1, day: 1)).map(\.place) == ["f:1"])
    }

    @Test("A line that matches no clause is listed.")
    func idle() {
        let sut = KnownFailureList([KnownFailure("X/**", at: "f:1"), KnownFailure("Y/**", at: "f:2")])
        #expect(sut.unmatched(among: ["X/get/0"]).map(\.place) == ["f:2"])
    }

    @Test("A rewritten list makes the same run known failures only, and keeps the reasons.")
    func rewriting() throws {
        let before = KnownFailureList([
            KnownFailure("X/get/0", reason: "old", expires: Self.day, at: "f:1"), KnownFailure("X/get/1", at: "f:2"),
        ])
        var report = report([.fail, .pass, .fail])
        before.apply(&report)
        let sut = before.rewritten(for: report, among: report.results.map(\.id))
        #expect(sut.text == "X/get/0 expires: 2026-12-31 old\nX/get/2 expected 1 request, saw 2\n")
        var again = self.report([.fail, .pass, .fail])
        try KnownFailureList(reading: sut.text, .failing, from: "f").apply(&again)
        #expect(again.failures.isEmpty)
        #expect(again.errors.isEmpty)
    }

    @Test("A rewriting keeps the lines of clauses without a verdict, and removes the lines that no longer apply.")
    func rewritingPart() {
        let before = KnownFailureList([
            KnownFailure("Y/**", reason: "not tried", expires: Self.day, at: "f:1"),
            KnownFailure("X/get/0", reason: "not judged", at: "f:2"), KnownFailure("Z/**", reason: "gone", at: "f:3"),
            KnownFailure("X/get/1", reason: "passes", at: "f:4"),
            KnownFailure("X/get/2", .flaky, reason: "flaky", at: "f:5"),
        ])
        let report = report([.notJudged("the run was ended by SIGINT"), .pass, .flaky, .inconclusive("late")])
        let sut = before.rewritten(for: report, among: ["X/get/0", "X/get/1", "X/get/2", "X/get/3", "Y/get/0"])
        #expect(sut.text == "Y/** expires: 2026-12-31 not tried\nX/get/0 not judged\n")
    }

    @Test("A line for several clauses is kept until one of them passes, and then replaced by lines for the others.")
    func rewritingWide() {
        let before = KnownFailureList([KnownFailure("X/**", reason: "wide", expires: Self.day, at: "f:1")])
        let ids = ["X/get/0", "X/get/1", "X/get/2"]
        #expect(before.rewritten(for: report([.fail, .knownFailure]), among: ids).text == before.text)
        let sut = before.rewritten(for: report([.fail, .pass]), among: ids)
        #expect(sut.text == "X/get/0 expires: 2026-12-31 wide\nX/get/2 expires: 2026-12-31 wide\n")
    }
}
