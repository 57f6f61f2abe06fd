import Rehearsal
import RehearsalPlatform
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("The time limit of an idle connection", .limitedConcurrency)
struct IdleTimeTests {
    private static let limit = Duration.milliseconds(150)

    private static func sut(on kind: PollerKind, _ replies: [Scenario.Reply] = [.init()]) throws -> FaultPlay {
        var limits = BothLoops.generousLimits
        limits.idle = limit
        return try FaultPlay(replies, on: kind, limits: limits, canBeHeld: true)
    }

    @Test(
        "The server closes a connection without a request silently, never before the limit.",
        arguments: ["", "\r\n", "\r\n\r\n\r"],
        PollerKind.allCases
    )
    func neverAsked(_ bytes: String, _ kind: PollerKind) async throws {
        let sut = try Self.sut(on: kind)
        let client = try await sut.client()
        await client.send(bytes)
        let (received, ending) = await client.readToEnd()
        #expect(received.isEmpty)
        #expect(ending != .timedOut)
        let connection = try #require(await sut.connection(0) { $0.end != nil })
        #expect(try #require(connection.closedAt) - connection.openedAt >= Self.limit.nanoseconds)
        #expect(sut.backend.journal.count == 0)
    }

    @Test("The limit counts from the end of the last exchange.", arguments: PollerKind.allCases)
    func afterRequests(_ kind: PollerKind) async throws {
        // All requests at once: a client that is delayed between them would be idle.
        let sut = try Self.sut(on: kind, [.init(delay: .milliseconds(100))])
        let client = try await sut.backend.client(sending: String(repeating: FaultPlay.get, count: 3))
        let statuses = await client.run { client in (0..<3).map { _ in client.response()?.status } }
        let rest = await client.readToEnd()
        #expect(statuses == [200, 200, 200])
        #expect(rest.bytes.isEmpty)
        #expect(rest.ending == .closed)
        let connection = try #require(await sut.connection(0) { $0.end != nil })
        let last = try #require(sut.entries.last?.endAt)
        #expect(try #require(connection.closedAt) - last >= Self.limit.nanoseconds)
    }

    @Test("A connection that waits for its reply or sends its body is not idle.", arguments: PollerKind.allCases)
    func notIdle(_ kind: PollerKind) async throws {
        let sut = try Self.sut(on: kind, [.init(delay: .milliseconds(400))])
        let first = try await sut.backend.client(sending: FaultPlay.get).response()?.status
        let other = try await sut.backend.client(sending: FaultPlay.post)
        _ = await other.isSilent(milliseconds: 300)
        await other.send(FaultPlay.text)
        let statuses = await [first, other.response()?.status]
        #expect(statuses == [200, 200])
    }
}
