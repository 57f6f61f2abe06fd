import RehearsalPlatform
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import Rehearsal

@Suite("The check of requests on the wire", .limitedConcurrency)
struct RequestCheckTests {
    private static func scenario(cors: Bool = false) -> Scenario {
        var scenario = Scenario(
            "test",
            seed: 1,
            endpoints: [.get("/a", replies: [.init(200)]), .post("/a", replies: [.init(201, times: 1)])],
            cors: cors
        )
        scenario.requestCheck = Scenario.RequestCheck { request in
            let isValid = request.method == "GET" ? !request.query.isEmpty : request.body?.bytes == Array("good".utf8)
            return isValid ? nil : .init(reply: Scenario.Reply(422), reason: "it is not valid")
        }
        return scenario
    }

    @Test(
        "A request that fails the check is refused before an endpoint answers, with and without a body.",
        arguments: PollerKind.allCases
    )
    func refused(_ kind: PollerKind) async throws {
        let sut = try Backend.start(Self.scenario(), options: BothLoops.options(kind))
        let client = try await RawClient(port: sut.port)
        let replies = await [
            client.ask("GET /a"), client.ask("GET /a?q=1"), client.ask("POST /a", body: "bad"),
            client.ask("POST /a", body: "good"), client.ask("POST /a", body: "good"),
        ]
        // A refused request does not advance the sequence of replies.
        #expect(replies.map { $0?.status } == [422, 200, 422, 201, 501])
        await sut.journal.settled()
        #expect(sut.journal.entries[0].policy == "contract: it is not valid")
        #expect(sut.journal.entries[0].isUnexpected == false)
        #expect(sut.journal.entries[2].body.kept == Array("bad".utf8))
    }

    @Test("A refusal of a cross-origin request has the fields of CORS.")
    func crossOrigin() async throws {
        let sut = try Backend.start(Self.scenario(cors: true))
        let client = try await RawClient(port: sut.port)
        let reply = await client.ask("GET /a", headers: ["Origin": "http://a.example"])
        #expect(reply?.status == 422)
        #expect(reply?.header("Access-Control-Allow-Origin") == "http://a.example")
    }
}
