import Foundation
@testable import Rehearsal
import RehearsalPlatform
import TestAdmission
import Testing

@testable import RehearsalReports

@Suite("Reports of a run", .limitedConcurrency)
struct ReportTests {
    /// A report with an expectation that is met, one that is not, and a request that needs escaping and redaction.
    private func report(
        command: [String] = ["curl", "-s", "http://127.0.0.1:1/a"],
        end: Termination? = .exited(0),
        ending: RunReport.EndReason = .command,
        title: String = "get /me: count 2",
        forgotten: Int = 0,
    ) -> RunReport {
        let head = "GET /a|b?x=<y>&q='\"&token=hunter2 HTTP/1.1\r\nHost: a\r\n\r\n"
        var entry = Journal.Entry(
            ordinal: 0,
            session: "s",
            connection: 1,
            exchange: 2,
            at: 1_500_000_000,
            headAt: nil,
            rawHead: Array(head.utf8)
        )
        entry.decision = .unmatched
        entry.status = 501
        entry.written = 10
        entry.end = .completed
        let finding = Journal.Finding(
            .count,
            "get /me",
            "expected 2, saw 1 \u{1}<&>",
            sourceLocation: "a|b.json:7",
            requests: [entry]
        )
        return RunReport(
            scenario: "one\u{7} <&> \"two\" | `three`",
            url: "http://127.0.0.1:1",
            startedAt: 1_769_868_187_000_000_000,
            duration: .milliseconds(2_150),
            command: command,
            commandEnd: end,
            ending: ending,
            requests: 1,
            judgement: VerificationResult(
                items: [
                    VerificationResult.Item(title: "get /here: count 1", sourceLocation: nil, findings: []),
                    VerificationResult.Item(title: title, sourceLocation: "a|b.json:7", findings: [finding]),
                ],
                droppedEntries: forgotten,
                startedAt: 500_000_000,
                redaction: Redaction(salt: 1)
            )
        )
    }

    @Test("The text has the verdict, then each finding in the format of a compiler, then its requests.")
    func text() {
        let lines = report().lines
        #expect(lines[0] == "failed: 1 of 2 expectations, 1 request, command exited with 0 (2.1 s)")
        #expect(lines[1] == "a|b.json:7: error: get /me: count: expected 2, saw 1 \\u{1}<&>")
        #expect(lines[2].hasPrefix("    +1.000 s  1.2  GET /a|b?x=<y>"))
        #expect(lines.count == 3)
    }

    @Test(
        "A report in any format shows the command and the requests without their secrets.",
        arguments: RunReportFormat.allCases
    )
    func secrets(format: RunReportFormat) {
        let words = [
            "curl", "-H", "Authorization: Bearer hunter2", "-u", "me:hunter2", "--token=hunter2", "--api-key",
            "hunter2",
            "http://me:hunter2@h/?access_token=hunter2", "-d", "{\"password\":\"hunter2\"}", "--oauth2-bearer",
            "hunter2",
            "curl -H 'Authorization: Bearer hunter2' \"http://h/?token=hunter2\" --password hunter2 -d pin=1&token=hunter2",
        ]
        let text = format.text(of: report(command: words))
        #expect(!text.contains("hunter2"))
        #expect(format == .text || text.contains("redacted"))
    }

    @Test("The command is shown quoted, so that a shell can run it.")
    func command() {
        let words = ["curl", "", "a b", "it's", "http://127.0.0.1:1/x", "a\nb"]
        #expect(report(command: words).shownCommand == #"curl '' 'a b' 'it'\''s' http://127.0.0.1:1/x 'a\u{a}b'"#)
    }

    @Test("The JSON report has the verdict, the command, the expectations and the findings.")
    func json() throws {
        let json = try JSON(parsing: RunReportFormat.json.text(of: report(end: .signaled(by: "SIGKILL"))))
        #expect(json["verdict"] == "failed")
        #expect(json["startedAt"] == "2026-01-31T14:03:07Z")
        #expect(json["milliseconds"] == 2150)
        #expect(json["command"]?["status"] == .null)
        #expect(json["command"]?["signal"] == "SIGKILL")
        #expect(json["expectations"]?[0]?["met"] == true)
        #expect(json["expectations"]?[1]?["place"] == "a|b.json:7")
        #expect(json["expectations"]?[1]?["findings"]?[0]?["arrivals"]?[0]?["milliseconds"] == 1000)
    }

    @Test(
        "Python reads the JUnit report, with every special character.",
        .enabled(if: Python.path != nil, "needs python3")
    )
    func junit() async throws {
        let script = """
            import sys, xml.etree.ElementTree as tree
            suite = tree.fromstring(sys.argv[1]).find("testsuite")
            print(suite.get("name"), suite.get("tests"), suite.get("failures"), suite.get("time"))
            for case in suite:
                print(case.get("name"), case.get("file"), case.get("line"))
                for failure in case:
                    print(failure.get("type"), failure.get("message"))
                    print(failure.text)
            """
        let text = RunReportFormat.junit.text(of: report(command: ["a<b", "\u{1}\u{FFFF}"], end: .exited(9)))
        let lines = try await Python.run(script, text)
        try #require(lines.count == 9, "\(lines)")
        #expect(lines[0] == "rehearsal run one\\u{7} <&> \"two\" | `three` 3 2 2.150")
        #expect(lines[2] == "get /me: count 2 a|b.json 7")
        #expect(lines[3] == "count get /me: count: expected 2, saw 1 \\u{1}<&>")
        #expect(lines[4] == "a|b.json:7: error: get /me: count: expected 2, saw 1 \\u{1}<&>")
        #expect(lines[5].hasPrefix("+1.000 s  1.2  GET /a|b?x=<y>&q='\"&token="))
        #expect(lines[6] == #"command: 'a<b' '\u{1}\u{ffff}' None None"#)
        #expect(lines[8] == "the command exited with 9")
    }

    @Test("The Markdown report escapes the text of its table cells and fences its code blocks.")
    func markdown() {
        let text = RunReportFormat.markdown.text(of: report(title: "get /a|b: ```\n| x"))
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let rows = lines.filter { $0.hasPrefix("| ") }
        #expect(rows.count == 4)
        #expect(rows.allSatisfy { $0.replacing("\\|", with: "").count(where: { $0 == "|" }) == 4 })
        #expect(rows[2].contains("a\\|b.json:7"))
        #expect(lines.contains("```text"))
        #expect(lines.contains { $0.hasPrefix("    +1.000 s  1.2  GET /a|b") })
    }

    @Test(
        "A run fails if its command fails or times out, and not if the run itself ended the command.",
        arguments: [
            (Termination?.some(.exited(0)), RunReport.EndReason.command, nil),
            (.exited(22), .command, "the command exited with 22"),
            (.signaled(by: "SIGTERM"), .expectationsMet, nil),
            (.exited(0), .timeout(.seconds(60)), "timed out after 60 s: the command exited with 0"),
            (nil, .timeout(.seconds(60)), "timed out after 60 s: the command did not end"),
            (.exited(0), .interrupted("SIGINT"), nil),
            (.exited(3), .interrupted("SIGINT"), "interrupted by SIGINT: the command exited with 3"),
        ]
    )
    func ending(end: Termination?, ending: RunReport.EndReason, failure: String?) {
        var sut = report(end: end, ending: ending)
        #expect(sut.commandFailure == failure)
        sut.judgement.items.removeLast()
        #expect(sut.outcome == (failure == nil ? .met : .failed))
        sut.judgement.droppedEntries = 1
        #expect(sut.outcome == (failure == nil ? .notJudged : .failed))
    }
}
