import Foundation
import Rehearsal
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalDocuments
@testable import RehearsalRecordings

@Suite("Recording a session", .limitedConcurrency)
struct SessionRecordingTests {
    private let folder: ScratchFolder
    private let path: String

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
        (entry.end, entry.endAt, entry.decision, entry.echo) = (.completed, 9_000_000, .reply, .ofStaticReply)
        change(&entry)
        let sent = reply.map { reply in
            let count = reply.headLength + reply.body.count
            return Journal.SentBytes(
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
        let sut = try SessionRecording(path, scenarioFiles: [])
        try sut.append([exchange])
        return try #require(try JSON(parsing: try folder.read("session.har"))["log"]?["entries"]?[0])
    }

    @Test("The file is a valid HAR at any time, and only its owner can read it.")
    func always() throws {
        let sut = try SessionRecording(path, scenarioFiles: [])
        for number in 0..<3 {
            let entries = try #require(try JSON(parsing: try folder.read("session.har"))["log"]?["entries"])
            #expect((entries[0] == nil) == (number == 0))
            #expect(entries[number] == nil)
            try sut.append([exchange("GET /\(number) HTTP/1.1", SessionExchange.Reply(status: 200))])
        }
        #expect(RecordingSample.scenario(path).scenario?.endpoints.count == 3)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test("An existing file is overwritten, and a file that another process writes is rejected.")
    func other() throws {
        try folder.write("session.har", String(repeating: "x", count: 10_000))
        let sut = try SessionRecording(path, scenarioFiles: [])
        try sut.append([exchange("GET / HTTP/1.1", nil)])
        let text = try folder.read("session.har")
        #expect(!text.contains("xxx"))
        let failure = #expect(throws: SessionRecording.Failure.self) { try SessionRecording(path, scenarioFiles: []) }
        #expect(failure?.description.contains("another process") == true)
        #expect(try folder.read("session.har") == text)
    }

    @Test("An entry has the times of the request, the wait and the reply, the connection and the address.")
    func times() throws {
        let entry = try written(exchange("GET / HTTP/1.1", SessionExchange.Reply(status: 204)))
        #expect(entry["startedDateTime"] == "2023-11-14T22:13:20.000Z")
        #expect(entry["timings"]?.bytes() == Array(#"{"send":1.500,"wait":3.500,"receive":3.000}"#.utf8))
        #expect(entry["time"]?.bytes() == Array("8.000".utf8))
        #expect(entry["connection"] == "4")
        #expect(entry["serverIPAddress"] == "::1")
    }

    @Test("A UTF-8 body with a charset is written as text, and any other body in Base64.")
    func bodies() throws {
        func content(_ body: [UInt8], _ type: String) throws -> JSON? {
            let headers = Scenario.Headers([.init("Content-Type", type)])
            let reply = SessionExchange.Reply(status: 200, headers: headers, body: body)
            return try written(exchange("GET / HTTP/1.1", reply))["response"]?["content"]
        }
        #expect(try content(Array("Zoë".utf8), "text/plain; charset=utf-8")?["text"] == "Zoë")
        #expect(try content(Array("\"Zoë\"".utf8), "application/json")?["text"] == "\"Zoë\"")
        // Some readers assume another charset than UTF-8 if none is named.
        #expect(try content(Array("Zoë".utf8), "text/plain")?["encoding"] == "base64")
        let binary = try content([0xFF, 0x00, 0x01], "image/png")
        #expect(binary?["text"] == "/wAB")
        #expect(binary?["encoding"] == "base64")
        #expect(try content(Array("Zoë".utf8), "text/plain; charset=iso-8859-1")?["encoding"] == "base64")
        #expect(try content(Array("Zoe".utf8), "text/plain; charset=iso-8859-1")?["text"] == "Zoe")
    }

    @Test("A content coding is decoded, and the headers are kept.")
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
    }

    /// The first bytes of `{"password":"h1dden-Passw0rd-77","x":"…"}` by gzip.
    private static let cut: [UInt8] = {
        // A stored block, whose content is not compressed.
        let document = Array(#"{"password":"h1dden-Passw0rd-77","x":"0123456789"#.utf8)
        let count = UInt8(document.count + 40)
        return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1, count, 0, ~count, 0xFF] + document
    }()

    @Test("A truncated coded body is written as far as it can be decoded, without its secrets.")
    func cutCoding() throws {
        let headers = Scenario.Headers([.init("Content-Encoding", "gzip"), .init("Content-Type", "application/json")])
        let reply = SessionExchange.Reply(status: 200, headers: headers, body: Self.cut)
        let content = try written(exchange("GET / HTTP/1.1", reply))["response"]?["content"]
        #expect(content?["text"] == .string(#"{"password":"[redacted 00000001]","x":"0123456789"#))
        #expect(content?["_truncated"] == true)
        #expect(content?["encoding"] == nil)
    }

    @Test("A body in an unknown coding is written as its size and the coding only.")
    func unknownCoding() throws {
        let headers = Scenario.Headers([.init("Content-Encoding", "br"), .init("Content-Type", "application/json")])
        let reply = SessionExchange.Reply(status: 200, headers: headers, body: [0x8B, 0x05, 0x80, 0xFF, 0x61, 0x03])
        let content = try written(exchange("GET / HTTP/1.1", reply))["response"]?["content"]
        #expect(content?["_encoded"] == "br")
        #expect(content?["size"] == 6)
        #expect(content?["text"] == nil)
    }

    @Test("A compressed body with a secret is left out, with a comment.")
    func packedSecret() throws {
        let headers = Scenario.Headers([.init("Content-Type", "application/gzip")])
        for (text, isKept) in [(#"{"password":"h1dden-Passw0rd-77"}"#, false), ("hello", true)] {
            let reply = SessionExchange.Reply(status: 200, headers: headers, body: RecordingSample.packed(text.utf8))
            let content = try written(exchange("GET / HTTP/1.1", reply))["response"]?["content"]
            #expect((content?["comment"] == nil) == isKept)
            #expect((content?["text"] != nil) == isKept)
        }
    }

    @Test("A gzip body of two members is decoded to both of them.")
    func members() throws {
        let hello: [UInt8] = [
            0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 7, 0, 0x86, 0xA6, 0x10, 0x36, 5, 0, 0, 0,
        ]
        let headers = Scenario.Headers([.init("Content-Encoding", "gzip"), .init("Content-Type", "text/plain")])
        let reply = SessionExchange.Reply(status: 200, headers: headers, body: hello + hello)
        let content = try written(exchange("GET / HTTP/1.1", reply))["response"]?["content"]
        #expect(content?["text"] == "hellohello")
        #expect(content?["_truncated"] == nil)
    }

    private static let token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJlc2lnbmF0dXJl"

    private static let samples = [
        ("text/plain", "Authorization: Bearer planted-48-abcdefghijklmno and \(token)"),
        ("application/json", #"{"note":"4111111111111111 \#(token) planted@realcorp.com"}"#),
        ("text/event-stream", "data: {\"access_token\":\"planted04sse\"}\n\n"),
        ("multipart/form-data; boundary=B", "--B\r\nX: form-data; name=\"password\"\r\n\r\nplanted\r\n--B--\r\n"),
        ("application/xml", "<a><password>planted</password></a>"),
    ]

    @Test("A text that looks like a secret is redacted in the target, the headers and the bodies.", arguments: samples)
    func shapes(type: String, body: String) throws {
        let headers = Scenario.Headers([
            .init("Content-Type", type), .init("X-Custom", "Bearer planted-49-abcdefghijkl"),
        ])
        let reply = SessionExchange.Reply(status: 200, headers: headers, body: Array(body.utf8))
        let head =
            "POST /u/\(Self.token) HTTP/1.1\r\nContent-Type: \(type)\r\n"
            + "Host: x\r\n Authorization: Bearer planted56\r\nX: planted@realcorp.com"
        let entry = try written(
            exchange(head, reply) { $0.body = .init(length: body.utf8.count, kept: Array(body.utf8)) }
        )
        let text = String(decoding: entry.bytes(), as: UTF8.self)
        for secret in ["planted", "eyJ", "4111"] { #expect(!text.contains(secret)) }
        #expect(text.contains("redacted"))
        #expect(RecordingSample.scenario(path).diagnostics.filter { $0.severity == .error } == [])
    }

    @Test("A malformed field line and a reply that is not HTTP are written without their secrets.")
    func broken() throws {
        let headers = Scenario.Headers([.init("Set-Cookie sid=planted13", "planted14")])
        let reply = SessionExchange.Reply(status: 200, reason: "token=planted15", headers: headers)
        let none = SessionExchange.Reply(status: 0, body: Array("garbage token=planted".utf8), isHTTP: false)
        for reply in [reply, none] {
            let entry = try written(exchange("GET / HTTP/1.1", reply))
            #expect(!String(decoding: entry.bytes(), as: UTF8.self).contains("planted"))
        }
    }

    @Test("A secret is redacted in an earlier request, and after 6,000 other secrets.")
    func known() throws {
        let sut = try SessionRecording(path, scenarioFiles: [])
        let secret = "pl4nted-and-known-91827"
        func asked(_ target: String, _ token: String) -> SessionExchange {
            exchange("GET \(target) HTTP/1.1\r\nAuthorization: Bearer \(token)", SessionExchange.Reply(status: 200))
        }
        try sut.append([asked("/first/\(secret)", "other-token-1234567"), asked("/", secret)])
        for round in 0..<20 {
            try sut.append((0..<300).map { asked("/x/\($0)", "t0ken-\(round)-\($0)-abcdefgh-0123456789") })
        }
        try sut.append([asked("/last", secret)])
        let text = try folder.read("session.har")
        #expect(!text.contains(secret))
        #expect(!text.contains("t0ken-"))
        let numbers = text.split(separator: "Bearer [redacted ").dropFirst().map { $0.prefix(8) }
        // Each secret has its own number, even after old secrets were evicted.
        #expect(numbers.count == 6003)
        #expect(Set(numbers.dropFirst(2).dropLast()).count == 6000)
    }

    @Test("A hard link to a played file is rejected, and `isGone` is true once the file was removed.")
    func links() throws {
        let played = try folder.write("played.json", "{}")
        try FileManager.default.linkItem(atPath: played, toPath: path)
        #expect(throws: SessionRecording.Failure.self) { try SessionRecording(path, scenarioFiles: [played]) }
        #expect(try folder.read("played.json") == "{}")
        #expect(throws: SessionRecording.Failure.self) { try SessionRecording("-", scenarioFiles: []) }
        let sut = try SessionRecording(folder["other.har"], scenarioFiles: [played])
        #expect(!sut.isDetached)
        try FileManager.default.removeItem(atPath: folder["other.har"])
        #expect(sut.isDetached)
        try folder.write("other.har", "{}")
        #expect(sut.isDetached)
    }

    @Test(
        "A request has an absolute URL with the host of its Host header or its target.",
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

    @Test("Query parameters and cookies are listed in their own members, without their secrets.")
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

    @Test("A reply that was not kept completely has its known status, and is not replayed.", arguments: [200, 0])
    func unkept(_ status: Int) throws {
        let reply = SessionExchange.Reply(status: status, body: Array("[1, 2".utf8), isWhole: false)
        var exchange = exchange("GET / HTTP/1.1", reply) { $0.status = 200 }
        exchange.sent?.length += 4
        let entry = try written(exchange)
        #expect(entry["response"]?["status"] == 200)
        #expect(entry["response"]?["_fault"] == nil)
        let played = RecordingSample.scenario(path)
        #expect(played.scenario?.endpoints.isEmpty != false)
        #expect(played.diagnostics.contains { $0.message.contains("not recorded completely") })
    }

    @Test("An exchange without a response head has the reason, and the fault of its replay.")
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
