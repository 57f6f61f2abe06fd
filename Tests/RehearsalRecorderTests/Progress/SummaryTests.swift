import Rehearsal
import RehearsalFiles
import RehearsalServer
import TestAdmission
import Testing

@testable import RehearsalRecorder

@Suite("What is said of a recording", .admitted)
struct SummaryTests {
    private func request(_ target: String) throws -> IncomingRequest {
        try IncomingRequest(Array("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n".utf8), limits: RequestReader.limits)
    }

    private func summary(_ tally: Tally, mode: RecordOptions.Mode = .once) throws -> Summary {
        var options = try RecordOptions(words: ["--upstream=http://a.example", "--into=Recordings/a"])
        options.mode = mode
        return Summary(tally.current, rows: tally.table, options, try Course(options, isThere: mode == .rewrite))
    }

    private func reply(_ status: Int, _ text: String, isWhole: Bool = true) -> RecordedExchange.Outcome {
        .reply(RecordedExchange.Reply(status: status, body: Array(text.utf8), isWhole: isWhole))
    }

    @Test("Requests of one kind that were answered alike are one line, in the order in which they came.")
    func table() throws {
        let tally = Tally()
        let written = RecordingWriter.Written(name: "a", secrets: 2)
        tally.note(try request("/b?token=1"), reply(200, "four"), written)
        tally.note(try request("/a"), .failure(.timeout, detail: ""), written)
        tally.note(try request("/b?page=2"), reply(200, "more than"), written)
        tally.note(try request("/b"), reply(200, "ha", isWhole: false), written)
        let text = try summary(tally).text(.plain)
        #expect(
            text == """
                method  path  status    count  bytes  secrets
                GET     /b    200           2     13        4
                GET     /a    timeout       1      0        2
                GET     /b    200, cut      1      2        2

                4 exchanges recorded into Recordings/a.har, 8 secrets taken out
                next: rehearsal serve Recordings/a.har
                """
        )
        #expect(tally.current.failures == 2)
    }

    @Test("What is good to know of what was written stands in its line, once.")
    func remarksOfWhatWasWritten() throws {
        let tally = Tally()
        let decoded = RecordingWriter.Written(name: "a", remarks: ["content encoding (gzip) taken off"])
        tally.note(try request("/a"), reply(200, "a"), decoded)
        tally.note(try request("/b"), reply(200, "b"), RecordingWriter.Written(name: "b"))
        tally.note(try request("/a"), reply(200, "a"), decoded)
        let lines = try summary(tally).text(.plain).split(separator: "\n")
        #expect(lines[0] == "method  path  status  count  bytes  secrets  remarks")
        #expect(lines[1] == "GET     /a    200         2      2        0  content encoding (gzip) taken off")
        #expect(lines[2].hasPrefix("GET     /b    200         1      1        0"))
    }

    @Test("A path shows no secret, and no query.")
    func paths() throws {
        let tally = Tally()
        let token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0NzExIn0.c2lnbmF0dXJlLW9mLXRva2Vu"
        tally.note(try request("/links/\(token)/open?token=1"), reply(200, ""))
        tally.note(try request("/users/ada@lovelace.org"), reply(200, ""))
        tally.note(try request("/users/ada%40lovelace.org"), reply(200, ""))
        let written = RecordingWriter.Written(name: "a", path: "/reset/redacted-00000001")
        tally.note(try request("/reset/known-by-its-place-1"), reply(200, ""), written)
        #expect(
            tally.table.map(\.key.path) == [
                "/links/[redacted]/open", "/users/[redacted]", "/reset/redacted-00000001",
            ]
        )
    }

    @Test("A machine gets the sums in one line.")
    func line() throws {
        let tally = Tally()
        tally.note(try request("/"), reply(200, "four"), RecordingWriter.Written(name: "a", secrets: 1))
        tally.noteReplayed()
        tally.noteLeft()
        let line = try summary(tally).line
        #expect(
            line == #"{"event":"stopped","recording":"Recordings/a.har","scenario":null,"recorded":1,"forwarded":0,"#
                + #""replayed":1,"missed":0,"failures":0,"left":1,"lost":0,"bytes":4,"secrets":1}"#
        )
    }

    @Test("Where nothing came, it is said what may be wrong, and an old recording stays.")
    func nothing() throws {
        #expect(try summary(Tally()).text(.plain).hasSuffix("nothing came: is the client led here?"))
        #expect(try summary(Tally(), mode: .rewrite).text(.plain).hasSuffix("Recordings/a.har stays as it was"))
    }

    @Test("What is not in the recording is said, with the reason.")
    func remarks() throws {
        let tally = Tally()
        tally.note(lost: try request("/"), "the disk is full")
        tally.noteLeft()
        #expect(
            try summary(tally).remarks == [
                "error: 1 exchange could not be written: the disk is full",
                "1 exchange broken off by the client or by the end, not recorded",
            ]
        )
    }

    @Test("A table does not grow without end.")
    func bounded() throws {
        let tally = Tally()
        for number in 0..<(Tally.mostRows + 50) {
            tally.note(try request("/\(number)"), reply(200, ""), RecordingWriter.Written(name: "a"))
        }
        #expect(tally.table.count == Tally.mostRows + 1 && tally.table.last?.count == 50)
        #expect(try summary(tally).text(.plain).contains("and 941 more"))
    }
}
