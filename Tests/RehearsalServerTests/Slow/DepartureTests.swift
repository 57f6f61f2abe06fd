import Rehearsal
import RehearsalPlatform
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

/// Tests of clients that end their connections at each stage of an exchange.
///
/// A peer that vanishes without FIN or RST, such as one that loses power, needs a firewall on a loopback interface.
/// The server sees it as silence, which the tests of time limits and of slow readers cover.
@Suite("Clients that leave at each stage", .limitedConcurrency)
struct DepartureTests {
    /// The progress of an exchange when its client leaves.
    struct Stage: CustomTestStringConvertible, Sendable {
        var name: String
        var bytes: String
        /// The recorded end for a client that sends FIN at this stage and then continues to read.
        var finished: Journal.End?
        /// The recorded end for a client that resets.
        var reset: Journal.End?
        var violation: String?
        var testDescription: String { name }
    }

    private static let upload = "POST /upload HTTP/1.1\r\nHost: a\r\n"

    static let stages: [Stage] = [
        Stage(name: "before a head", bytes: ""),
        Stage(name: "in the empty lines before a head", bytes: "\r\n\r"),
        Stage(
            name: "in a request line",
            bytes: "GET /la",
            finished: .closedByClient,
            reset: .resetByClient,
            violation: "RFC 9112 §8: the head ended after 7 bytes"
        ),
        Stage(
            name: "in a head",
            bytes: "GET /large HTTP/1.1\r\nHost: a\r\n",
            finished: .closedByClient,
            reset: .resetByClient,
            violation: "RFC 9112 §8: the head ended after 30 bytes"
        ),
        Stage(
            name: "in a body with a Content-Length",
            bytes: upload + "Content-Length: 10\r\n\r\nabc",
            finished: .closedByClient,
            reset: .resetByClient,
            violation: "RFC 9112 §8: the body ended after 3 of 10 bytes"
        ),
        Stage(
            name: "in a chunk",
            bytes: upload + "Transfer-Encoding: chunked\r\n\r\n5\r\nabc",
            finished: .closedByClient,
            reset: .resetByClient,
            violation: "RFC 9112 §8: the body ended after 3 bytes and no last chunk"
        ),
        Stage(
            name: "in trailers",
            bytes: upload + "Transfer-Encoding: chunked\r\n\r\n0\r\nX: 1\r\n",
            finished: .closedByClient,
            reset: .resetByClient,
            violation: "RFC 9112 §8: the body ended after 0 bytes and no last chunk"
        ),
        Stage(name: "while a reply is written", bytes: SlowPlay.get, finished: .completed, reset: .resetByClient),
    ]

    @Test(
        "FIN ends an incomplete request, but not a reply that is being written.",
        arguments: stages,
        PollerKind.allCases
    )
    func finishes(_ stage: Stage, _ kind: PollerKind) async throws {
        let sut = try await SlowPlay(8 << 20, on: kind)
        let client = try await sut.client()
        await client.send(stage.bytes)
        await sut.backend.drained()
        await client.finishSending()
        await sut.backend.drained()
        let isWell = try await sut.isWell()
        let (bytes, ending) = await client.readToEnd()
        let received = bytes.count
        #expect(isWell)
        #expect(ending == .closed)
        #expect(stage.finished == .completed ? received > 8 << 20 : received == 0)
        #expect(try await sut.left(after: 2) == 0)
        let entry = sut.entries.first
        #expect(entry?.end == stage.finished)
        #expect(entry?.violation?.hasPrefix(stage.violation ?? "") ?? (stage.violation == nil))
        #expect(entry == nil || entry?.peerClosedAt != nil)
        #expect(sut.first?.end == .closedByClient)
        #expect(sut.first?.received == stage.bytes.utf8.count)
    }

    @Test("RST ends any exchange, and the journal records it.", arguments: stages, PollerKind.allCases)
    func resets(_ stage: Stage, _ kind: PollerKind) async throws {
        let sut = try await SlowPlay(8 << 20, on: kind)
        let client = try await sut.client()
        await client.send(stage.bytes)
        await sut.backend.drained()
        await client.closeNow(reset: true)
        let isWell = try await sut.isWell()
        #expect(isWell)
        #expect(try await sut.left(after: 2) == 0)
        let entry = sut.entries.first
        #expect(entry?.end == stage.reset)
        #expect(entry?.written ?? 0 < 8 << 20)
        #expect(entry == nil || entry?.peerClosedAt != nil)
        #expect(sut.first?.end == .resetByClient)
    }

    @Test(
        "The journal records a client that closes without reading its reply as a reset.",
        arguments: PollerKind.allCases
    )
    func closesUnread(_ kind: PollerKind) async throws {
        let sut = try await SlowPlay(on: kind)
        let client = try await sut.client()
        await client.send(SlowPlay.get)
        await client.waitUntilReadable()
        await client.closeNow()
        let isWell = try await sut.isWell()
        #expect(isWell)
        #expect(try await sut.left(after: 2) == 0)
        #expect(sut.entries.map(\.end) == [.resetByClient])
    }

    @Test("FIN followed by RST ends a reply that is being written.", arguments: PollerKind.allCases)
    func finishesAndResets(_ kind: PollerKind) async throws {
        let sut = try await SlowPlay(on: kind)
        let client = try await sut.client()
        await client.send(SlowPlay.get)
        await client.waitUntilReadable()
        await client.finishSending()
        await sut.backend.drained()
        await client.closeNow(reset: true)
        #expect(try await sut.left(after: 1) == 0)
        #expect(sut.entries.map(\.end) == [.resetByClient])
        #expect(sut.first?.end == .resetByClient)
    }

    @Test("Hundreds of clients that leave at all stages at once leave no socket open.", arguments: PollerKind.allCases)
    func many(_ kind: PollerKind) async throws {
        let sut = try await SlowPlay(1 << 20, on: kind)
        let clients = try await sut.clients(400)
        for (index, client) in clients.enumerated() {
            await client.send(Self.stages[index % Self.stages.count].bytes)
        }
        await sut.backend.drained()
        #expect(try await sut.isWell())
        for (index, client) in clients.enumerated() { await client.closeNow(reset: index.isMultiple(of: 3)) }
        #expect(try await sut.left(after: 401) == 0)
        #expect(sut.backend.journal.connections.allSatisfy { $0.end != nil })
    }
}
