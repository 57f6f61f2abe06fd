import Rehearsal
import RehearsalDocuments
import RehearsalRecordings
import RehearsalServer
import TestAdmission
import Testing

@testable import RehearsalCLI
@testable import RehearsalRecorder

@Suite("The summary of a recording", .limitedConcurrency)
struct RecordSummaryTests {
    private func request(_ target: String) throws -> IncomingRequest {
        try IncomingRequest(Array("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n".utf8), limits: RequestReader.limits)
    }

    private func summary(_ statistics: RecordStatistics, mode: RecordOptions.Mode = .once) throws -> RecordSummary {
        var options = try RecordOptions(typed: ["--upstream=http://a.example", "--into=Recordings/a"])
        options.mode = mode
        return RecordSummary(
            statistics.current,
            rows: statistics.table,
            options,
            try RecordPlan(options, recordingExists: mode == .rewrite)
        )
    }

    private func reply(_ status: Int, _ text: String, isWhole: Bool = true) -> RecordedExchange.Result {
        .reply(RecordedExchange.Reply(status: status, body: Array(text.utf8), isComplete: isWhole))
    }

    @Test("The table joins requests of the same kind and outcome into one line, in arrival order.")
    func table() throws {
        let statistics = RecordStatistics()
        let written = RecordingWriter.AppendResult(name: "a", secrets: 2)
        statistics.count(try request("/b?token=1"), reply(200, "four"), written)
        statistics.count(try request("/a"), .failure(.timeout, detail: ""), written)
        statistics.count(try request("/b?page=2"), reply(200, "more than"), written)
        statistics.count(try request("/b"), reply(200, "ha", isWhole: false), written)
        let text = try summary(statistics).text(.plain)
        #expect(
            text == """
                method  path  status           count  bytes  secrets
                GET     /b    200                  2     13        4
                GET     /a    timeout              1      0        2
                GET     /b    200, incomplete      1      2        2

                4 exchanges recorded into Recordings/a.har, 8 secrets redacted
                next: rehearsal serve Recordings/a.har
                """
        )
        #expect(statistics.current.failures == 2)
    }

    @Test("The table shows the remark of a written exchange once.")
    func remarksOfWhatWasWritten() throws {
        let statistics = RecordStatistics()
        let decoded = RecordingWriter.AppendResult(name: "a", remarks: ["content encoding (gzip) removed"])
        statistics.count(try request("/a"), reply(200, "a"), decoded)
        statistics.count(try request("/b"), reply(200, "b"), RecordingWriter.AppendResult(name: "b"))
        statistics.count(try request("/a"), reply(200, "a"), decoded)
        let lines = try summary(statistics).text(.plain).split(separator: "\n")
        #expect(lines[0] == "method  path  status  count  bytes  secrets  remarks")
        #expect(lines[1] == "GET     /a    200         2      2        0  content encoding (gzip) removed")
        #expect(lines[2].hasPrefix("GET     /b    200         1      1        0"))
    }

    @Test("The table shows paths without secrets and queries.")
    func paths() throws {
        let statistics = RecordStatistics()
        let token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0NzExIn0.c2lnbmF0dXJlLW9mLXRva2Vu"
        statistics.count(try request("/links/\(token)/open?token=1"), reply(200, ""))
        statistics.count(try request("/users/ada@lovelace.org"), reply(200, ""))
        statistics.count(try request("/users/ada%40lovelace.org"), reply(200, ""))
        let written = RecordingWriter.AppendResult(name: "a", path: "/reset/redacted-00000001")
        statistics.count(try request("/reset/known-by-its-place-1"), reply(200, ""), written)
        #expect(
            statistics.table.map(\.key.path) == [
                "/links/[redacted]/open", "/users/[redacted]", "/reset/redacted-00000001",
            ]
        )
    }

    @Test("The JSON summary is one line of totals.")
    func line() throws {
        let statistics = RecordStatistics()
        statistics.count(try request("/"), reply(200, "four"), RecordingWriter.AppendResult(name: "a", secrets: 1))
        statistics.countReplayed()
        statistics.countAborted()
        let line = try summary(statistics).line
        #expect(
            line == #"{"event":"stopped","recording":"Recordings/a.har","scenario":null,"recorded":1,"forwarded":0,"#
                + #""replayed":1,"missed":0,"failures":0,"left":1,"lost":0,"bytes":4,"secrets":1}"#
        )
    }

    @Test("A summary without exchanges names a likely cause, or that the old recording stays.")
    func nothing() throws {
        let text = try summary(RecordStatistics()).text(.plain)
        #expect(text.hasSuffix("no request arrived: check the base URL of the client"))
        #expect(
            try summary(RecordStatistics(), mode: .rewrite).text(.plain).hasSuffix("Recordings/a.har is not changed")
        )
    }

    @Test("A summary names unrecorded exchanges with the reason.")
    func remarks() throws {
        let statistics = RecordStatistics()
        statistics.count(lost: try request("/"), "the disk is full")
        statistics.countAborted()
        #expect(
            try summary(statistics).remarks == [
                "error: 1 exchange could not be written: the disk is full",
                "1 exchange not recorded, because the client disconnected or record was stopped",
            ]
        )
    }

    @Test("The table has a maximum number of rows.")
    func bounded() throws {
        let statistics = RecordStatistics()
        for number in 0..<(RecordStatistics.maximumRows + 50) {
            statistics.count(try request("/\(number)"), reply(200, ""), RecordingWriter.AppendResult(name: "a"))
        }
        #expect(statistics.table.count == RecordStatistics.maximumRows + 1)
        #expect(statistics.table.last?.count == 50)
        #expect(try summary(statistics).text(.plain).contains("and 941 more"))
    }
}
