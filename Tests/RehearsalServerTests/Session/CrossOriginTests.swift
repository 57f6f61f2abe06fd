import Rehearsal
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("Pages of other origins", .admitted)
struct CrossOriginTests {
    private static let preflight = """
        OPTIONS /a HTTP/1.1\r\nHost: a\r\nOrigin: https://app.example\r\nAccess-Control-Request-Method: PUT\r\n\r\n
        """

    @Test("A preflight is on record as answered, and is not unexpected; no turn is taken.")
    func preflight() async throws {
        let endpoint = Scenario.Endpoint(.put, "/a", replies: [.init(201, times: 1), .init(204)])
        let sut = try Backend.start(Scenario("s", endpoints: [endpoint], cors: true))
        let client = try await RawClient(port: sut.port)
        await client.send(Self.preflight)
        let leave = await client.response()?.status
        await client.send("PUT /a HTTP/1.1\r\nHost: a\r\nOrigin: https://app.example\r\nContent-Length: 0\r\n\r\n")
        let statuses = await [leave, client.response()?.status]
        #expect(statuses == [204, 201])
        await sut.journal.settled()
        #expect(sut.journal.entries.map(\.decision) == [.reply, .reply])
        #expect(sut.journal.entries.map(\.status) == [204, 201])
        #expect(sut.findings.map(\.description) == [])
    }

    @Test(
        "What lies over everything does not keep a preflight from its answer, and a page may read why nothing answered."
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
        let leave = await client.response()
        let nothing = await client.get("/b", headers: "Origin: https://app.example\r\n")
        #expect(leave?.status == 204)
        #expect(leave?.header("Access-Control-Allow-Methods") == "PUT")
        #expect(nothing?.status == 501)
        #expect(nothing?.header("Access-Control-Allow-Origin") == "https://app.example")
    }

    @Test("What was recorded for another origin becomes that of the page; what it varied by stays.")
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
        "An endpoint for every method is not taken for the question whether it may be asked, and noise not for a secret."
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
