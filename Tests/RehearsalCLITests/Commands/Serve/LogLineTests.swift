import Rehearsal
import TestAdmission
import Testing

@testable import RehearsalCLI

@Suite("Log lines", .limitedConcurrency)
struct LogLineTests {
    private let sut = LogFormatter(redaction: Redaction(salt: 1), style: .plain, clock: { _ in "12:00:00.000" })

    private func entry(_ requestLine: String) -> Journal.Entry {
        var entry = Journal.Entry(
            ordinal: 0,
            session: "s",
            connection: 0,
            exchange: 0,
            at: 0,
            headAt: 0,
            rawHead: Array("\(requestLine) HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
        )
        entry.decision = .reply
        entry.status = 200
        entry.written = 1_300
        entry.endAt = 420_000
        entry.end = .completed
        entry.endpoint = "get /users"
        return entry
    }

    @Test("An ordinary exchange has one line.")
    func ordinary() {
        #expect(sut.text(entry("GET /users")) == "12:00:00.000  GET /users → 200 0.4 ms 1.2 KB get /users\n")
    }

    @Test("A fault before the head is shown with its name and without a reply.")
    func fault() {
        var entry = entry("GET /users")
        (entry.fault, entry.written, entry.end) = ("reset at beforeHead", 0, .fault)
        #expect(sut.text(entry).contains("→ no reply 0.4 ms get /users reset at beforeHead"))
    }

    @Test("The log names the client as the side that ended the exchange.")
    func clientGone() {
        var entry = entry("GET /users")
        entry.end = .resetByClient
        #expect(sut.text(entry).hasSuffix("reset by the client\n"))
    }

    @Test("An unmatched request is shown with the nearest endpoint and an endpoint to paste.")
    func miss() {
        var entry = entry("GET /api/v2/me?page=2")
        (entry.decision, entry.status, entry.endpoint) = (.unmatched, 501, nil)
        entry.nearest = ["get /api/v1/me (path is another)", "get /"]
        let lines = sut.text(entry).split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[1] == "    nearest: get /api/v1/me (path is another)")
        #expect(lines[2] == #"    to answer it: { "get": "/api/v2/me", "replies": [{ "json": {} }] }"#)
    }

    @Test("An endpoint to paste has a method and a path if the method has no key.")
    func unusualMethod() {
        let text = LogFormatter.endpoint(for: "PURGE", "/a\"b?c")
        #expect(text == #"{ "method": "PURGE", "path": "/a\"b", "replies": [{ "json": {} }] }"#)
    }

    @Test("A log line hides secrets and escapes control characters.")
    func safe() {
        let text = sut.text(entry("GET /users?access_token=abc&x=\u{1B}[2J"))
        #expect(!text.contains("abc"))
        #expect(!text.contains("\u{1B}"))
        #expect(text.contains("\\u{1b}[2J"))
    }

    @Test(
        "A log line hides the secrets of a malformed request.",
        arguments: [
            #"{"password":"SECRET"}"#, "word=SECRET&a=b", "GET /a b?access_token=SECRET", "GET /a#access_token=SECRET",
            "GET /\rX-API-Key:SECRET", "CONNECT u:SECRET@x:443",
        ]
    )
    func broken(_ requestLine: String) {
        var entry = entry(requestLine)
        for decision in [Journal.Decision.refused, .unmatched] {
            entry.decision = decision
            #expect(!sut.text(entry).contains("SECRET"))
        }
    }

    @Test("The log offers no endpoint for a method that it does not show.")
    func longMethod() {
        var entry = entry(String(repeating: "A", count: 33) + " /a")
        entry.decision = .unmatched
        #expect(sut.text(entry).hasPrefix("12:00:00.000  (33 bytes that are not a method) /a → 200"))
        #expect(!sut.text(entry).contains("to answer it"))
    }

    @Test("A status has the color of its class.", arguments: [(204, "32"), (304, "36"), (404, "33"), (503, "31")])
    func colours(status: Int, code: String) {
        #expect(TerminalStyle(isColored: true).status(status) == "\u{1B}[\(code)m\(status)\u{1B}[0m")
    }

    @Test("The log abbreviates durations and sizes.")
    func quantities() {
        #expect(LogFormatter.milliseconds(3_250_000_000) == "3.2 s")
        #expect(LogFormatter.milliseconds(12_900_000) == "12 ms")
        #expect(LogFormatter.milliseconds(-5) == "0.0 ms")
        #expect(LogFormatter.size(999) == "999 B")
        #expect(LogFormatter.size(3 << 20) == "3.0 MB")
    }
}
