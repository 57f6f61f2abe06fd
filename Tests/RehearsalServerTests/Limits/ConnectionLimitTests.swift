import Rehearsal
import RehearsalPlatform
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("The connection limit", .limitedConcurrency)
struct ConnectionLimitTests {
    /// A way in which a connection ends and makes room for another.
    enum Departure: CaseIterable, Sendable {
        case finishes, resets, receivesLastReply, isRejected, timesOut

        func take(_ client: RawClient) async {
            switch self {
            case .finishes: await client.finishSending()
            case .resets: await client.closeNow(reset: true)
            case .receivesLastReply: await client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            case .isRejected: await client.send("nonsense\r\n\r\n")
            case .timesOut: await client.send("GET / HTTP/1.1\r\nHo")
            }
            if self != .resets {
                _ = await client.readToEnd()
                await client.closeNow()
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
        "The server serves connections up to the limit; one more waits and is served when one has left.",
        arguments: Departure.allCases,
        PollerKind.allCases
    )
    func oneMore(_ departure: Departure, _ kind: PollerKind) async throws {
        let sut = try Self.backend(3, on: kind)
        let clients = try await RawClient.connect(3, port: sut.port)
        let early = await clients.each { $0.get("/")?.status }
        let next = try await RawClient(port: sut.port)
        await next.send("GET /next HTTP/1.1\r\nHost: a\r\n\r\n")
        let isSilent = await next.isSilent()
        // The earlier connections are still served.
        let others = await clients.each { $0.get("/")?.status }
        await departure.take(clients[1])
        let late = await next.response()?.status
        #expect(early == [200, 200, 200])
        #expect(isSilent)
        #expect(others == [200, 200, 200])
        #expect(late == 200)
        let connections = sut.journal.connections
        let left = try #require(connections[1].closedAt)
        #expect(connections[..<3].allSatisfy { $0.openedAt < left })
        #expect(connections[3].openedAt >= left)
    }

    @Test("A limit of one serves connections one after the other, in any order.", arguments: PollerKind.allCases)
    func oneAtATime(_ kind: PollerKind) async throws {
        let sut = try Self.backend(1, on: kind)
        let executor = try ThreadExecutor()
        var clients: [RawClient] = []
        for _ in 0..<20 {
            let client = try await RawClient(port: sut.port, on: executor)
            await client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            await client.finishSending()
            clients.append(client)
        }
        let statuses = await clients.each { $0.response()?.status }
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
        let clients = try await RawClient.connect(4, port: sut.port)
        let early = await clients.each { $0.get("/")?.status }
        let next = try await RawClient.connect(4, port: sut.port)
        await next.each { $0.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n") }
        let isSilent = await next.each { $0.isSilent(milliseconds: 50) }.allSatisfy(\.self)
        await clients.each { $0.closeNow() }
        let statuses = early + (await next.each { $0.response()?.status })
        #expect(isSilent)
        #expect(statuses == Array(repeating: 200, count: 8))
        await sut.stop()
    }
}
