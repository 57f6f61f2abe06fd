import Foundation
import Rehearsal
import RehearsalTestSupport
import Testing

@testable import RehearsalFiles

@Suite("Writing down a session")
struct SessionRecordingTests {
    private let folder: ScratchFolder
    private let path: String
    private let redaction = Redaction(salt: 7)

    init() throws {
        folder = try ScratchFolder()
        path = folder["session.har"]
    }

    private func exchange(
        _ head: String,
        _ reply: SessionExchange.Reply?,
        _ change: (inout Journal.Entry) -> Void = { _ in }
    ) -> SessionExchange {
        var entry = Journal.Entry(
            ordinal: 0,
            session: "s",
            connection: 4,
            exchange: 0,
            at: 1_000_000,
            headAt: 2_500_000,
            rawHead: Array((head + "\r\n\r\n").utf8)
        )
        (entry.end, entry.endAt, entry.decision) = (.completed, 9_000_000, .reply)
        change(&entry)
        let sent = reply.map { reply in
            let count = reply.headLength + reply.body.count
            return Journal.SentReply(
                bytes: [UInt8](repeating: 0, count: count),
                length: count,
                firstAt: 6_000_000,
                address: "::1"
            )
        }
        let origin = "http://127.0.0.1:80"
        return SessionExchange(entry, reply, sent, startedAt: 1_700_000_000_000_000_000, origin: origin)
    }

    private func written(_ exchange: SessionExchange) throws -> JSON {
        let sut = try SessionRecording(path, besides: [])
        try sut.append([exchange], redaction)
        return try #require(try JSON(parsing: try folder.read("session.har"))["log"]?["entries"]?[0])
    }

