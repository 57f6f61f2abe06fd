import Rehearsal
import RehearsalPlatform
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("The lifecycle of a connection", .limitedConcurrency)
struct LifecycleTests {
    private static let large = Scenario.Body.bytes([UInt8](repeating: 0x78, count: 100_000))
    private static let request = " HTTP/1.1\r\nHost: a\r\n\r\n"

    @Test("A half-closed client receives every reply to its earlier requests.", arguments: PollerKind.allCases)
    func halfClosedPipeline(_ kind: PollerKind) async throws {
        let sut = try BothLoops.backend(
            [
                .get("/slow", replies: [.init(delay: .milliseconds(40))]),
                .get("/big", replies: [.init(body: Self.large)]),
            ],
            on: kind
        )
        let client = try await RawClient(port: sut.port)
        await client.send("GET /slow" + Self.request + String(repeating: "GET /big" + Self.request, count: 3))
        await client.finishSending()
        #expect(await client.response()?.status == 200)
        for _ in 0..<3 { #expect(await client.response()?.body.count == 100_000) }
        #expect(await client.readToEnd().ending == .closed)
        #expect(sut.journal.count == 4)
    }

    @Test("An endless stall ends when the client closes, whatever the client sent before.", arguments: [0, 200_000])
    func stallIsNoticed(_ extra: Int) async throws {
        let sut = try BothLoops.backend([
            .get("/slow", replies: [.init(delay: .milliseconds(20))]),
            .get("/stall", replies: [.init(fault: Fault(.stall(), at: .beforeHead))]),
        ])
        let client = try await RawClient(port: sut.port)
        await client.send("GET /slow" + Self.request + "GET /stall" + Self.request)
        await client.send([UInt8](repeating: 0x78, count: extra))
        await client.finishSending()
        await sut.journal.settled()
        try await sut.wait(for: .any("/**"), count: 2, within: .seconds(300))
        await sut.journal.settled()
        #expect(sut.journal.entries.map(\.end) == [.completed, .closedByClient])
    }

    @Test("A pipelined request has the arrival time at which its bytes were read.")
    func arrival() async throws {
        let sut = try BothLoops.backend([.get("/slow", replies: [.init(delay: .milliseconds(60))])])
        let client = try await RawClient(port: sut.port)
        await client.send("GET /slow" + Self.request + "GET /slow" + Self.request)
        for _ in 0..<2 { _ = await client.response() }
        let entries = sut.journal.entries
        #expect(entries[1].at - entries[0].at < 60_000_000)
        #expect(try #require(entries[1].headAt) - entries[0].at >= 60_000_000)
    }

    @Test("A body after a head that allows none closes the connection, so that no client reads it as a reply.")
    func noContent() async throws {
        let sut = try BothLoops.backend([.get("/", replies: [.init(204, body: .text("stray"))])])
        let client = try await RawClient(port: sut.port)
        await client.send("GET /" + Self.request + "GET /" + Self.request)
        let (bytes, ending) = await client.readToEnd()
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.hasSuffix("\r\n\r\nstray"))
        #expect(text.contains("Connection: close\r\n"))
        #expect(text.split(separator: "HTTP/1.1 ").count == 1)
        #expect(ending == .closed)
    }

    @Test("Two loops share the connections of one backend, and count its turns once.")
    func twoLoops() async throws {
        var options = Backend.Options()
        options.loops = try LoopGroup(threads: 2)
        let replies: [Scenario.Reply] = [.init(503, times: 50), .init(200)]
        let sut = try Backend.start(Scenario("two", endpoints: [.get("/", replies: replies)]), options: options)
        let statuses = await withTaskGroup(of: [Int].self) { group in
            for _ in 0..<10 {
                group.addTask {
                    guard let client = try? await RawClient(port: sut.port) else { return [] }
                    return await client.run { client in (0..<10).compactMap { _ in client.get("/")?.status } }
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        #expect(statuses.count { $0 == 503 } == 50)
        #expect(statuses.count { $0 == 200 } == 50)
        #expect(Set(sut.journal.entries.map(\.connection)) == Set(0..<10))
        await sut.stop()
    }

    @Test("A wait until no exchange is open includes the requests that were sent before, on each of several loops.")
    func settledLoops() async throws {
        var options = Backend.Options()
        options.loops = try LoopGroup(threads: 2)
        let sut = try Backend.start(Scenario("two", endpoints: [.get("/", replies: [.init(200)])]), options: options)
        var counts: [Int] = []
        for _ in 1...400 {
            let client = try await RawClient(port: sut.port)
            await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(await sut.settled(within: .seconds(120)))
            counts.append(sut.journal.count)
        }
        #expect(counts == Array(1...400))
        await sut.stop()
    }

    @Test("The server rejects or clamps values that a document cannot hold, without a trap.")
    func extremes() async throws {
        var limits = Backend.Limits()
        (limits.target, limits.head, limits.body) = (.max, .max, .max)
        let sut = try BothLoops.backend(
            [
                .get("/times", replies: [.init(times: .max), .init()]),
                .get("/share", replies: [.init(body: .text("xy"), fault: Fault(.close, at: .body(.percent(.nan))))]),
                .get(
                    "/before",
                    replies: [
                        .init(body: .text("xy"), fault: Fault(.stall(for: .milliseconds(1)), at: .body(.bytes(-3_000))))
                    ]
                ),
                .get("/status", replies: [.later { _ in Scenario.Reply(30_000) }]),
            ],
            limits: limits
        )
        let client = try await RawClient(port: sut.port)
        #expect(await client.get("/times")?.status == 200)
        #expect(await client.get("/before")?.text == "xy")
        #expect(try await RawClient(port: sut.port).get("/status")?.status == 500)
        await client.send("GET /share" + Self.request)
        #expect(await String(decoding: client.readToEnd().bytes, as: UTF8.self).hasSuffix("\r\n\r\n"))
        var options = Backend.Options()
        options.port = 70_000
        #expect(throws: Backend.StartError.self) { try Backend.start(Scenario("p", endpoints: []), options: options) }
    }
}
