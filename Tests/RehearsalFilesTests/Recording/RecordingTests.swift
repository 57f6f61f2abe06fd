import Rehearsal
import TestAdmission
import Testing

@testable import RehearsalDocuments

@Suite("Recordings", .limitedConcurrency)
struct RecordingTests {
    @Test("An entry keeps its name, method, URL, place and status, and unknown members are ignored.")
    func entry() throws {
        let text = HARFixture.document(
            HARFixture.entry(),
            HARFixture.entry(
                "PURGE",
                "https://api.example/b?x=1",
                status: "404",
                more: #","_name":"gone","comment":7,"_x":[]"#
            )
        )

        let outcome = HARFixture.read(text)
        let sut = try #require(outcome.recording?.entries.last)

        #expect(outcome.lines == [])
        #expect(sut.name == "gone")
        #expect(sut.method == Scenario.Method(rawValue: "PURGE"))
        #expect(sut.path == "/b")
        #expect(sut.query == "x=1")
        #expect(sut.origin == "https://api.example")
        #expect(sut.place == "a.har:3")
        #expect(sut.reply.status == 404)
        #expect(sut.reply.reason == "OK")
    }

    @Test("A byte order mark before the document is ignored.")
    func byteOrderMark() {
        #expect(HARFixture.read("\u{FEFF}" + HARFixture.document(HARFixture.entry())).replies.count == 1)
    }

    @Test("Every reply rewrites all recorded origins, except in an exact replay.")
    func recordedOrigins() {
        let text = HARFixture.document(
            HARFixture.entry("GET", "https://b.example/1"),
            HARFixture.entry("GET", "https://a.example/2"),
            HARFixture.entry("GET", "https://b.example/3")
        )

        let origins = ["https://b.example", "https://a.example"].map { Scenario.Reply.RecordedOrigin($0) }
        #expect(HARFixture.read(text).replies.map(\.recordedOrigins) == [origins, origins, origins])
        #expect(HARFixture.read(text, exact: true).replies.map(\.recordedOrigins) == [[], [], []])
    }

    @Test(
        "An exchange without a reply is skipped, with a warning that names it.",
        arguments: [
            HARFixture.entry(status: "0"),
            HARFixture.entry(status: "0", more: #","_error":"net::ERR_ABORTED""#),
            #"{"request":{"method":"GET","url":"https://api.example/a?token=x"},"response":null}"#,
            #"{"request":{"method":"GET","url":"https://api.example/a"}}"#,
            HARFixture.entry(status: "101"),
        ]
    )
    func noReply(entry: String) {
        let outcome = HARFixture.read(HARFixture.document(HARFixture.entry("GET", "https://api.example/ok"), entry))

        #expect(outcome.recording?.entries.map(\.path) == ["/ok"])
        #expect(outcome.isOneWarning(with: "entries[1] (GET https://api.example/a) is skipped"))
        #expect(outcome.lines.allSatisfy { $0.contains("ERR_ABORTED") == entry.contains("ERR_ABORTED") })
    }

    @Test(
        "An entry with a URL that is not HTTP is skipped, with a warning.",
        arguments: ["data:text/plain,secret", "blob:https://a.example/1", "wss://a.example/", "chrome-extension://a/b"]
    )
    func otherSchemes(url: String) {
        let outcome = HARFixture.read(HARFixture.document(HARFixture.entry("GET", url), HARFixture.entry()))

        #expect(outcome.recording?.entries.count == 1)
        #expect(outcome.isOneWarning(with: "entries[0]", "is skipped"))
        #expect(outcome.lines.allSatisfy { !$0.contains("secret") })
    }

    @Test("An entry with a path that is too long for a pattern is skipped, with a warning.")
    func unplayablePath() {
        let path = String(repeating: "/a", count: 1_000)
        let outcome = HARFixture.read(
            HARFixture.document(HARFixture.entry("GET", "https://a.example\(path)"), HARFixture.entry())
        )

        #expect(outcome.recording?.entries.count == 1)
        #expect(outcome.isOneWarning(with: "entries[0]", "256"))
    }

    @Test(
        "The body of a request is kept only if it is JSON.",
        arguments: [
            (HARFixture.jsonPost(#"{"a":1}"#), ["a": 1] as JSON),
            (HARFixture.jsonPost(#"{"a":1}"#, type: "application/graphql+json; charset=utf-8"), ["a": 1] as JSON),
            (#"{"mimeType":"application/json","text":"eyJhIjoxfQ==","encoding":"base64"}"#, ["a": 1] as JSON),
            (HARFixture.jsonPost(#"{"a":1}"#, type: "multipart/form-data; boundary=x"), nil),
            (HARFixture.jsonPost(#"{"a":1}"#, type: "text/plain"), nil),
            (HARFixture.jsonPost(#"{"a":"#), nil),
            (#"{"mimeType":"application/json","params":[]}"#, nil),
        ] as [(String, JSON?)]
    )
    func requestBodies(post: String, expected: JSON?) {
        let outcome = HARFixture.read(HARFixture.document(HARFixture.entry("POST", post: post)))

        #expect(outcome.recording?.entries.map(\.requestBody) == [expected])
    }

    @Test("Hosts that share a method and a path are reported in one warning.")
    func mergedHosts() {
        let outcome = HARFixture.read(
            HARFixture.document(
                HARFixture.entry("GET", "https://a.example/x"),
                HARFixture.entry("GET", "https://b.example/x"),
                HARFixture.entry("GET", "https://c.example/x"),
                HARFixture.entry("GET", "https://b.example/y")
            )
        )

        #expect(outcome.recording?.entries.count == 4)
        #expect(outcome.isOneWarning(with: "https://a.example", "https://b.example", "GET /x"))
    }
}