    @Test("The file is a HAR before, between and after exchanges, and only its owner can read it.")
    func always() throws {
        let sut = try SessionRecording(path, besides: [])
        for number in 0..<3 {
            let entries = try #require(try JSON(parsing: try folder.read("session.har"))["log"]?["entries"])
            #expect((entries[0] == nil) == (number == 0))
            #expect(entries[number] == nil)
            try sut.append([exchange("GET /\(number) HTTP/1.1", SessionExchange.Reply(status: 200))], redaction)
        }
        #expect(RecordingSample.scenario(path).scenario?.endpoints.count == 3)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test("What was in the file goes, and a file that somebody else writes stays as it is.")
    func other() throws {
        try folder.write("session.har", String(repeating: "x", count: 10_000))
        let sut = try SessionRecording(path, besides: [])
        try sut.append([exchange("GET / HTTP/1.1", nil)], redaction)
        let text = try folder.read("session.har")
        #expect(!text.contains("xxx"))
        let failure = #expect(throws: SessionRecording.Failure.self) { try SessionRecording(path, besides: []) }
        #expect(failure?.description.contains("another process") == true)
        #expect(try folder.read("session.har") == text)
    }

    @Test("It says how long the request, the wait and the reply took, on which connection and where.")
    func times() throws {
        let entry = try written(exchange("GET / HTTP/1.1", SessionExchange.Reply(status: 204)))
        #expect(entry["startedDateTime"] == "2023-11-14T22:13:20.000Z")
        #expect(entry["timings"]?.bytes() == Array(#"{"send":1.500,"wait":3.500,"receive":3.000}"#.utf8))
        #expect(entry["time"]?.bytes() == Array("8.000".utf8))
        #expect(entry["connection"] == "4")
        #expect(entry["serverIPAddress"] == "::1")
    }

    @Test("Text stands as text, and what is none or is in another character set in base64.")
    func bodies() throws {
        func content(_ body: [UInt8], _ type: String) throws -> JSON? {
            let headers = Scenario.Headers([.init("Content-Type", type)])
            let reply = SessionExchange.Reply(status: 200, headers: headers, body: body)
            return try written(exchange("GET / HTTP/1.1", reply))["response"]?["content"]
        }
        #expect(try content(Array("Zoë".utf8), "text/plain; charset=utf-8")?["text"] == "Zoë")
        #expect(try content(Array("\"Zoë\"".utf8), "application/json")?["text"] == "\"Zoë\"")
        // Not every reader takes UTF-8 where nothing is named.
        #expect(try content(Array("Zoë".utf8), "text/plain")?["encoding"] == "base64")
        let binary = try content([0xFF, 0x00, 0x01], "image/png")
        #expect(binary?["text"] == "/wAB")
        #expect(binary?["encoding"] == "base64")
        #expect(try content(Array("Zoë".utf8), "text/plain; charset=iso-8859-1")?["encoding"] == "base64")
        #expect(try content(Array("Zoe".utf8), "text/plain; charset=iso-8859-1")?["text"] == "Zoe")
    }

    @Test("A content coding is taken off, and the headers are as they were.")
    func coded() throws {
        let gzip: [UInt8] = [
            0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 7, 0, 0x86, 0xA6, 0x10, 0x36, 5, 0, 0, 0,
        ]
        let headers = Scenario.Headers([.init("Content-Encoding", "gzip"), .init("Content-Type", "text/plain")])
        let whole = try written(exchange("GET / HTTP/1.1", .init(status: 200, headers: headers, body: gzip)))
        let content = whole["response"]?["content"]
        #expect(content?["text"] == "hello")
        #expect(content?["size"] == 5)
        #expect(content?["compression"] == -20)
        #expect(whole["response"]?["headers"]?[0]?["value"] == "gzip")
        let cut = SessionExchange.Reply(status: 200, headers: headers, body: Array(gzip.prefix(15)), isWhole: false)
        let part = try written(exchange("GET / HTTP/1.1", cut))["response"]?["content"]
        #expect(part?["_encoded"] == "gzip")
        #expect(part?["_truncated"] == true)
    }

    @Test(
        "What is asked has an absolute URL, by the name that the client calls the backend.",
        arguments: [
            ("GET /a?b=c%20d HTTP/1.1\r\nHost: api.test:81", "http://api.test:81/a?b=c%20d", nil),
            ("GET http://other.test/x HTTP/1.1\r\nHost: a", "http://other.test/x", nil),
            ("GET /a HTTP/1.1\r\nHost: not a host", "http://127.0.0.1:80/a", nil),
            ("GET /a HTTP/1.0", "http://127.0.0.1:80/a", nil),
            ("OPTIONS * HTTP/1.1\r\nHost: a", "http://127.0.0.1:80/", "*"),
        ]
    )
    func targets(head: String, url: String, target: String?) throws {
        let entry = try written(exchange(head, SessionExchange.Reply(status: 200)))
        #expect(entry["request"]?["url"] == .string(url))
        #expect(entry["_target"] == target.map { .string($0) })
    }

    @Test("Parameters and cookies are listed beside the headers, without their secrets.")
    func listed() throws {
        let headers = Scenario.Headers([.init("Set-Cookie", "sid=planted; Path=/x; Secure")])
        let head = "GET /?q=a+b&access_token=planted&e HTTP/1.1\r\nCookie: sid=planted; theme=dark"
        let entry = try written(exchange(head, SessionExchange.Reply(status: 200, headers: headers)))
        let query = entry["request"]?["queryString"]
        #expect(query?[0]?["value"] == "a b")
        #expect(query?[1]?["name"] == "access_token")
        #expect(query?[2]?["name"] == "e")
        #expect(entry["request"]?["cookies"]?[0]?["name"] == "sid")
        #expect(entry["response"]?["cookies"]?[0]?["path"] == "/x")
        #expect(!String(decoding: entry.bytes(), as: UTF8.self).contains("planted"))
    }

    @Test("Where no head went out, the entry says why, and how it is played again.")
    func unanswered() throws {
        let reset = try written(
            exchange("GET / HTTP/1.1", nil) { ($0.end, $0.fault) = (.fault, "reset at beforeHead") }
        )
        #expect(reset["response"]?["status"] == 0)
        #expect(reset["response"]?["_fault"] == "reset")
        #expect(reset["_fault"] == "reset at beforeHead")
        let stall = try written(
            exchange("GET / HTTP/1.1", nil) { ($0.end, $0.fault) = (.closedByClient, "stall at beforeHead") }
        )
        #expect(stall["response"]?["_fault"] == "timeout")
        let gone = try written(exchange("GET / HTTP/1.1", nil) { $0.end = .resetByClient })
        #expect(gone["response"]?["_fault"] == nil)
        #expect(gone["response"]?["_error"] == "reset by the client")
    }
}
