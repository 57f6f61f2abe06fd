import Rehearsal
import RehearsalServer
import RehearsalTestSupport
import Testing

@Suite("The limit of connections")
struct ConnectionLimitTests {
    /// How a connection leaves, so that another has room.
    enum Departure: CaseIterable, Sendable {
        case finishes, resets, isAnsweredLast, isRefused, falls

        func take(_ client: RawClient) {
            switch self {
            case .finishes: client.finishSending()
            case .resets: client.closeNow(reset: true)
            case .isAnsweredLast: client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            case .isRefused: client.send("nonsense\r\n\r\n")
            case .falls: client.send("GET / HTTP/1.1\r\nHo")
            }
            if self != .resets {
                _ = client.readToEnd()
                client.closeNow()
            }
        }
    }

    private static func backend(_ most: Int, on kind: PollerKind) throws -> Backend {
        var limits = Backend.Limits()
        limits.connections = most
        limits.headTimeout = .milliseconds(50)
        return try BothLoops.backend([.any("/**", replies: [.init()])], on: kind, limits: limits)
    }

    @Test(
        "As many as it says are served at once; one more waits, and is served when one of them has left.",
        arguments: Departure.allCases,
        PollerKind.allCases
    )
    func oneMore(_ departure: Departure, _ kind: PollerKind) async throws {
        let sut = try Self.backend(3, on: kind)
        let (early, isSilent, others, late) = try await onThread {
            let clients = try (0..<3).map { _ in try RawClient(port: sut.port) }
            let early = clients.map { $0.get("/")?.status }
            let next = try RawClient(port: sut.port)
            next.send("GET /next HTTP/1.1\r\nHost: a\r\n\r\n")
            let isSilent = next.isSilent()
            // Those that are there are served all the same.
            let others = clients.map { $0.get("/")?.status }
            departure.take(clients[1])
            return (early, isSilent, others, next.response()?.status)
        }
        #expect(early == [200, 200, 200])
        #expect(isSilent)
        #expect(others == [200, 200, 200])
        #expect(late == 200)
        let connections = sut.journal.connections
        let left = try #require(connections[1].closedAt)
        #expect(connections[..<3].allSatisfy { $0.openedAt < left })
        #expect(connections[3].openedAt >= left)
    }

    @Test("One at a time is one after the other, whoever comes first.", arguments: PollerKind.allCases)
    func oneAtATime(_ kind: PollerKind) async throws {
        let sut = try Self.backend(1, on: kind)
        let statuses = try await onThread {
            let clients = try (0..<20).map { _ in
                let client = try RawClient(port: sut.port)
                client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                client.finishSending()
                return client
            }
            return clients.map { $0.response()?.status }
        }
        #expect(statuses == Array(repeating: 200, count: 20))
        let connections = sut.journal.connections
        #expect(connections.count == 20)
        for (one, next) in zip(connections, connections.dropFirst()) {
            #expect(next.openedAt >= (one.closedAt ?? .max))
        }
    }

    @Test("Connections on several loops share one limit.")
    func severalLoops() async throws {
        var options = Backend.Options()
        options.loops = try LoopGroup(threads: 2)
        options.limits.connections = 4
        let sut = try Backend.start(Scenario("l", endpoints: [.get("/", replies: [.init()])]), options: options)
        let (isSilent, statuses) = try await onThread {
            let clients = try (0..<4).map { _ in try RawClient(port: sut.port) }
            let early = clients.map { $0.get("/")?.status }
            let next = try (0..<4).map { _ in try RawClient(port: sut.port) }
            for client in next { client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n") }
            let isSilent = next.allSatisfy { $0.isSilent(milliseconds: 50) }
            for client in clients { client.closeNow() }
            return (isSilent, early + next.map { $0.response()?.status })
        }
        #expect(isSilent)
        #expect(statuses == Array(repeating: 200, count: 8))
        await sut.stop()
    }
}
