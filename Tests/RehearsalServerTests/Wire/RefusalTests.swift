import Rehearsal
import RehearsalServer
import RehearsalTestSupport
import Testing

@Suite("Requests that break a rule or a limit")
struct RefusalTests {
    private static let start = "GET / HTTP/1.1\r\nHost: a\r\n"

    @Test(
        "Each is answered as the RFC says, journaled with its section, and its connection closed.",
        arguments: [
            ("GET / HTTP/1.1\nHost: a\r\n\r\n", 400, "RFC 9112 §2.2"),
            ("GET  / HTTP/1.1\r\nHost: a\r\n\r\n", 400, "RFC 9112 §3.2"),
            ("G(T / HTTP/1.1\r\nHost: a\r\n\r\n", 400, "RFC 9112 §3.1"),
            ("GET / HTTP/1.1 \r\nHost: a\r\n\r\n", 400, "RFC 9112 §2.3"),
            ("GET / HTTX/1.1\r\nHost: a\r\n\r\n", 400, "RFC 9112 §2.3"),
            ("GET / HTTP/2.0\r\nHost: a\r\n\r\n", 505, "RFC 9110 §15.6.6"),
            ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505, "HTTP/2 without asking"),
            ("GET nowhere HTTP/1.1\r\nHost: a\r\n\r\n", 400, "RFC 9112 §3.2"),
            ("GET /a#b HTTP/1.1\r\nHost: a\r\n\r\n", 400, "RFC 9112 §3.2"),
            ("GET * HTTP/1.1\r\nHost: a\r\n\r\n", 400, "RFC 9112 §3.2.4"),
            ("GET / HTTP/1.1\r\n\r\n", 400, "RFC 9112 §3.2"),
            (start + "Host: b\r\n\r\n", 400, "RFC 9112 §3.2"),
            (start + " folded: 1\r\n\r\n", 400, "RFC 9112 §5.2"),
            (start + "Name : 1\r\n\r\n", 400, "RFC 9112 §5.1"),
            (start + "nocolon\r\n\r\n", 400, "RFC 9112 §5"),
            (start + "X: a\u{0}b\r\n\r\n", 400, "RFC 9110 §5.5"),
            (start + "X: a\rb\r\n\r\n", 400, "RFC 9110 §5.5"),
            (start + "Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello", 400, "RFC 9112 §6.3"),
            (start + "Content-Length: +5\r\n\r\nhello", 400, "RFC 9110 §8.6"),
            (start + "Content-Length: 99999999999999999999\r\n\r\n", 413, "RFC 9110 §15.5.14"),
            (start + "Content-Length: 1073741824\r\n\r\n", 413, "RFC 9110 §15.5.14"),
            (start + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n", 400, "RFC 9112 §6.1"),
            (start + "Transfer-Encoding: gzip\r\n\r\n", 501, "RFC 9112 §6.1"),
            (start + "Transfer-Encoding: chunked\r\n\r\nzz\r\n", 400, "RFC 9112 §7.1"),
            (start + "Transfer-Encoding: chunked\r\n\r\n2\r\nabc", 400, "RFC 9112 §7.1"),
            (start + "Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n", 413, "RFC 9112 §7.1"),
            (start + "Expect: miracles\r\n\r\n", 417, "RFC 9110 §10.1.1"),
            (start + String(repeating: "X: 1\r\n", count: 201) + "\r\n", 431, "RFC 6585 §5"),
            (start + "X: " + String(repeating: "y", count: 65_600) + "\r\n\r\n", 431, "RFC 6585 §5"),
            (
                "GET /" + String(repeating: "p", count: 16_500) + " HTTP/1.1\r\nHost: a\r\n\r\n", 414,
                "RFC 9110 §15.5.15"
            ),
            ("\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}", 400, "TLS on a plain port"),
            ("\u{1}\u{2}\u{3}\u{4}", 400, "RFC 9112 §3.1"),
        ]
    )
    func refused(_ request: String, _ status: Int, _ rule: String) throws {
        for kind in PollerKind.allCases {
            let sut = try BothLoops.backend([.any("/**", replies: [.init()])], on: kind)
            let client = try RawClient(port: sut.port)
            client.send(request)
            let reply = try #require(client.response())
            #expect(reply.status == status)
            #expect(reply.header("Connection") == "close")
            #expect(client.readToEnd().ending == .closed)
            let entry = try #require(sut.journal.entries.first)
            #expect(entry.violation?.contains(rule) == true, "\(entry.violation ?? "none")")
            #expect(entry.status == status)
            #expect(sut.journal.count == 1)
        }
    }

    @Test("A limit lets through what is as large as it says.", arguments: [0, 1])
    func atTheLimit(_ excess: Int) throws {
        var limits = Backend.Limits()
        limits.head = 512
        limits.headerLines = 3
        limits.target = 40
        limits.body = 10
        let sut = try BothLoops.backend([.any("/**", replies: [.init()])], limits: limits)
        let refusals = [
            ("GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "x", count: 480 + excess))\r\n\r\n", 431),
            (Self.start + String(repeating: "X: 1\r\n", count: 2 + excess) + "\r\n", 431),
            ("GET /\(String(repeating: "p", count: 39 + excess)) HTTP/1.1\r\nHost: a\r\n\r\n", 414),
            (Self.start + "Content-Length: \(10 + excess)\r\n\r\n0123456789", 413),
            (Self.start + "Transfer-Encoding: chunked\r\n\r\n\(excess == 0 ? "a" : "b")\r\n01234567890", 413),
        ]
        for (request, status) in refusals {
            let client = try RawClient(port: sut.port)
            client.send(request)
            if excess == 1 {
                #expect(client.response()?.status == status)
            } else if !request.contains("chunked") {
                #expect(client.response()?.status == 200)
            }
        }
    }

    @Test(
        "A head or a body that does not come in time is answered 408.",
        arguments: [
            "GET / HTTP/1.1\r\nHost", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab",
        ]
    )
    func slow(_ request: String) throws {
        var limits = Backend.Limits()
        limits.headTimeout = .milliseconds(50)
        limits.bodyTimeout = .milliseconds(50)
        let sut = try BothLoops.backend([.any("/**", replies: [.init()])], limits: limits)
        let client = try RawClient(port: sut.port)
        client.send(request)
        #expect(client.response()?.status == 408)
        #expect(client.readToEnd().ending == .closed)
        #expect(sut.journal.entries.first?.violation?.contains("RFC 9110 §15.5.9") == true)
    }

    @Test("A connection without a request is closed without a word.")
    func idle() throws {
        var limits = Backend.Limits()
        limits.idle = .milliseconds(50)
        let sut = try BothLoops.backend([.any("/**", replies: [.init()])], limits: limits)
        let client = try RawClient(port: sut.port)
        #expect(client.get("/")?.status == 200)
        let (bytes, ending) = client.readToEnd()
        #expect(bytes.isEmpty)
        #expect(ending == .closed)
    }
}
