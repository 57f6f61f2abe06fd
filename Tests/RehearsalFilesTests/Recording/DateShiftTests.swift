import TestAdmission
import Testing

@testable import Rehearsal
@testable import RehearsalDocuments

@Suite("Dates of a recording, shifted to another day", .limitedConcurrency)
struct DateShiftTests {
    /// A reply that was recorded on 28 February 2024 and is replayed on 2 March 2026, 733 days later.
    private func shifted(_ text: String, headers: Scenario.Headers = [:]) throws -> Scenario.Reply {
        let today = CivilDate(year: 2026, month: 3, day: 2).daysSince1970
        let sut = try #require(DateShift(from: "2024-02-28T23:10:00.123+01:00", to: today))
        return sut.shifted(Scenario.Reply(headers: headers, body: .bytes(Array(text.utf8))))
    }

    @Test(
        "An ISO 8601 date near the day of recording is shifted, and any other text is kept.",
        arguments: [
            (#"{"at":"2024-02-28T09:00:00Z"}"#, #"{"at":"2026-03-02T09:00:00Z"}"#),
            ("2024-02-29/2024-03-01", "2026-03-03/2026-03-04"), ("2023-12-31 2024-01-01", "2026-01-02 2026-01-03"),
            // Texts that are not dates, or dates far from the day of recording.
            ("1985-03-02", "1985-03-02"), ("2024-02-30", "2024-02-30"), ("12024-02-28", "12024-02-28"),
            ("2024-02-281", "2024-02-281"), ("2024-2-28", "2024-2-28"), ("-", "-"), ("2024-02-2", "2024-02-2"),
        ]
    )
    func bodies(_ text: String, _ expected: String) throws {
        #expect(try shifted(text).body == .bytes(Array(expected.utf8)))
    }

    @Test("An HTTP date in a header is shifted, with its weekday.")
    func headers() throws {
        let sut = try shifted(
            "",
            headers: [
                "Expires": "Thu, 29 Feb 2024 10:00:00 GMT", "Set-Cookie": "a=1; Expires=Wed, 28 Feb 2024 10:00:00 GMT",
                "X-Day": "2024-02-28", "X": "a, b c d e f g h i",
            ]
        )
        #expect(
            sut.headers.fields.map(\.value) == [
                "Tue, 03 Mar 2026 10:00:00 GMT", "a=1; Expires=Mon, 02 Mar 2026 10:00:00 GMT", "2026-03-02",
                "a, b c d e f g h i",
            ]
        )
    }

    @Test("Bytes that are not UTF-8 are kept, and a recording without a date is not shifted.")
    func others() throws {
        let today = 20_000
        let bytes = [0xFF] + Array("2024-02-28".utf8)
        let sut = try #require(DateShift(from: "2024-02-28", to: today))
        #expect(sut.shifted(Scenario.Reply(body: .bytes(bytes))).body == .bytes(bytes))
        #expect(DateShift(from: "yesterday", to: today) == nil)
    }

    @Test("A recording that is read for a given day has its dates shifted to that day.")
    func recording() throws {
        let har = """
            { "log": { "version": "1.2", "creator": { "name": "x", "version": "1" }, "entries": [{
              "startedDateTime": "2024-02-28T10:00:00Z", "time": 1,
              "request": { "method": "GET", "url": "http://a/b", "httpVersion": "HTTP/1.1", "headers": [] },
              "response": { "status": 200, "statusText": "OK", "httpVersion": "HTTP/1.1",
                "headers": [{ "name": "Last-Modified", "value": "Wed, 28 Feb 2024 09:00:00 GMT" }],
                "content": { "size": 12, "mimeType": "application/json", "text": "[\\"2024-02-29\\"]" } } }] } }
            """
        var diagnostics: [Diagnostic] = []
        let source = SourceText(path: "a.har", bytes: Array(har.utf8))
        let today = CivilDate(year: 2024, month: 3, day: 28).daysSince1970
        let sut = try #require(Recording.read(source, exact: false, today: today, diagnostics: &diagnostics))
        #expect(sut.entries[0].reply.body == .bytes(Array(#"["2024-03-29"]"#.utf8), type: "application/json"))
        #expect(sut.entries[0].reply.headers["Last-Modified"] == "Thu, 28 Mar 2024 09:00:00 GMT")
    }
}
