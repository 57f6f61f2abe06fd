import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@testable import RehearsalReportPage
@testable import RehearsalReports

@Suite("A report as it is written", .limitedConcurrency)
struct WrittenReportTests {
    private func entry(_ ordinal: Int, connection: Int, exchange: Int, at: Int64) -> Journal.Entry {
        let head = "GET /me?token=hunter2 HTTP/1.1\r\nHost: a\r\n\r\n"
        var entry = Journal.Entry(
            ordinal: ordinal,
            session: "s",
            connection: connection,
            exchange: exchange,
            at: at,
            headAt: at,
            rawHead: Array(head.utf8)
        )
        (entry.endAt, entry.status, entry.written, entry.end) = (at + 1_000_000, 503, 10, .completed)
        return entry
    }

    private func report(_ change: (inout ClauseResult) -> Void) throws -> ContractReport {
        let operation = Declaration.Operation("getUser", .get, "/me", reply: .init(200, body: Array("{}".utf8)))
        let rule = Rule("X-01", "It does.", source: "us") { call in
            [Rule.Draft("503", TestCase(call.operation, replies: [call.recordedReply])) { _ in }]
        }
        let plan = Plan(Declaration(name: "users", operations: [operation]), rules: [rule])
        let clause = try #require(plan.clauses.first)
        var result = ClauseResult(clause, [], .fail)
        (result.calledAt, result.answeredAt) = (1_000_000_000, 1_500_000_000)
        change(&result)
        var report = ContractReport(plan, profile: .core, timing: .on, [result])
        report.command = ["rehearsal", "verify", "--profile", "core", "--", "subject", "--token", "hunter2"]
        report.startedAt = 1_772_438_400_000
        return report
    }

    @Test("A client with clauses blocked by a known failure meets its contract in part.")
    func blocked() throws {
        var report = try report { $0.verdict = .knownFailure }
        #expect(report.snapshot.outcome == .met)
        #expect(report.snapshot.knownFailureNotice == nil)
        var other = report.results[0]
        (other.id, other.rule, other.verdict) = ("Y-01/getUser", "Y-01", .blocked(by: "X-01"))
        report.results.append(other)
        let sut = report.snapshot
        #expect(sut.outcome == .blocked)
        #expect(sut.headline.hasPrefix("met in part: 0 pass, 0 fail, 1 known failure"))
        #expect(sut.lines().contains { $0.hasPrefix("1 clause depends on known failures") })
        #expect(sut.json["outcome"] == "blocked")
        other.verdict = .fail
        report.results.append(other)
        #expect(report.snapshot.outcome == .failed)
    }

    @Test("A clause that was skipped after other clauses hung does not count as blocked by a known failure.")
    func skipped() throws {
        var report = try report { $0.verdict = .pass }
        var other = report.results[0]
        (other.id, other.verdict, other.notes) = ("X-01/getUser/other", .blocked(by: other.rule), ["not run"])
        report.results.append(other)
        let sut = report.snapshot
        #expect(sut.knownFailureNotice == nil)
        #expect(sut.lines().contains("  X-01/getUser/other: not run"))
    }

    @Test("No format of a report contains a secret of the evidence.", arguments: ContractReportFormat.allCases)
    func secrets(_ format: ContractReportFormat) throws {
        let report = try report { result in
            result.entries = [entry(0, connection: 0, exchange: 0, at: 1_001_000_000)]
            result.outcomes = [.value(["access_token": "hunter2"])]
            result.findings = ["it does not", "got domain(no, \"Bearer hunter2\")"]
            result.notes = ["its cookie: hunter2"]
            result.knownFailureReason = "password=hunter2"
        }
        let text = format.text(of: report)
        #expect(!text.contains("hunter2"))
        #expect(text.contains("redacted"))
    }

    @Test(
        "No format of a report contains a secret of the client's own texts.",
        arguments: ContractReportFormat.allCases
    )
    func free(_ format: ContractReportFormat) throws {
        var report = try report { result in
            result.verdict = .notJudged("it said token=hunter2")
            result.outcomes = [.crash("token: hunter2"), .domain("secret=hunter2", reason: "{\"pin\":\"hunter2\"}")]
        }
        report.subject = "users (token=hunter2)"
        report.protocolViolations = ["it printed {\"token\":\"hunter2\"}"]
        report.errors = ["https://hunter2@a/ passes"]
        report.warnings = ["apiKey: hunter2"]
        report.notApplicable = [.init(rule: "X-01", operation: "other", reason: "it has no token=hunter2")]
        let text = format.text(of: report)
        #expect(!text.contains("hunter2"))
        #expect(text.contains("redacted"))
    }

    @Test("A request that the network stack resent is marked as such.")
    func attribution() throws {
        let sut = try report { result in
            var lost = entry(1, connection: 0, exchange: 1, at: 1_002_000_000)
            (lost.status, lost.written, lost.end) = (nil, 0, .fault)
            result.entries = [
                entry(0, connection: 0, exchange: 0, at: 1_000_000_000), lost,
                entry(2, connection: 1, exchange: 0, at: 1_004_000_000),
            ]
        }.snapshot
        let clause = try #require(sut.clauses.first)
        #expect(clause.attribution == "2 by the client, 1 by its network stack")
        #expect(clause.exchanges.map(\.isResent) == [false, false, true])
        #expect(clause.exchanges.map(\.status) == [503, nil, 503])
        #expect(clause.exchanges.map(\.at) == [.zero, .milliseconds(2), .milliseconds(4)])
    }

    @Test("The command for a rerun has its selection before the subject's command.")
    func again() throws {
        let sut = try report { _ in }.snapshot
        let again = try #require(sut.clauses.first?.rerunCommand)
        #expect(
            again.hasPrefix("rehearsal verify --profile core --only X-01/getUser/503 -- subject --token '[redacted")
        )
        #expect(sut.startedAt == "2026-03-02T08:00:00Z")
        #expect(sut.rules.map(\.statement) == ["It does."])
    }

    @Test("A passed clause has no timeline.")
    func plain() throws {
        let sut = try report { result in
            result.verdict = .pass
            result.entries = [entry(0, connection: 0, exchange: 0, at: 1_001_000_000)]
        }.snapshot
        #expect(sut.clauses.first?.timeline == [])
        #expect(sut.clauses.first?.exchanges.count == 1)
    }
}
