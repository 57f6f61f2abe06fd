import Rehearsal
import RehearsalPlatform
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("Auth on the wire", .limitedConcurrency)
struct AuthTests {
    static func scenario(
        _ lasts: Scenario.Auth.Bearer.Lifetime = .forever,
        _ endpoints: [Scenario.Endpoint] = [],
    ) -> Scenario {
        let bearer = Scenario.Auth.Bearer(
            protects: ["/api/**"],
            issues: [.init(.post, "/login"), .init(.post, "/refresh", takes: .init("/refresh_token"), rotates: true)],
            lasts: lasts
        )
        let all = endpoints + [.any("/api/**", replies: [.init(204)])]
        return Scenario("test", seed: 1, endpoints: all, auth: .init(bearer: bearer))
    }

    static func token(_ response: RawClient.Response?, _ name: String = "access_token") throws -> String {
        guard case .string(let text)? = try JSON(parsing: response?.text ?? "")[name] else { return "" }
        return text
    }

    @Test(
        "A client logs in, uses up its token, is denied, refreshes the token and continues.",
        arguments: PollerKind.allCases
    )
    func life(_ kind: PollerKind) async throws {
        let sut = try Backend.start(Self.scenario(.uses(1)), options: BothLoops.options(kind))
        let client = try await RawClient(port: sut.port)
        let denied = await client.ask("GET /api/a")
        let login = await client.ask("POST /login", body: "{}")
        let header = ["Authorization": "Bearer \(try Self.token(login))"]
        let first = await client.ask("GET /api/a", headers: header)
        let second = await client.ask("GET /api/a", headers: header)
        let body = #"{ "refresh_token": "\#(try Self.token(login, "refresh_token"))" }"#
        let renewed = await client.ask("POST /refresh", body: body)
        let again = ["Authorization": "Bearer \(try Self.token(renewed))"]
        let third = await client.ask("POST /api/a", headers: again, body: "x")
        let replies = await [denied, login, first, second, renewed, third, client.ask("POST /refresh", body: body)]
        #expect(replies.map { $0?.status } == [401, 200, 204, 401, 200, 204, 400])
        #expect(replies[0]?.header("WWW-Authenticate") == "Bearer")
        #expect(replies[0]?.header("Content-Type") == "application/problem+json")
        #expect(replies[3]?.header("WWW-Authenticate") == #"Bearer error="invalid_token""#)
        await sut.journal.settled()
        let entries = sut.journal.entries
        #expect(
            entries.map(\.endpoint) == [
                "policy auth", "policy auth", "any /api/**", "policy auth", "policy auth", "any /api/**", "policy auth",
            ]
        )
        #expect(entries.map { $0.policy != nil } == [true, false, false, true, false, false, true])
        #expect(entries[3].policy == "auth: the token has expired")
        #expect(entries.last?.policy?.contains("used again") == true)
        #expect(entries.allSatisfy { $0.decision == .reply && !$0.isUnexpected })
        #expect(sut.judge().findings.map(\.description) == [])
    }

    @Test("A denied request takes no turn.")
    func turns() async throws {
        let endpoint = Scenario.Endpoint.get("/api/a", replies: [.init(201, times: 1), .init(202)])
        let sut = try Backend.start(Self.scenario(.forever, [endpoint]), options: BothLoops.options(.native))
        let client = try await RawClient(port: sut.port)
        let denied = await client.ask("GET /api/a")
        let header = await ["Authorization": "Bearer \(try Self.token(client.ask("POST /login")))"]
        let turns = await client.run { client in (0..<2).map { _ in client.ask("GET /api/a", headers: header) } }
        let statuses = ([denied] + turns).map { $0?.status }
        #expect(statuses == [401, 201, 202])
    }

    @Test("A release expires the tokens that depend on it.")
    func release() async throws {
        let sut = try Backend.start(Self.scenario(.untilReleased("night")), options: BothLoops.options(.native))
        let client = try await RawClient(port: sut.port)
        let header = await ["Authorization": "Bearer \(try Self.token(client.ask("POST /login")))"]
        let before = await client.ask("GET /api/a", headers: header)
        try sut.release("night")
        let after = await client.ask("GET /api/a", headers: header)
        let later = await ["Authorization": "Bearer \(try Self.token(client.ask("POST /login")))"]
        let statuses = await [before, after, client.ask("GET /api/a", headers: later)].map { $0?.status }
        #expect(statuses == [204, 401, 204])
        let error = #expect(throws: Backend.UnknownHold.self) { try sut.release("nihgt") }
        #expect(error?.description.contains("night") == true)
    }

    @Test("The backend issues a token of an asynchronous reply, and a body fault precedes the use of a token.")
    func laterReplies() async throws {
        let login = Scenario.Endpoint.post(
            "/login",
            replies: [.later { _ in .init(body: .json(["access_token": "made"])) }]
        )
        let upload = Scenario.Endpoint.post(
            "/api/up",
            replies: [.init(201, fault: .init(.close, at: .requestBody(.bytes(0)), on: .first(1)))]
        )
        let sut = try Backend.start(Self.scenario(.uses(1), [login, upload]), options: BothLoops.options(.native))
        let client = try await RawClient(port: sut.port)
        let issued = await client.ask("POST /login")?.text
        let header = ["Authorization": "Bearer made"]
        let cut = await client.ask("POST /api/up", headers: header, body: "x")
        let other = try await RawClient(port: sut.port)
        let uploads = await other.run { other in
            (0..<2).map { _ in other.ask("POST /api/up", headers: header, body: "x") }
        }
        let statuses = ([cut] + uploads).map { $0?.status }
        #expect(issued == #"{"access_token":"made"}"#)
        #expect(statuses == [nil, 201, 401])
    }

    @Test("A switch to another scenario invalidates the tokens of the previous one.")
    func anotherScenario() async throws {
        let sut = try Backend.start(Self.scenario(), options: BothLoops.options(.native))
        let client = try await RawClient(port: sut.port)
        let header = await ["Authorization": "Bearer \(try Self.token(client.ask("POST /login")))"]
        let before = await client.ask("GET /api/a", headers: header)
        try sut.play(Self.scenario())
        let statuses = await [before, client.ask("GET /api/a", headers: header)].map { $0?.status }
        #expect(statuses == [204, 401])
        await sut.journal.settled()
        #expect(sut.journal.entries.map(\.endpoint) == ["policy auth", "any /api/**", "policy auth"])
    }
}
