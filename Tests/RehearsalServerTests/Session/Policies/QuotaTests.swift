import Rehearsal
import RehearsalServer
import RehearsalTestSupport
import Testing

@Suite("Quotas on the wire")
struct QuotaTests {
    static func scenario(_ limit: Int) -> Scenario {
        Scenario(
            "test",
            seed: 1,
            endpoints: [.any("/api/**", replies: [.init(204)]), .get("/free", replies: [.init(200)])],
            quotas: [.init(.any, "/api/**", limit: limit, window: .seconds(600), key: .header("Authorization"))]
        )
    }

    @Test("The request beyond the limit is told to wait; others are told what is left.", arguments: PollerKind.allCases)
    func limited(_ kind: PollerKind) async throws {
        let sut = try Backend.start(Self.scenario(2), options: BothLoops.options(kind))
        try await onThread {
            let client = try RawClient(port: sut.port)
            let first = client.ask("POST /api/a", body: "x")
            #expect(first?.status == 204)
            #expect(first?.header("RateLimit-Policy") == #""default";q=2;w=600"#)
            #expect(first?.header("RateLimit") == #""default";r=1;t=600"#)
            #expect(client.ask("HEAD /api/a")?.status == 204)
            let third = client.ask("GET /api/a")
            #expect(third?.status == 429)
            #expect(third?.header("Retry-After").flatMap { Int($0) }.map { (1...600).contains($0) } == true)
            #expect(client.ask("GET /api/a", headers: ["Authorization": "b"])?.status == 204)
            #expect(client.ask("GET /free")?.header("RateLimit") == nil)
        }
        await sut.journal.settled()
        let limited = sut.journal.entries[2]
        #expect(limited.endpoint == "policy quota any /api/**")
        #expect(limited.policy == "quota: 2 requests in 600 s are the limit")
        #expect(sut.journal.entries.map(\.isUnexpected) == [Bool](repeating: false, count: 5))
    }

    @Test("A reply of the scenario's own has its faults and its templates.")
    func ownReply() async throws {
        var scenario = Self.scenario(1)
        scenario.quotas[0].reply = Scenario.Reply(
            503,
            body: .text("{{path.none | default 'x'}}{{header.Authorization}} {{count}}"),
            fault: .init(.close, at: .end, on: .init(skip: 1))
        )
        let sut = try Backend.start(scenario, options: BothLoops.options(.native))
        try await onThread {
            let client = try RawClient(port: sut.port)
            let headers = ["Authorization": "me"]
            #expect(client.ask("GET /api/a", headers: headers)?.status == 204)
            #expect(client.ask("GET /api/a", headers: headers)?.text == "xme 1")
            #expect(client.ask("GET /api/a", headers: headers)?.text == "xme 2")
            #expect(client.readToEnd().ending == .closed)
        }
    }
}
