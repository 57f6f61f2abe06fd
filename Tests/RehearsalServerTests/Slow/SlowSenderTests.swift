import Rehearsal
import RehearsalPlatform
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("Clients that send slowly", .limitedConcurrency)
struct SlowSenderTests {
    @Test(
        "Requests that arrive byte by byte receive their replies and do not block other connections.",
        arguments: [
            "GET /large?\(String(repeating: "x", count: 40)) HTTP/1.1\r\nHost: a\r\n\r\n",
            "POST /upload HTTP/1.1\r\nHost: a\r\nContent-Length: 20\r\n\r\nabcdefghijklmnopqrst",
            "POST /upload HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nX: 1\r\n\r\n",
        ],
        PollerKind.allCases
    )
    func bytes(_ request: String, _ kind: PollerKind) async throws {
        let sut = try await SlowPlay(10, on: kind)
        let clients = try await sut.clients(50)
        var isWell: [Bool] = []
        for byte in request.utf8 {
            await clients.each { $0.send([byte]) }
            isWell.append(try await sut.isWell())
        }
        let statuses = await clients.each { $0.response()?.status }
        await clients.each { $0.closeNow() }
        #expect(isWell.allSatisfy { $0 })
        #expect(statuses == Array(repeating: 200, count: 50))
        #expect(sut.entries.count == 50)
        #expect(sut.entries.allSatisfy { $0.violation == nil })
        #expect(try await sut.left(after: 50 + request.utf8.count) == 0)
    }

    @Test(
        "A client that stops sending receives 408 after its own time limit, and its connection is closed.",
        arguments: PollerKind.allCases
    )
    func stop(_ kind: PollerKind) async throws {
        var limits = Backend.Limits()
        (limits.headTimeout, limits.bodyTimeout) = (.milliseconds(300), .milliseconds(300))
        let sut = try await SlowPlay(10, on: kind, limits: limits)
        let requests = ["GET /large HT", "POST /upload HTTP/1.1\r\nHost: a\r\nContent-Length: 20\r\n\r\nabc"]
        let clients = try await sut.clients(100)
        for (index, client) in clients.enumerated() { await client.send(requests[index % 2]) }
        let isWell = try await sut.isWell()
        let statuses = await clients.each { ($0.response()?.status, $0.readToEnd().ending) }
        #expect(isWell)
        #expect(statuses.allSatisfy { $0 == (408, .closed) })
        #expect(try await sut.left(after: 101) == 0)
        #expect(sut.entries.count == 100)
        for entry in sut.entries {
            #expect(entry.end == .timeout)
            #expect(try #require(entry.endAt) - entry.at >= 300_000_000)
        }
        #expect(sut.backend.journal.connections.count { $0.end == .closed } == 100)
    }
}
