import Rehearsal
import RehearsalServer
import RehearsalTestSupport
import Testing

@Suite("Auth on the wire")
struct AuthTests {
    static func scenario(
        _ lasts: Scenario.Auth.Bearer.Life = .forever,
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

    @Test("A client logs in, spends its token, is denied, refreshes, and goes on.", arguments: PollerKind.allCases)
    func life(_ kind: PollerKind) async throws {
        let sut = try Backend.start(Self.scenario(.uses(1)), options: BothLoops.options(kind))
        try await onThread {
            let client = try RawClient(port: sut.port)
            let denied = client.ask("GET /api/a")
            #expect(denied?.status == 401)
            #expect(denied?.header("WWW-Authenticate") == "Bearer")
            #expect(denied?.header("Content-Type") == "application/problem+json")
            let login = client.ask("POST /login", body: "{}")
            #expect(login?.status == 200)
            let header = ["Authorization": "Bearer \(try Self.token(login))"]
            #expect(client.ask("GET /api/a", headers: header)?.status == 204)
            #expect(
                client.ask("GET /api/a", headers: header)?.header("WWW-Authenticate")?.contains("invalid_token") == true
            )
            let body = #"{ "refresh_token": "\#(try Self.token(login, "refresh_token"))" }"#
            let renewed = client.ask("POST /refresh", body: body)
            let again = ["Authorization": "Bearer \(try Self.token(renewed))"]
            #expect(client.ask("POST /api/a", headers: again, body: "x")?.status == 204)
            #expect(client.ask("POST /refresh", body: body)?.status == 400)
        }
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
        try await onThread {
            let client = try RawClient(port: sut.port)
            #expect(client.ask("GET /api/a")?.status == 401)
            let header = ["Authorization": "Bearer \(try Self.token(client.ask("POST /login")))"]
            #expect(client.ask("GET /api/a", headers: header)?.status == 201)
            #expect(client.ask("GET /api/a", headers: header)?.status == 202)
        }
    }

    @Test("A release ends the tokens that wait for it.")
    func release() async throws {
        let sut = try Backend.start(Self.scenario(.untilReleased("night")), options: BothLoops.options(.native))
        try await onThread {
            let client = try RawClient(port: sut.port)
            let header = ["Authorization": "Bearer \(try Self.token(client.ask("POST /login")))"]
            #expect(client.ask("GET /api/a", headers: header)?.status == 204)
            try sut.release("night")
            #expect(client.ask("GET /api/a", headers: header)?.status == 401)
        }
        let error = #expect(throws: Backend.UnknownHold.self) { try sut.release("nihgt") }
        #expect(error?.description.contains("night") == true)
    }

    @Test("A token that a closure makes is issued, and a fault of the body's comes before anything counts.")
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
        try await onThread {
            let client = try RawClient(port: sut.port, patience: 60)
            #expect(client.ask("POST /login")?.text == #"{"access_token":"made"}"#)
            let header = ["Authorization": "Bearer made"]
            #expect(client.ask("POST /api/up", headers: header, body: "x") == nil)
            let other = try RawClient(port: sut.port)
            #expect(other.ask("POST /api/up", headers: header, body: "x")?.status == 201)
            #expect(other.ask("POST /api/up", headers: header, body: "x")?.status == 401)
        }
    }
}
