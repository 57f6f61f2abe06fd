import Rehearsal
import RehearsalPlatform
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("Requests with incomplete bodies", .limitedConcurrency)
struct IncompleteRequestTests {
    /// Returns a backend with a body condition, which keeps each body until it has arrived.
    private static func backend(_ kind: PollerKind) throws -> Backend {
        var limits = BothLoops.generousLimits
        limits.bodies = 1_000
        let condition = Scenario.Condition(body: [.json(["a": 1])])
        let endpoints: [Scenario.Endpoint] = [
            .post("/", when: condition, replies: [.init(201)]), .post("/", replies: [.init(200)]),
        ]
        return try BothLoops.backend(endpoints, on: kind, limits: limits)
    }

    private static let head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 900\r\n\r\n"
    private static let part = String(repeating: " ", count: 600)
    private static let rest = String(repeating: " ", count: 300)

    /// Waits until the loop has read all bytes that were sent before.
    private func settle(_ sut: Backend) async throws {
        let client = try await RawClient(port: sut.port)
        // The loop may send the first reply in an iteration that has not yet read another connection.
        for _ in 0..<2 { #expect(await client.get("/none")?.status == 501) }
    }

    @Test("A request that exceeds the room for all bodies receives 503.", arguments: PollerKind.allCases)
    func full(_ kind: PollerKind) async throws {
        let sut = try Self.backend(kind)
        let first = try await RawClient(port: sut.port)
        await first.send(Self.head + Self.part)
        try await settle(sut)
        let second = try await RawClient(port: sut.port)
        await second.send(Self.head + Self.part)
        #expect(await second.response()?.status == 503)
        #expect(await second.readToEnd().ending == .closed)
        #expect(sut.journal.entries.contains { $0.violation?.contains("more than 1000 bytes together") == true })
        await first.send(Self.rest)
        #expect(await first.response()?.status == 200)
        let next = "GET /none?\(String(repeating: "x", count: 600)) HTTP/1.1\r\nHost: a\r\n\r\n"
        for _ in 0..<3 {
            // The bytes after the body in the same segment do not count as part of it.
            await first.send(Self.head + Self.part + Self.rest + next)
            #expect(await first.response()?.status == 200)
            #expect(await first.response()?.status == 501)
        }
    }

    @Test("The room for bodies that a client used is free after the client has left.", arguments: PollerKind.allCases)
    func gone(_ kind: PollerKind) async throws {
        let sut = try Self.backend(kind)
        for isReset in [false, true] {
            let client = try await RawClient(port: sut.port)
            await client.send(Self.head + Self.part)
            try await settle(sut)
            await client.closeNow(reset: isReset)
            try await settle(sut)
        }
        let client = try await RawClient(port: sut.port)
        await client.send(Self.head + Self.part + Self.rest)
        #expect(await client.response()?.status == 200)
    }
}
