import Rehearsal
import RehearsalPlatform
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("The time limit of a head", .limitedConcurrency)
struct HeadTimeTests {
    private static let limit = Duration.milliseconds(200)

    private static func backend(
        on kind: PollerKind,
        _ replies: [Scenario.Reply] = [.init()],
        canBeHeld: Bool = false,
        _ change: (inout Backend.Limits) -> Void = { _ in },
    ) throws -> Backend {
        var limits = BothLoops.generousLimits
        limits.headTimeout = limit
        change(&limits)
        return try BothLoops.backend(
            [.any("/**", replies: replies)],
            on: kind,
            limits: limits,
            canBeHeld: canBeHeld
        )
    }

    @Test("The limit counts from the first byte, however many follow.", arguments: PollerKind.allCases)
    func dripped(_ kind: PollerKind) async throws {
        let sut = try Self.backend(on: kind)
        let client = try await RawClient(port: sut.port)
        let head = "GET / HTTP/1.1\r\nHost: a\r\nX: " + String(repeating: "x", count: 300) + "\r\n\r\n"
        // The head would take six seconds, and a timer that each byte restarts would never fire.
        for byte in head.utf8 {
            await client.send([byte])
            guard await client.isSilent(milliseconds: 20) else { break }
        }
        let isWell = try await RawClient(port: sut.port).get("/")?.status == 200
        let status = await client.response()?.status
        let ending = await client.readToEnd().ending
        #expect(status == 408)
        #expect(ending == .closed)
        #expect(isWell)
        await sut.journal.settled()
        let entry = try #require(sut.journal.entries.first)
        #expect(entry.end == .timeout)
        #expect(entry.violation?.hasPrefix("RFC 9110 §15.5.9") == true)
        #expect(try #require(entry.endAt) - entry.at >= Self.limit.nanoseconds)
    }

    @Test("The server sends no 408 before the limit has passed.", arguments: PollerKind.allCases)
    func notEarly(_ kind: PollerKind) async throws {
        for milliseconds in [1, 20, 150] {
            let limit = Duration.milliseconds(milliseconds)
            let sut = try Self.backend(on: kind) { $0.headTimeout = limit }
            let client = try await RawClient(port: sut.port)
            await client.send("GET / HTTP/1.1\r\nHost")
            let status = await client.response()?.status
            #expect(status == 408)
            await sut.journal.settled()
            let entry = try #require(sut.journal.entries.first)
            #expect(try #require(entry.endAt) - entry.at >= limit.nanoseconds)
        }
    }

    @Test(
        "The limit ends with the head, so that neither a slow body nor a slow reply is cut.",
        arguments: PollerKind.allCases
    )
    func ends(_ kind: PollerKind) async throws {
        let sut = try Self.backend(on: kind, [.init(delay: .milliseconds(300))]) {
            $0.headTimeout = .milliseconds(100)
        }
        let client = try await RawClient(port: sut.port)
        await client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n")
        _ = await client.isSilent(milliseconds: 250)
        await client.send("body")
        let statuses = await [client.response()?.status, client.get("/")?.status]
        #expect(statuses == [200, 200])
    }

    @Test("The limit restarts with the first byte of each head, not before.", arguments: PollerKind.allCases)
    func anew(_ kind: PollerKind) async throws {
        let sut = try Self.backend(on: kind)
        let statuses = try await RawClient(port: sut.port).run { client in
            (0..<3).map { _ in
                _ = client.isSilent(milliseconds: 250)
                // Empty lines before a head do not belong to it.
                client.send("\r\n")
                _ = client.isSilent(milliseconds: 50)
                return client.get("/")?.status
            }
        }
        #expect(statuses == [200, 200, 200])
    }

    @Test("The idle limit does not cut a head that has begun.", arguments: PollerKind.allCases)
    func notIdle(_ kind: PollerKind) async throws {
        let sut = try Self.backend(on: kind, canBeHeld: true) {
            ($0.headTimeout, $0.idle) = (.seconds(600), .milliseconds(100))
        }
        let client = try await sut.client(sending: "GET / HTTP/1.1\r\n")
        _ = await client.isSilent(milliseconds: 300)
        await client.send("Host: a\r\n\r\n")
        let status = await client.response()?.status
        #expect(status == 200)
    }

    @Test(
        "A head that arrived whole receives its reply, however late the loop reads it.",
        arguments: PollerKind.allCases
    )
    func busyLoop(_ kind: PollerKind) async throws {
        // On a busy machine many clients time out before all have connected: retry with more time.
        for seconds: Int32 in [1, 4, 16, 64] {
            let statuses = try await Self.statuses(ofHeadsWithin: seconds, on: kind)
            guard statuses.count > 300 else { continue }
            #expect(statuses.allSatisfy { $0 == 200 }, "\(statuses.count { $0 != 200 }) of \(statuses.count)")
            return
        }
        Issue.record("no more than 300 of 400 clients began their heads within a minute")
    }

    /// Returns the statuses of clients whose heads arrived whole in time but were read after the limit.
    private static func statuses(ofHeadsWithin seconds: Int32, on kind: PollerKind) async throws -> [Int?] {
        var options = BothLoops.options(kind)
        // The loop is not shared, because the test holds it for the whole time limit of a head.
        options.loops = try LoopGroup(threads: 1, poller: kind)
        options.limits.headTimeout = .seconds(Int64(seconds))
        let sut = try Backend.start(Scenario("b", endpoints: [.any("/**", replies: [.init()])]), options: options)
        // More sockets than one poll of the loop returns.
        let clients = try await RawClient.connect(400, port: sut.port)
        await clients.each { $0.send("GET / HTTP/1.1\r\nHost: ") }
        await sut.drained()
        let inTime = await sut.withHeldLoops {
            // A client that timed out before the loop was held has its reply.
            var inTime: [RawClient] = []
            for client in clients where await client.isSilent(milliseconds: 0) { inTime.append(client) }
            await inTime.each { $0.send("a\r\n\r\n") }
            _ = await inTime.first?.isSilent(milliseconds: seconds * 1_000 + 500)
            return inTime
        }
        let statuses = await inTime.each { $0.response()?.status }
        await sut.stop()
        return statuses
    }
}
