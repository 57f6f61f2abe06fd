import Rehearsal
import RehearsalServer
import RehearsalTestSupport
import Testing

@Suite("Resources on the wire")
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

    @Test("A client creates, reads, changes and deletes.", arguments: PollerKind.allCases)
    func life(_ kind: PollerKind) async throws {
        let sut = try Backend.start(Self.scenario(), options: BothLoops.options(kind))
        try await onThread {
            let client = try RawClient(port: sut.port)
            let created = client.ask("POST /spots", body: #"{"name":"b"}"#)
            #expect(created?.status == 201)
            #expect(created?.header("Content-Type") == "application/json")
            let place = try #require(created?.header("Location"))
            #expect(client.ask("GET \(place)")?.text == #"{"id":2,"name":"b"}"#)
            let tag = try #require(created?.header("ETag"))
            #expect(client.ask("GET \(place)", headers: ["If-None-Match": tag])?.status == 304)
            #expect(client.ask("PATCH \(place)", headers: ["If-Match": tag], body: #"{"name":"c"}"#)?.status == 200)
            #expect(client.ask("PUT \(place)", headers: ["If-Match": tag], body: "{}")?.status == 412)
            #expect(client.ask("HEAD /spots")?.header("X-Total-Count") == "2")
            #expect(client.ask("DELETE \(place)")?.status == 204)
            let list = client.ask("GET /spots")
            #expect(list?.text == #"[{"id":1,"name":"{{count}}"}]"#)
            #expect(list?.header("Link")?.contains(#"rel="last""#) == true)
            #expect(client.ask("GET \(place)")?.status == 404)
        }
        await sut.journal.settled()
        #expect(sut.journal.entries.allSatisfy { $0.endpoint == "resource /spots" && !$0.isUnexpected })
        #expect(sut.journal.entries.map(\.status).prefix(3) == [201, 200, 304])
    }

    @Test("Overlays and quotas lie over a resource's replies; a fault of its upload comes before it changes.")
    func laidOver() async throws {
        let overlays: [Scenario.Endpoint] = [
            .overlay(.any, "/**", .init(headers: ["X-Count": "{{count}}"])),
            .overlay(.post, "/spots", .init(fault: .init(.close, at: .requestBody(.bytes(0)), on: .first(1)))),
            .overlay(.delete, "/**", .init(fault: .init(.reset, at: .beforeHead, on: .first(1)))),
        ]
        let quota = Scenario.Quota(.get, "/spots", limit: 9, window: .seconds(600))
        let sut = try Backend.start(Self.scenario(overlays, [quota]), options: BothLoops.options(.native))
        try await onThread {
            #expect(try RawClient(port: sut.port).ask("POST /spots", body: "{}") == nil)
            #expect(try RawClient(port: sut.port).ask("DELETE /spots/1") == nil)
            let client = try RawClient(port: sut.port)
            let list = client.ask("GET /spots")
            #expect(list?.text == "[]")
            #expect(list?.header("X-Count") != nil)
            #expect(list?.header("X-Count")?.contains("{") == false)
            #expect(list?.header("RateLimit")?.contains("r=8") == true)
            #expect(client.ask("POST /spots", body: "{}")?.status == 201)
        }
        await sut.journal.settled()
        #expect(sut.journal.entries[0].fault == "close at requestBody 0")
        #expect(sut.journal.entries[1].fault == "reset at beforeHead")
    }
}
