import Rehearsal
import RehearsalPlatform
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("Requests that violate a rule or a limit", .limitedConcurrency)
struct RefusalTests {
    private static let start = "GET / HTTP/1.1\r\nHost: a\r\n"

    @Test("The server accepts a request at each limit and rejects one beyond it.", arguments: [0, 1])
    func atTheLimit(_ excess: Int) async throws {
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
            let client = try await RawClient(port: sut.port)
            await client.send(request)
            if excess == 1 {
                #expect(await client.response()?.status == status)
            } else if !request.contains("chunked") {
                #expect(await client.response()?.status == 200)
            }
        }
    }

    @Test(
        "A head or a body that does not arrive in time receives 408.",
        arguments: [
            "GET / HTTP/1.1\r\nHost", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab",
        ]
    )
    func slow(_ request: String) async throws {
        var limits = Backend.Limits()
        limits.headTimeout = .milliseconds(50)
        limits.bodyTimeout = .milliseconds(50)
        let sut = try BothLoops.backend([.any("/**", replies: [.init()])], limits: limits)
        let client = try await RawClient(port: sut.port)
        await client.send(request)
        #expect(await client.response()?.status == 408)
        #expect(await client.readToEnd().ending == .closed)
        #expect(sut.journal.entries.first?.violation?.contains("RFC 9110 §15.5.9") == true)
    }

    @Test("The server closes an idle connection without a reply.")
    func idle() async throws {
        var limits = Backend.Limits()
        limits.idle = .milliseconds(50)
        let sut = try BothLoops.backend([.any("/**", replies: [.init()])], limits: limits, canBeHeld: true)
        let client = try await sut.client(sending: "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(await client.response()?.status == 200)
        let (bytes, ending) = await client.readToEnd()
        #expect(bytes.isEmpty)
        #expect(ending == .closed)
    }

    @Test(
        "A rejection has a body if its own method allows one, whatever the request before (RFC 9110 §9.3.2).",
        arguments: PollerKind.allCases
    )
    func bodies(_ kind: PollerKind) async throws {
        let sut = try BothLoops.backend([.any("/**", replies: [.init(body: .text("well"))])], on: kind)
        let client = try await RawClient(port: sut.port)
        await client.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(await client.response(toHead: true)?.status == 200)
        await client.send("GET / HTTP/1.1\r\n\r\n")
        let reply = try #require(await client.response())
        #expect(reply.status == 400)
        #expect(reply.text.contains("RFC 9112 §3.2"))
        let other = try await RawClient(port: sut.port)
        await other.send("HEAD / HTTP/1.1\r\n\r\n")
        #expect(await other.response(toHead: true)?.status == 400)
        let (rest, ending) = await other.readToEnd()
        #expect(rest.isEmpty)
        #expect(ending == .closed)
    }

    @Test(
        "A rejected request line that begins like HEAD has a body, unless HEAD is its first word.",
        arguments: [("HEAD\rs=-5", false), ("HEAD\0 /", false), ("HEADS /", false), ("HEAD", true), ("HEAD\t/", true)]
    )
    func firstWord(_ line: String, _ isHead: Bool) async throws {
        let sut = try BothLoops.backend([.any("/**", replies: [.init()])])
        let client = try await RawClient(port: sut.port)
        await client.send("\(line)\r\n\r\n")
        #expect(await client.response(toHead: isHead)?.status == 400)
        let (rest, ending) = await client.readToEnd()
        #expect(rest.isEmpty)
        #expect(ending == .closed)
    }

    @Test("A tolerated violation is recorded even if an idle fault ends the connection.")
    func idleFault() async throws {
        let fault = Fault(.close, at: .idle(.nextRequest))
        let sut = try BothLoops.backend([.any("/**", replies: [.init(fault: fault)])])
        let client = try await RawClient(port: sut.port)
        #expect(await client.get("/")?.status == 200)
        await client.send("\r\nGET http://b/ HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(await client.readToEnd().ending == .closed)
        let violation = sut.journal.entries.last?.violation ?? "none"
        #expect(violation.contains("RFC 9112 §3.2"), "\(violation)")
        #expect(violation.contains("RFC 9112 §2.2"), "\(violation)")
    }

    @Test(
        "A body that RST cuts gets the same violation as one that FIN cuts (RFC 9112 §8).",
        arguments: PollerKind.allCases
    )
    func cutByReset(_ kind: PollerKind) async throws {
        let sut = try BothLoops.backend([.any("/**", replies: [.init()])], on: kind)
        let client = try await RawClient(port: sut.port)
        await client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nabc")
        await sut.drained()
        await client.closeNow(reset: true)
        await sut.journal.settled()
        let entry = try #require(sut.journal.entries.first)
        #expect(entry.end == .resetByClient)
        #expect(entry.violation == "RFC 9112 §8: the body ended after 3 of 5 bytes")
    }
}
