import Rehearsal
import RehearsalPlatform
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("Resources on the wire", .limitedConcurrency)
struct ResourceTests {
    static func scenario(_ endpoints: [Scenario.Endpoint] = [], _ quotas: [Scenario.Quota] = []) -> Scenario {
        Scenario(
            "test",
            seed: 1,
            endpoints: endpoints,
            quotas: quotas,
            resources: [.init(at: "/spots", items: [["id": 1, "name": "{{count}}"]])]
        )
    }

    @Test("A client creates, reads, changes and deletes an item of a resource.", arguments: PollerKind.allCases)
    func life(_ kind: PollerKind) async throws {
        let sut = try Backend.start(Self.scenario(), options: BothLoops.options(kind))
        let client = try await RawClient(port: sut.port)
        let created = await client.ask("POST /spots", body: #"{"name":"b"}"#)
        let (place, tag) = (created?.header("Location") ?? "/", created?.header("ETag") ?? "")
        let replies = await [
            await client.ask("GET \(place)"), client.ask("GET \(place)", headers: ["If-None-Match": tag]),
            client.ask("PATCH \(place)", headers: ["If-Match": tag], body: #"{"name":"c"}"#),
            await client.ask("PUT \(place)", headers: ["If-Match": tag], body: "{}"), client.ask("HEAD /spots"),
            await client.ask("DELETE \(place)"), client.ask("GET /spots"), client.ask("GET \(place)"),
        ]
        #expect(created?.status == 201)
        #expect(created?.header("Content-Type") == "application/json")
        #expect(replies.map { $0?.status } == [200, 304, 200, 412, 200, 204, 200, 404])
        #expect(replies[0]?.text == #"{"id":2,"name":"b"}"#)
        #expect(replies[4]?.header("X-Total-Count") == "2")
        #expect(replies[6]?.text == #"[{"id":1,"name":"{{count}}"}]"#)
        #expect(replies[6]?.header("Link")?.contains(#"rel="last""#) == true)
        await sut.journal.settled()
        #expect(sut.journal.entries.allSatisfy { $0.endpoint == "resource /spots" && !$0.isUnexpected })
        #expect(sut.journal.entries.map(\.status).prefix(3) == [201, 200, 304])
    }

    @Test("Overlays and quotas apply to the replies of a resource, and an upload fault precedes its change.")
    func laidOver() async throws {
        let overlays: [Scenario.Endpoint] = [
            .overlay(.any, "/**", .init(headers: ["X-Count": "{{count}}"])),
            .overlay(.post, "/spots", .init(fault: .init(.close, at: .requestBody(.bytes(0)), on: .first(1)))),
            .overlay(.delete, "/**", .init(fault: .init(.reset, at: .beforeHead, on: .first(1)))),
        ]
        let quota = Scenario.Quota(.get, "/spots", limit: 9, window: .seconds(600))
        let sut = try Backend.start(Self.scenario(overlays, [quota]), options: BothLoops.options(.native))
        let cut = try await RawClient(port: sut.port).ask("POST /spots", body: "{}")
        let lost = try await RawClient(port: sut.port).ask("DELETE /spots/1")
        let client = try await RawClient(port: sut.port)
        let list = await client.ask("GET /spots")
        let created = await client.ask("POST /spots", body: "{}")
        #expect(cut == nil)
        #expect(lost == nil)
        #expect(list?.text == "[]")
        #expect(list?.header("X-Count")?.contains("{") == false)
        #expect(list?.header("RateLimit")?.contains("r=8") == true)
        #expect(created?.status == 201)
        await sut.journal.settled()
        #expect(sut.journal.entries[0].fault == "close at requestBody 0")
        #expect(sut.journal.entries[1].fault == "reset at beforeHead")
    }
}
