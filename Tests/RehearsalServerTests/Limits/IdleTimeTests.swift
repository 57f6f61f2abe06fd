import Rehearsal
import RehearsalServer
import RehearsalTestSupport
import Testing

@Suite("The time that a connection may be idle")
struct IdleTimeTests {
    private static let limit = Duration.milliseconds(150)

    private static func sut(on kind: PollerKind, _ replies: [Scenario.Reply] = [.init()]) throws -> FaultPlay {
        var limits = Backend.Limits()
        limits.idle = limit
        return try FaultPlay(replies, on: kind, limits: limits)
    }

    @Test(
        "A connection without a request is closed without a word, and never before its time.",
        arguments: ["", "\r\n", "\r\n\r\n\r"],
        PollerKind.allCases
    )
    func neverAsked(_ bytes: String, _ kind: PollerKind) async throws {
        let sut = try Self.sut(on: kind)
        let (received, ending) = try await onThread {
            let client = try sut.client()
            client.send(bytes)
            return client.readToEnd()
        }
        #expect(received.isEmpty && ending != .silent)
        let connection = try #require(await sut.connection(0) { $0.end != nil })
        #expect(try #require(connection.closedAt) - connection.openedAt >= Self.limit.nanoseconds)
        #expect(sut.backend.journal.count == 0)
    }

    @Test("It counts from the end of the last exchange.", arguments: PollerKind.allCases)
    func afterRequests(_ kind: PollerKind) async throws {
        let sut = try Self.sut(on: kind)
        let (texts, rest) = try await onThread {
            let client = try sut.client()
            return ((0..<3).map { _ in client.get("/faulty")?.status }, client.readToEnd())
        }
        #expect(texts == [200, 200, 200])
        #expect(rest.bytes.isEmpty && rest.ending == .closed)
        let connection = try #require(await sut.connection(0) { $0.end != nil })
        let last = try #require(sut.entries.last?.endAt)
        #expect(try #require(connection.closedAt) - last >= Self.limit.nanoseconds)
    }

    @Test("A connection that waits for its reply, or sends its body, is not idle.", arguments: PollerKind.allCases)
    func notIdle(_ kind: PollerKind) async throws {
        let sut = try Self.sut(on: kind, [.init(delay: .milliseconds(400))])
        let statuses = try await onThread {
            let client = try sut.client()
            let first = client.get("/faulty")?.status
            let other = try sut.client()
            other.send(FaultPlay.post)
            _ = other.isSilent(milliseconds: 300)
            other.send(FaultPlay.text)
            return [first, other.response()?.status]
        }
        #expect(statuses == [200, 200])
    }
}
