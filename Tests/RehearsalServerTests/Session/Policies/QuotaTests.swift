import Rehearsal
import RehearsalPlatform
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("Quotas on the wire", .limitedConcurrency)
struct QuotaTests {
    static func scenario(_ limit: Int) -> Scenario {
        Scenario(
            "test",
            seed: 1,
            endpoints: [.any("/api/**", replies: [.init(204)]), .get("/free", replies: [.init(200)])],
            quotas: [.init(.any, "/api/**", limit: limit, window: .seconds(600), key: .header("Authorization"))]
        )
    }

    @Test(
        "A quota rejects the request beyond its limit with a wait, and shows other requests the rest.",
        arguments: PollerKind.allCases
    )
    func limited(_ kind: PollerKind) async throws {
        let sut = try Backend.start(Self.scenario(2), options: BothLoops.options(kind))
        let client = try await RawClient(port: sut.port)
        let replies = await [
            client.ask("POST /api/a", body: "x"), client.ask("HEAD /api/a"), client.ask("GET /api/a"),
            client.ask("GET /api/a", headers: ["Authorization": "b"]), client.ask("GET /free"),
        ]
        #expect(replies.map { $0?.status } == [204, 204, 429, 204, 200])
        #expect(replies[0]?.header("RateLimit-Policy") == #""default";q=2;w=600"#)
        // The rest of the window depends on the clock.
        #expect(replies[0]?.header("RateLimit")?.hasPrefix(#""default";r=1;t="#) == true)
        let wait = replies[2]?.header("Retry-After").flatMap { Int($0) }
        #expect(wait.map { (1...600).contains($0) } == true)
        #expect(replies[4]?.header("RateLimit") == nil)
        await sut.journal.settled()
        let limited = sut.journal.entries[2]
        #expect(limited.endpoint == "policy quota any /api/**")
        #expect(limited.policy == "quota: the limit is 2 requests in 600 s")
        #expect(sut.journal.entries.map(\.isUnexpected) == [Bool](repeating: false, count: 5))
    }

    @Test("A quota reply of the scenario has its faults and templates.")
    func ownReply() async throws {
        var scenario = Self.scenario(1)
        scenario.quotas[0].reply = Scenario.Reply(
            503,
            body: .text("{{path.none | default 'x'}}{{header.Authorization}} {{count}}"),
            fault: .init(.close, at: .end, on: .init(skip: 1))
        )
        let sut = try Backend.start(scenario, options: BothLoops.options(.native))
        let client = try await RawClient(port: sut.port)
        let texts = await client.run { client in
            (0..<3).map { _ in client.ask("GET /api/a", headers: ["Authorization": "me"])?.text }
        }
        let ending = await client.readToEnd().ending
        #expect(texts == ["", "xme 1", "xme 2"])
        #expect(ending == .closed)
    }

    @Test("A switch to another scenario resets the count of a quota.")
    func anotherScenario() async throws {
        let sut = try Backend.start(Self.scenario(1), options: BothLoops.options(.native))
        let client = try await RawClient(port: sut.port)
        let before = await client.run { client in (0..<2).map { _ in client.ask("GET /api/a")?.status } }
        try sut.play(Self.scenario(1))
        let statuses = before + (await client.run { client in (0..<2).map { _ in client.ask("GET /api/a")?.status } })
        #expect(statuses == [204, 429, 204, 429])
    }
}
