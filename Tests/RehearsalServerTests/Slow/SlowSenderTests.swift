import Rehearsal
import RehearsalServer
import RehearsalTestSupport
import Testing

@Suite("Clients that send slowly")
struct SlowSenderTests {
    @Test(
        "Heads and bodies that come a byte now and then are answered, and hold up nobody.",
        arguments: [
            "GET /large?\(String(repeating: "x", count: 40)) HTTP/1.1\r\nHost: a\r\n\r\n",
            "POST /upload HTTP/1.1\r\nHost: a\r\nContent-Length: 20\r\n\r\nabcdefghijklmnopqrst",
            "POST /upload HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nX: 1\r\n\r\n",
        ],
        PollerKind.allCases
    )
    func bytes(_ request: String, _ kind: PollerKind) async throws {
        let sut = try SlowPlay(10, on: kind)
        let (isWell, statuses) = try await onThread {
            let clients = try (0..<50).map { _ in try sut.client() }
            var isWell: [Bool] = []
            for byte in request.utf8 {
                for client in clients { client.send([byte]) }
                isWell.append(try sut.isWell())
            }
            return (isWell, clients.map { $0.response()?.status })
        }
        #expect(isWell.allSatisfy { $0 })
        #expect(statuses == Array(repeating: 200, count: 50))
        #expect(sut.entries.count == 50 && sut.entries.allSatisfy { $0.violation == nil })
        #expect(try await sut.left(after: 50 + request.utf8.count) == 0)
    }

    @Test(
        "Those that stop are told so, each when its own time has passed, and are gone.",
        arguments: PollerKind.allCases
    )
    func stop(_ kind: PollerKind) async throws {
        var limits = Backend.Limits()
        (limits.headTimeout, limits.bodyTimeout) = (.milliseconds(300), .milliseconds(300))
        let sut = try SlowPlay(10, on: kind, limits: limits)
        let requests = ["GET /large HT", "POST /upload HTTP/1.1\r\nHost: a\r\nContent-Length: 20\r\n\r\nabc"]
        let (isWell, statuses) = try await onThread {
            let clients = try (0..<100).map { index in
                let client = try sut.client()
                client.send(requests[index % 2])
                return client
            }
            return (try sut.isWell(), clients.map { ($0.response()?.status, $0.readToEnd().ending) })
        }
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
