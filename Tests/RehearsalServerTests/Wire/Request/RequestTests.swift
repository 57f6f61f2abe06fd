import Foundation
import Rehearsal
import RehearsalPlatform
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("Requests on the wire", .limitedConcurrency)
struct RequestTests {
    private static let endpoints: [Scenario.Endpoint] = [
        .get("/", replies: [.init(body: .text("root"))]),
        .get("/users/{id}", replies: [.init(body: .text("user"))]),
        .post("/users", replies: [.init(201, body: .text("made"))]),
        .any("/any/**", replies: [.init(204)]),
    ]

    /// Five requests of different shapes, one after the other.
    private static let stream =
        "GET /users/7?x=1 HTTP/1.1\r\nHost: a\r\nAccept: */*\r\n\r\n"
        + "POST /users HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "5;note=1\r\nhello\r\n6\r\n world\r\n0\r\nTrailer: yes\r\n\r\n"
        + "POST /users HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc"
        + "HEAD / HTTP/1.1\r\nHost: a\r\n\r\n"
        + "GET /nowhere HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"

    /// Returns the reply and the journal, which must not depend on how the bytes arrive.
    private func play(_ pieces: [[UInt8]], on kind: PollerKind) async throws -> (reply: String, journal: [String]) {
        let sut = try BothLoops.backend(Self.endpoints, on: kind)
        let client = try await RawClient(port: sut.port)
        for piece in pieces { await client.send(piece) }
        let (bytes, ending) = await client.readToEnd()
        #expect(ending == .closed)
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: false)
        let journal = sut.journal.entries.map {
            "\($0.exchange) \(String(decoding: $0.rawHead, as: UTF8.self)) \($0.body) \($0.endpoint ?? "-") "
                + "\($0.decision) \($0.status ?? -1) \($0.written) \($0.nearest)"
        }
        return (lines.filter { !$0.hasPrefix("Date: ") }.joined(separator: "\n"), journal)
    }

    @Test("Any split of the bytes results in the same replies and the same journal.", arguments: PollerKind.allCases)
    func splits(_ kind: PollerKind) async throws {
        let bytes = Array(Self.stream.utf8)
        let whole = try await play([bytes], on: kind)
        #expect(whole.journal.count == 5)
        let statuses = whole.reply.components(separatedBy: "HTTP/1.1 ").dropFirst().map { String($0.prefix(3)) }
        #expect(statuses == ["200", "201", "201", "200", "501"])
        var random = SystemRandomNumberGenerator()
        var splits = [bytes.map { [$0] }]
        for _ in 0..<20 {
            var cuts = (0..<Int.random(in: 1...12, using: &random)).map { _ in Int.random(in: 0...bytes.count) }
            cuts = [0] + cuts.sorted() + [bytes.count]
            splits.append(zip(cuts, cuts.dropFirst()).map { Array(bytes[$0..<$1]) })
        }
        for split in splits {
            let sut = try await play(split, on: kind)
            #expect(sut.reply == whole.reply)
            #expect(sut.journal == whole.journal)
        }
    }

    @Test(
        "A hundred pipelined requests receive their replies in order on one connection.",
        arguments: PollerKind.allCases
    )
    func pipelined(_ kind: PollerKind) async throws {
        let sut = try BothLoops.backend(
            [.get("/{n}", replies: [.init(body: .bytes(Array(repeating: 0x78, count: 20_000)))])],
            on: kind
        )
        let client = try await RawClient(port: sut.port)
        await client.send((0..<100).map { "GET /\($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
        for _ in 0..<100 { #expect(await client.response()?.body.count == 20_000) }
        #expect(sut.journal.entries.map(\.target) == (0..<100).map { "/\($0)" })
        #expect(sut.journal.entries.map(\.exchange) == Array(0..<100))
    }

    @Test("The server accepts a head of 60 KB that arrives byte by byte.")
    func largeHead() async throws {
        let sut = try BothLoops.backend(Self.endpoints)
        let line = "X-Filler: \(String(repeating: "f", count: 600))\r\n"
        let head = "GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: line, count: 100) + "\r\n"
        #expect(head.utf8.count > 60_000)
        let client = try await RawClient(port: sut.port)
        for byte in head.utf8 { await client.send([byte]) }
        #expect(await client.response()?.text == "root")
    }

    @Test(
        "Persistence follows the version and the Connection field (RFC 9112 §9.3).",
        arguments: [
            ("GET / HTTP/1.1\r\nHost: a\r\n\r\n", false, nil),
            ("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", true, "close"),
            ("GET / HTTP/1.1\r\nHost: a\r\nConnection: x, Close\r\n\r\n", true, "close"),
            ("GET / HTTP/1.0\r\n\r\n", true, "close"),
            ("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", false, "keep-alive"),
        ] as [(String, Bool, String?)]
    )
    func persistence(_ request: String, _ closes: Bool, _ field: String?) async throws {
        let sut = try BothLoops.backend(Self.endpoints)
        let client = try await RawClient(port: sut.port)
        await client.send(request)
        let reply = try #require(await client.response())
        #expect(reply.text == "root")
        #expect(reply.header("Connection") == field)
        await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(await (client.response() == nil) == closes)
    }

    @Test("HEAD receives the head of the GET endpoint with its length and no body.")
    func head() async throws {
        let sut = try BothLoops.backend(Self.endpoints)
        let client = try await RawClient(port: sut.port)
        await client.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n")
        let reply = try #require(await client.response(toHead: true))
        #expect(reply.header("Content-Length") == "4")
        #expect(await client.get("/")?.text == "root")
    }

    @Test("A reply without a length closes its connection, except in reply to HEAD.")
    func headWithoutLength() async throws {
        let headers: Scenario.Headers = ["Content-Length": nil]
        let sut = try BothLoops.backend([.get("/", replies: [.init(headers: headers, body: .text("root"))])])
        let client = try await RawClient(port: sut.port)
        for _ in 0..<2 {
            await client.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n")
            let reply = try #require(await client.response(toHead: true))
            #expect(reply.status == 200)
            #expect(reply.header("Content-Length") == nil)
            #expect(reply.header("Connection") == nil)
        }
        await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        let (bytes, ending) = await client.readToEnd()
        #expect(ending == .closed)
        #expect(String(decoding: bytes, as: UTF8.self).hasSuffix("Connection: close\r\n\r\nroot"))
    }

    @Test(
        "Every form of request target matches its path (RFC 9112 §3.2).",
        arguments: [
            ("GET /users/7 HTTP/1.1", 200), ("GET http://other/users/7?q HTTP/1.1", 200),
            ("GET http://other HTTP/1.1", 200), ("GET http://other?q HTTP/1.1", 200),
            ("OPTIONS * HTTP/1.1", 501), ("CONNECT other:443 HTTP/1.1", 501), ("GET /%75sers/%37 HTTP/1.1", 200),
            ("GET /users/ HTTP/1.1", 501), ("GET /any HTTP/1.1", 204), ("BREW /any/a/b/ HTTP/1.1", 204),
        ]
    )
    func targets(_ line: String, _ status: Int) async throws {
        let sut = try BothLoops.backend(Self.endpoints)
        let client = try await RawClient(port: sut.port)
        await client.send("\(line)\r\nHost: \(line.contains("other") ? "other" : "a")\r\n\r\n")
        #expect(await client.response()?.status == status)
        #expect(sut.journal.entries.first?.violation == nil)
    }

    @Test(
        "The host of an absolute target overrides the Host field (RFC 9112 §3.2.2).",
        arguments: PollerKind.allCases
    )
    func absoluteHost(_ kind: PollerKind) async throws {
        let condition = Scenario.Condition(headers: [.init("Host", .equals("other.example"))])
        let other = Scenario.Endpoint.get("/", when: condition, replies: [.init(body: .text("other, {{header.Host}}"))])
        let rest = Scenario.Endpoint.get("/", replies: [.init(body: .text("{{header.Host}}"))])
        let sut = try BothLoops.backend([other, rest], on: kind)
        let client = try await RawClient(port: sut.port)
        let requests = [
            ("http://other.example/", "a", "other, other.example"), ("http://a/", "other.example", "a"),
            ("/", "other.example", "other, other.example"), ("/", "a", "a"),
        ]
        for (target, host, text) in requests {
            await client.send("GET \(target) HTTP/1.1\r\nHost: \(host)\r\n\r\n")
            #expect(await client.response()?.text == text)
        }
        let entries = sut.journal.entries
        #expect(entries.map { $0.violation != nil } == [true, true, false, false])
        #expect(entries.first.map { String(decoding: $0.rawHead, as: UTF8.self).contains("Host: a\r\n") } == true)
    }

    @Test("A client that expects 100 Continue receives it, unless its head is rejected.")
    func expectation() async throws {
        let sut = try BothLoops.backend(Self.endpoints)
        let client = try await RawClient(port: sut.port)
        await client.send("POST /users HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
        #expect(await client.response(toHead: true)?.status == 100)
        await client.send("hi")
        #expect(await client.response()?.status == 201)
        await client.send(
            "POST /users HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000\r\nExpect: 100-continue\r\n\r\n"
        )
        #expect(await client.response()?.status == 413)
        #expect(await client.readToEnd().ending == .closed)
    }
}
