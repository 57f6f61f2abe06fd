import Rehearsal
import RehearsalPlatform
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("The requests that a fault applies to", .limitedConcurrency)
struct OccurrenceTests {
    @Test(
        "An occurrence drops its skipped requests, then those past its maximum, then takes every n-th.",
        arguments: [
            (.first(2), "xx......"), (.init(skip: 3), "...xxxxx"), (.init(every: 3), "x..x..x."),
            (.init(first: 4, skip: 1, every: 2), ".x.x...."),
            (.init(first: 0), "........"), (.chance(0), "........"), (.chance(1), "xxxxxxxx"),
            (.init(first: -1, skip: -2, every: 0), "........"),
        ] as [(Fault.Occurrence, String)],
        PollerKind.allCases
    )
    func counting(_ play: (occurrence: Fault.Occurrence, pattern: String), _ kind: PollerKind) async throws {
        for fault in [
            Fault(.wrongLength(declares: 0), at: .head(), on: play.occurrence),
            Fault(.close, at: .requestBody(), on: play.occurrence),
        ] {
            let sut = try FaultPlay([FaultPlay.reply(fault)], on: kind)
            var seen = ""
            for _ in 0..<play.pattern.count {
                let length = try await sut.client().get("/faulty")?.header("Content-Length")
                seen += length == "10" ? "." : "x"
            }
            #expect(seen == play.pattern, "\(fault)")
            let entries = try await sut.settled(play.pattern.count)
            #expect(entries.map { $0.fault == nil ? "." : "x" }.joined() == play.pattern)
        }
    }

    /// Returns the faults of a thousand requests of an endpoint, in order, as the journal records them.
    private static func decisions(
        seed: UInt64,
        threads: Int,
        adding others: [Scenario.Endpoint] = [],
        noise: Int = 0,
    ) async throws -> String {
        var options = Backend.Options()
        options.loops = try LoopGroup(threads: threads)
        let faults = [
            Fault(.wrongLength(declares: 0), at: .head(), on: .chance(0.5)),
            Fault(.corrupt(bytes: 0), at: .body(), on: .init(skip: 10, chance: 0.1)),
        ]
        var reply = FaultPlay.reply()
        reply.faults = faults
        let endpoints = others + [.get("/dice", replies: [reply]), .get("/noise", replies: [reply])]
        let sut = try Backend.start(Scenario("dice", seed: seed, endpoints: endpoints), options: options)
        // Several connections, so that several loops take part.
        let clients = try await RawClient.connect(10, port: sut.port)
        for number in 0..<1_000 {
            for _ in 0..<(number % 7 == 0 ? noise : 0) { _ = await clients[(number + 3) % 10].response(to: "/noise") }
            _ = await clients[number % 10].response(to: "/dice")
        }
        await sut.journal.settled()
        let entries = sut.journal.entries.filter { $0.target == "/dice" }
        await sut.stop()
        return entries.map { entry in
            entry.fault.map { $0.contains("corrupt") ? ($0.contains("wrong") ? "b" : "c") : "w" } ?? "."
        }.joined()
    }

    @Test("A seed gives the same thousand decisions, whatever other requests arrive and however many loops run.")
    func seeds() async throws {
        let first = try await Self.decisions(seed: 42, threads: 1)
        #expect(first.count == 1_000)
        #expect((400...600).contains(first.count { "wb".contains($0) }))
        #expect((50...160).contains(first.count { "cb".contains($0) }))
        #expect(try await Self.decisions(seed: 42, threads: 4) == first)
        let other = Scenario.Endpoint.get(
            "/other",
            replies: [FaultPlay.reply(Fault(.close, at: .end, on: .chance(0.5)))]
        )
        #expect(try await Self.decisions(seed: 42, threads: 4, adding: [other], noise: 2) == first)
        #expect(try await Self.decisions(seed: 43, threads: 1) != first)
    }

    @Test("The endpoint draws the idle delays, not the connection.", arguments: PollerKind.allCases)
    func idleDraws(_ kind: PollerKind) async throws {
        let fault = Fault(.delay(by: .uniform(.milliseconds(30), .milliseconds(31))), at: .idle())
        let sut = try FaultPlay([FaultPlay.reply(fault)], on: kind)
        let client = try await sut.asking(FaultPlay.get + FaultPlay.get)
        for _ in 0..<2 { _ = await client.response() }
        let entries = try await sut.settled(2)
        #expect(try #require(entries[1].headAt) - (try #require(entries[0].endAt)) >= 30_000_000)
    }
}

extension RawClient {
    /// Sends a request and reads a reply whose length may be wrong: ten bytes follow its head.
    fileprivate func response(to target: String) -> String? {
        send("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n")
        guard let response = response(toHead: true) else { return nil }
        _ = read(10)
        return response.head
    }
}
