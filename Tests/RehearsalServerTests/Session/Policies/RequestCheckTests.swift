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
            return isValid ? .admitted : .refused(.init(reply: Scenario.Reply(422), reason: "check: it is not valid"))
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
        #expect(sut.journal.entries[0].policy == "check: it is not valid")
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

    @Test(
        "A check can change the reply of an endpoint or a resource, and the request keeps its effect.",
        arguments: PollerKind.allCases
    )
    func altered(_ kind: PollerKind) async throws {
        var scenario = Self.scenario()
        scenario.resources = [.init(at: "/notes", items: [["id": 1]], paging: .none)]
        scenario.requestCheck = Scenario.RequestCheck { _ in
            .altered(
                .init(reason: "check: unavailable") { reply in
                    Scenario.Reply(503, headers: ["X-Status": .some("\(reply.status)")])
                }
            )
        }
        let sut = try Backend.start(scenario, options: BothLoops.options(kind))
        let client = try await RawClient(port: sut.port)
        let replies = await [
            client.ask("GET /a"), client.ask("POST /a"), client.ask("DELETE /notes/1"), client.ask("GET /notes"),
        ]
        #expect(replies.map { $0?.status } == [503, 503, 503, 503])
        #expect(replies.map { $0?.header("X-Status") } == ["200", "201", "204", "200"])
        await sut.journal.settled()
        #expect(
            sut.journal.entries.map { ResourceEffect(madeBy: $0)?.description } == [
                nil, nil, "resource: deleted /notes/1", nil,
            ]
        )
        #expect(sut.journal.entries[2].policy == "resource: deleted /notes/1; check: unavailable")
        #expect(try sut.items(of: "/notes").isEmpty)
    }

    @Test("The journal has the reason of a changed reply before the change is made.", arguments: PollerKind.allCases)
    func alterationIsOnRecord(_ kind: PollerKind) async throws {
        let (backend, reasons) = (Locked<Backend?>(nil), Locked<[String?]>([]))
        var scenario = Self.scenario()
        scenario.endpoints.append(.get("/raw", replies: [.init(body: .raw([.init("HTTP/1.1 200 OK\r\n\r\n")]))]))
        scenario.requestCheck = Scenario.RequestCheck { _ in
            .altered(
                .init(reason: "check: kept") { reply in
                    let entries = backend.withLock { $0?.journal.entries } ?? []
                    reasons.withLock { $0.append(entries.last?.policy) }
                    return reply
                }
            )
        }
        let sut = try Backend.start(scenario, options: BothLoops.options(kind))
        backend.withLock { $0 = sut }
        defer { backend.withLock { $0 = nil } }
        let client = try await RawClient(port: sut.port)
        #expect(await client.ask("GET /a")?.status == 200)
        #expect(reasons.withLock(\.self) == ["check: kept"])
        #expect(await client.ask("GET /raw")?.status == 200)
        await sut.journal.settled()
        #expect(sut.journal.entries.map(\.policy) == ["check: kept", nil])
    }

    @Test("A backend that is given a compiled scenario uses the check of its scenario, not the compiled one.")
    func compiled() async throws {
        func refusing(_ status: Int) -> Scenario.RequestCheck {
            Scenario.RequestCheck { _ in .refused(.init(reply: .init(status), reason: "check: no")) }
        }
        var scenario = Self.scenario()
        var statuses: [Int?] = []
        for former in [refusing(403), nil] {
            scenario.requestCheck = former
            let compiled = try Backend.compiledScenario(of: scenario)
            for check in [refusing(409), nil] {
                scenario.requestCheck = check
                let sut = try Backend.start(scenario, compiled: compiled)
                statuses.append(try await RawClient(port: sut.port).ask("GET /a")?.status)
            }
        }
        #expect(statuses == [409, 200, 409, 200])
    }

    @Test("A check can lose the reply to a request that took effect.", arguments: PollerKind.allCases)
    func lost(_ kind: PollerKind) async throws {
        var scenario = Self.scenario()
        scenario.resources = [.init(at: "/notes", paging: .none)]
        scenario.requestCheck = Scenario.RequestCheck { request in
            guard request.method == "POST" else { return .admitted }
            return .altered(
                .init(reason: "check: lost") { reply in
                    var reply = reply
                    reply.faults = [Fault(.reset, at: .beforeHead)]
                    return reply
                }
            )
        }
        let sut = try Backend.start(scenario, options: BothLoops.options(kind))
        let client = try await RawClient(port: sut.port)
        #expect(await client.ask("POST /notes", body: "{\"text\": \"a\"}") == nil)
        await sut.journal.settled()
        #expect(sut.journal.entries.map(\.status) == [nil])
        #expect(sut.journal.entries.map { ResourceEffect(madeBy: $0)?.kind } == [.created])
        #expect(try sut.items(of: "/notes").count == 1)
    }
}
