import Rehearsal
import TestAdmission
import Testing

@testable import RehearsalDocuments

@Suite("Files that are not recordings", .limitedConcurrency)
struct RecordingRefusalTests {
    @Test(
        "A file that is not JSON is rejected at the position of the first error.",
        arguments: [
            ("", "a.har:1:1"), ("<html>", "a.har:1:1"), ("{\"log\":{\n\"entries\":[}", "a.har:2:12"),
            (String(HARFixture.document(HARFixture.entry()).dropLast(40)), "a.har:2:"),
            ("{\"log\":\n{}} x", "a.har:2:5"),
        ]
    )
    func noJSON(text: String, place: String) {
        let outcome = HARFixture.read(text)

        #expect(outcome.recording == nil)
        #expect(outcome.lines.first?.hasPrefix(place) == true)
        #expect(outcome.diagnostics.first?.severity == .error)
    }

    @Test("A document that nests a hundred thousand levels deep is rejected with one error.")
    func deep() {
        let outcome = HARFixture.read(String(repeating: "[", count: 100_000))

        #expect(outcome.recording == nil)
        #expect(outcome.lines.count == 1)
    }

    @Test(
        "A document that is not a HAR is rejected with an error that names what it contains.",
        arguments: [
            ("[1]", "an array"), ("\"log\"", "a string"), ("{}", "an empty object"),
            (#"{"scenario":"a","endpoints":[]}"#, #"an object with "scenario", "endpoints""#),
            (#"{"log":null}"#, #"an object with "log""#),
        ]
    )
    func noHAR(text: String, found: String) {
        let outcome = HARFixture.read(text)

        #expect(outcome.recording == nil)
        #expect(outcome.lines.count == 1)
        #expect(outcome.lines.first?.contains("not a HAR") == true)
        #expect(outcome.lines.first?.hasSuffix(found) == true)
    }

    @Test("All errors of a document are reported at once, each at its place.")
    func severalComplaints() {
        let text = """
            { "log": { "entries": [
              { "request": { "method": "GET", "url": "https://a.example/" },
                "response": { "status": "200", "headers": {} } },
              7,
              { "request": { "url": 1 },
                "response": { "status": 2.5, "headers": [{ "value": "x" }, "y"], "content": { "text": [] } } },
              { "request": { "method": "G T", "url": "https://a.example/" }, "response": { "status": 1000 } } ] } }
            """

        let outcome = HARFixture.read(text)
        let expected = [
            (#"a.har:3:47: error: entries[0].response.headers is an object"#),
            (#"a.har:3:29: error: entries[0].response.status is a string"#),
            (#"a.har:4:3: error: entries[1] is a number"#),
            (#"a.har:5:16: error: entries[2].request has no "method""#),
            (#"a.har:5:25: error: entries[2].request.url is a number"#),
            (#"a.har:6:46: error: entries[2].response.headers[0] has no "name""#),
            (#"a.har:6:64: error: entries[2].response.headers[1] is a string"#),
            (#"a.har:6:29: error: entries[2].response.status is 2.5"#),
            (#"a.har:7:28: error: entries[3].request.method is "G T""#),
            (#"a.har:7:90: error: entries[3].response.status is 1000"#),
        ]

        #expect(outcome.recording == nil)
        for line in expected { #expect(outcome.lines.contains { $0.hasPrefix(line) }, "\(line)\n\(outcome.lines)") }
        #expect(outcome.lines.count == expected.count)
    }

    @Test("A log without a list of entries is rejected, and an empty list gets a warning.")
    func entries() {
        #expect(HARFixture.read(#"{"log":{}}"#).lines.first?.contains(#"log has no "entries""#) == true)
        #expect(HARFixture.read(#"{"log":{"entries":{}}}"#).recording == nil)
        #expect(HARFixture.read(#"{"log":[]}"#).lines.first?.contains("log is an array") == true)
        #expect(HARFixture.read(#"{"log":{"entries":[]}}"#).recording?.entries.isEmpty == true)
        #expect(HARFixture.read(#"{"log":{"entries":[]}}"#).isOneWarning(with: "no entries"))
    }
}
