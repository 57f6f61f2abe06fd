import Rehearsal
import RehearsalPlatform
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("Clients that read slowly or not at all", .limitedConcurrency, .serialized)
struct SlowReaderTests {
    @Test(
        "Slow readers of a large reply need no copy of it and do not block other connections.",
        arguments: PollerKind.allCases
    )
    func memory(_ kind: PollerKind) async throws {
        let sut = try await SlowPlay(on: kind)
        // One request, so that the reply has been prepared.
        let before = try await sut.client()
        await before.send(SlowPlay.get)
        _ = await before.read(1_000)
        let resident = residentBytes()
        let readers = try await sut.clients(20)
        await readers.each { $0.send(SlowPlay.get) }
        var counts: [Int] = []
        for _ in 0..<5 { counts += await readers.each { $0.read(10_000).count } }
        let growth = residentBytes().flatMap { now in resident.map { now - $0 } }
        let isWell = try await sut.isWell()
        for reader in readers + [before] { await reader.closeNow(reset: true) }
        #expect(counts.allSatisfy { $0 == 10_000 })
        #expect(isWell)
        // A copy for each would be a thousand megabytes; other tests allocate and free memory in the meantime.
        if let growth { #expect(growth < 300 << 20) }
        #expect(try await sut.left(after: 22) == 0)
        #expect(sut.entries.count { $0.end == .resetByClient } == 21)
    }

    @Test(
        "A client that pipelines requests without reading is paused and costs one reply at a time.",
        arguments: [200, 100_000, 50 << 20],
        PollerKind.allCases
    )
    func pipeline(_ size: Int, _ kind: PollerKind) async throws {
        let sut = try await SlowPlay(size, on: kind)
        let asked = 400_000
        let client = try await sut.client()
        let all = Array(String(repeating: SlowPlay.get, count: asked).utf8)
        let resident = residentBytes()
        let taken = await client.sendUntilBlocked(all) / SlowPlay.get.utf8.count
        let growth = residentBytes().flatMap { now in resident.map { now - $0 } }
        let isWell = try await sut.isWell()
        await client.closeNow(reset: true)
        #expect(taken < asked)
        #expect(isWell)
        if let growth { #expect(growth < 300 << 20) }
        #expect(try await sut.left(after: 2) == 0)
        await sut.backend.journal.settled()
        // The requests with replies and the one in progress, but none that waited.
        let ends = sut.entries.map(\.end)
        #expect(ends.count <= taken)
        #expect(ends.dropLast().allSatisfy { $0 == .completed })
        #expect(ends.last == .resetByClient)
        #expect(sut.first?.end == .resetByClient)
    }

    @Test("The kernel buffers little for a client that does not read.", arguments: PollerKind.allCases)
    func kernel(_ kind: PollerKind) async throws {
        let sut = try await SlowPlay(on: kind)
        let client = try await sut.client()
        await client.send(SlowPlay.get)
        await client.waitUntilReadable()
        await sut.backend.drained()
        await client.closeNow(reset: true)
        #expect(try await sut.left(after: 1) == 0)
        // One window, its buffer and one call; without a limit it is two and a half megabytes.
        #expect(try #require(sut.entries.first).written < 1 << 20)
    }

    @Test("A client that reads late receives every reply to its requests, in order.", arguments: PollerKind.allCases)
    func atLast(_ kind: PollerKind) async throws {
        let sut = try await SlowPlay(100_000, on: kind)
        let client = try await sut.client()
        await client.send(String(repeating: SlowPlay.get, count: 100) + "GET /well HTTP/1.1\r\nHost: a\r\n\r\n")
        _ = try await sut.isWell()
        let counts = await client.run { client in (0..<101).map { _ in client.response()?.body.count } }
        await client.closeNow()
        #expect(counts == Array(repeating: 100_000, count: 100) + [4])
        #expect(try await sut.left(after: 2) == 0)
    }

    @Test("A client that is still reading is not idle and is not cut.", arguments: PollerKind.allCases)
    func notIdle(_ kind: PollerKind) async throws {
        var limits = Backend.Limits()
        (limits.idle, limits.headTimeout, limits.bodyTimeout) = (
            .milliseconds(50), .milliseconds(50), .milliseconds(50)
        )
        let sut = try await SlowPlay(8 << 20, on: kind, limits: limits, canBeHeld: true)
        let client = try await sut.backend.client(sending: SlowPlay.get, window: 256 << 10)
        await client.waitUntilReadable()
        // A client without a request receives nothing, so waiting for it lets time pass.
        let other = try await RawClient(port: sut.backend.port)
        _ = await other.isSilent(milliseconds: 200)
        _ = await other.readToEnd()
        let early = sut.entries.first?.end
        let count = await client.response()?.body.count
        #expect(early == nil)
        #expect(count == 8 << 20)
        await sut.backend.journal.settled()
        #expect(sut.entries.map(\.end) == [.completed])
    }
}
