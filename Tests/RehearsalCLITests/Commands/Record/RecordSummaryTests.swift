import Rehearsal
import RehearsalDocuments
import RehearsalRecordings
import RehearsalServer
import TestAdmission
import Testing

@testable import RehearsalCLI
@testable import RehearsalRecorder

@Suite("What is said of a recording", .admitted)
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
            try RecordPlan(options, isThere: mode == .rewrite)
        )
    }

    private func reply(_ status: Int, _ text: String, isWhole: Bool = true) -> RecordedExchange.Outcome {
        .reply(RecordedExchange.Reply(status: status, body: Array(text.utf8), isWhole: isWhole))
    }

    @Test("Requests of one kind that were answered alike are one line, in the order in which they came.")
    func table() throws {
        let statistics = RecordStatistics()
        let written = RecordingWriter.Written(name: "a", secrets: 2)
        statistics.note(try request("/b?token=1"), reply(200, "four"), written)
        statistics.note(try request("/a"), .failure(.timeout, detail: ""), written)
        statistics.note(try request("/b?page=2"), reply(200, "more than"), written)
        statistics.note(try request("/b"), reply(200, "ha", isWhole: false), written)
        let text = try summary(statistics).text(.plain)
        #expect(
            text == """
                method  path  status    count  bytes  secrets
                GET     /b    200           2     13        4
                GET     /a    timeout       1      0        2
                GET     /b    200, cut      1      2        2

                4 exchanges recorded into Recordings/a.har, 8 secrets redacted
                next: rehearsal serve Recordings/a.har
                """
        )
        #expect(statistics.current.failures == 2)
    }

    @Test("What is good to know of what was written stands in its line, once.")
    func remarksOfWhatWasWritten() throws {
        let statistics = RecordStatistics()
        let decoded = RecordingWriter.Written(name: "a", remarks: ["content encoding (gzip) removed"])
        statistics.note(try request("/a"), reply(200, "a"), decoded)
        statistics.note(try request("/b"), reply(200, "b"), RecordingWriter.Written(name: "b"))
        statistics.note(try request("/a"), reply(200, "a"), decoded)
        let lines = try summary(statistics).text(.plain).split(separator: "\n")
        #expect(lines[0] == "method  path  status  count  bytes  secrets  remarks")
        #expect(lines[1] == "GET     /a    200         2      2        0  content encoding (gzip) removed")
        #expect(lines[2].hasPrefix("GET     /b    200         1      1        0"))
    }

    @Test("A path shows no secret, and no query.")
    func paths() throws {
        let statistics = RecordStatistics()
        let token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0NzExIn0.c2lnbmF0dXJlLW9mLXRva2Vu"
        statistics.note(try request("/links/\(token)/open?token=1"), reply(200, ""))
        statistics.note(try request("/users/ada@lovelace.org"), reply(200, ""))
        statistics.note(try request("/users/ada%40lovelace.org"), reply(200, ""))
        let written = RecordingWriter.Written(name: "a", path: "/reset/redacted-00000001")
        statistics.note(try request("/reset/known-by-its-place-1"), reply(200, ""), written)
        #expect(
            statistics.table.map(\.key.path) == [
                "/links/[redacted]/open", "/users/[redacted]", "/reset/redacted-00000001",
            ]
        )
    }

    @Test("A machine gets the sums in one line.")
    func line() throws {
        let statistics = RecordStatistics()
        statistics.note(try request("/"), reply(200, "four"), RecordingWriter.Written(name: "a", secrets: 1))
        statistics.noteReplayed()
        statistics.noteLeft()
        let line = try summary(statistics).line
        #expect(
            line == #"{"event":"stopped","recording":"Recordings/a.har","scenario":null,"recorded":1,"forwarded":0,"#
                + #""replayed":1,"missed":0,"failures":0,"left":1,"lost":0,"bytes":4,"secrets":1}"#
        )
    }

    @Test("Where nothing came, it is said what may be wrong, and an old recording stays.")
    func nothing() throws {
        let text = try summary(RecordStatistics()).text(.plain)
        #expect(text.hasSuffix("no request arrived: check the base URL of the client"))
        #expect(
            try summary(RecordStatistics(), mode: .rewrite).text(.plain).hasSuffix("Recordings/a.har is not changed")
        )
    }

    @Test("What is not in the recording is said, with the reason.")
    func remarks() throws {
        let statistics = RecordStatistics()
        statistics.note(lost: try request("/"), "the disk is full")
        statistics.noteLeft()
        #expect(
            try summary(statistics).remarks == [
                "error: 1 exchange could not be written: the disk is full",
                "1 exchange aborted by the client or by the stop, not recorded",
            ]
        )
    }

    @Test("A table does not grow without end.")
    func bounded() throws {
        let statistics = RecordStatistics()
        for number in 0..<(RecordStatistics.mostRows + 50) {
            statistics.note(try request("/\(number)"), reply(200, ""), RecordingWriter.Written(name: "a"))
        }
        #expect(statistics.table.count == RecordStatistics.mostRows + 1 && statistics.table.last?.count == 50)
        #expect(try summary(statistics).text(.plain).contains("and 941 more"))
    }
}
