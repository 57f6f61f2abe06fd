import Rehearsal
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("Requests from other origins", .limitedConcurrency)
struct CrossOriginTests {
    private static let preflight = """
        OPTIONS /a HTTP/1.1\r\nHost: a\r\nOrigin: https://app.example\r\nAccess-Control-Request-Method: PUT\r\n\r\n
        """

    @Test("The journal records a preflight as an expected reply, and it takes no turn.")
    func preflight() async throws {
        let endpoint = Scenario.Endpoint(.put, "/a", replies: [.init(201, times: 1), .init(204)])
        let sut = try Backend.start(Scenario("s", endpoints: [endpoint], cors: true))
        let client = try await RawClient(port: sut.port)
        await client.send(Self.preflight)
        let preflight = await client.response()?.status
        await client.send("PUT /a HTTP/1.1\r\nHost: a\r\nOrigin: https://app.example\r\nContent-Length: 0\r\n\r\n")
        let statuses = await [preflight, client.response()?.status]
        #expect(statuses == [204, 201])
        await sut.journal.settled()
        #expect(sut.journal.entries.map(\.decision) == [.reply, .reply])
        #expect(sut.journal.entries.map(\.status) == [204, 201])
        #expect(sut.findings.map(\.description) == [])
    }

    @Test(
        "An overlay does not affect the reply to a preflight, and the page may read an unmatched reply."
    )
    func beneathOverlay() async throws {
        let sut = try Backend.start(
            Scenario(
                "s",
                endpoints: [
                    .overlay(.any, "/**", .init(headers: ["X": "1"])), .put("/a", replies: [.init()]),
                ],
                cors: true
            )
        )
        let client = try await RawClient(port: sut.port)
        await client.send(Self.preflight)
        let preflight = await client.response()
        let unmatched = await client.get("/b", headers: "Origin: https://app.example\r\n")
        #expect(preflight?.status == 204)
        #expect(preflight?.header("Access-Control-Allow-Methods") == "PUT")
        #expect(unmatched?.status == 501)
        #expect(unmatched?.header("Access-Control-Allow-Origin") == "https://app.example")
    }

    @Test("A recorded allowed origin becomes the origin of the page, and the recorded Vary stays.")
    func recorded() async throws {
        var reply = Scenario.Reply(headers: ["Access-Control-Allow-Origin": "https://live.example", "Vary": "Accept"])
        reply.recordedOrigins = [.init("https://api.example")]
        let sut = try Backend.start(Scenario("s", endpoints: [.get("/", replies: [reply])], cors: true))
        let answer = try await RawClient(port: sut.port).get("/", headers: "Origin: https://app.example\r\n")
        let head = try #require(answer?.head)
        #expect(!head.contains("live.example"))
        #expect(head.contains("Access-Control-Allow-Origin: https://app.example\r\n"))
        #expect(head.contains("Vary: Accept\r\n"))
        #expect(head.contains("Vary: Origin\r\n"))
    }

    @Test(
        "A preflight does not match an endpoint of every method, and noise needs no credential."
    )
    func everyMethod() async throws {
        var scenario = Scenario(
            "s",
            endpoints: [
                .any("/a", replies: [.init(503, times: 1), .init(body: .text("ok"))]), .noise("/analytics/**"),
            ]
        )
        scenario.cors = true
        scenario.auth = Scenario.Auth(bearer: .init(protects: ["/**"], issues: [.init(.post, "/login")]))
        let sut = try Backend.start(scenario)
        let client = try await RawClient(port: sut.port)
        await client.send(
            "OPTIONS /a HTTP/1.1\r\nHost: a\r\nOrigin: https://x.example\r\nAccess-Control-Request-Method: PUT\r\n\r\n"
        )
        let preflight = await client.response()
        #expect(preflight?.status == 204)
        #expect(preflight?.header("Access-Control-Allow-Methods")?.contains("PUT") == true)
        #expect(await client.get("/a")?.status == 401)
        #expect(await client.get("/analytics/1")?.status == 204)
    }
}
