import Rehearsal
import TestAdmission
import Testing

@Suite("Bearer tokens", .limitedConcurrency)
struct BearerTests {
    private static let refreshing: [Scenario.Auth.Bearer.TokenEndpoint] = [
        .init(.post, "/login"), .init(.post, "/refresh", takes: .init("/refresh_token"), rotates: true),
    ]

    private func play(
        _ lasts: Scenario.Auth.Bearer.Lifetime = .forever,
        issues: [Scenario.Auth.Bearer.TokenEndpoint] = refreshing,
        denied: Scenario.Reply? = nil,
        endpoints: [Scenario.Endpoint] = [],
        seed: UInt64 = 1,
    ) throws -> PolicyPlay {
        let bearer = Scenario.Auth.Bearer(protects: ["/api/**"], issues: issues, lasts: lasts, denied: denied)
        let all = [Scenario.Endpoint.any("/api/**", replies: [.init(204)])] + endpoints
        return try PolicyPlay(Scenario("s", seed: seed, endpoints: all, auth: .init(bearer: bearer)))
    }

    private func token(_ outcome: PolicyPlay.Outcome, _ name: String = "access_token") throws -> String {
        guard case .string(let text)? = outcome.json?[name] else {
            throw Problem(description: "no \(name) in \(String(describing: outcome.reply))")
        }
        return text
    }

    private struct Problem: Error { var description: String }

    @Test(
        "A request without a token is denied without an error code, and one with a wrong token with one (RFC 6750 §3.1)."
    )
    func denied() throws {
        var sut = try play()
        let none = sut.ask("GET /api/a")
        #expect(none.status == 401)
        #expect(none.header("WWW-Authenticate") == "Bearer")
        #expect(none.note == "auth: no token was sent")
        #expect(none.label == "policy auth")
        for header in ["Authorization:Bearer nobody", "authorization:bEARER   nobody"] {
            let wrong = sut.ask("DELETE /api/a", header)
            #expect(wrong.status == 401)
            #expect(wrong.header("WWW-Authenticate") == #"Bearer error="invalid_token""#)
        }
        #expect(sut.ask("GET /api/a", "Authorization:Basic bm9ib2R5").header("WWW-Authenticate") == "Bearer")
        #expect(sut.ask("GET /api/a", "Authorization:Bearer ").header("WWW-Authenticate") == "Bearer")
    }

    @Test("The reply to a denied request is the scenario's, with its own challenge if it has one.")
    func deniedReply() throws {
        var sut = try play(denied: .init(403, headers: ["WWW-Authenticate": "Own"], body: .text("no")))
        #expect(sut.ask("GET /api/a").status == 403)
        #expect(sut.ask("GET /api/a").reply?.headers.values(of: "www-authenticate") == ["Own"])
    }

    @Test("Unprotected paths, preflights and token endpoints require no token.")
    func open() throws {
        var sut = try play(issues: [.init(.post, "/api/login")])
        #expect(sut.ask("GET /other").status == nil)
        #expect(sut.ask("OPTIONS /api/a", "Access-Control-Request-Method:PUT").status == 204)
        #expect(sut.ask("OPTIONS /api/a").status == 401)
        #expect(sut.ask("POST /api/login").status == 204)
        #expect(sut.ask("GET /api/login").status == 401)
    }

    @Test("The policy issues tokens itself if no endpoint answers, with the members of RFC 6749 §5.1.")
    func ownReply() throws {
        var sut = try play(.time(.seconds(60)))
        let outcome = sut.ask("POST /login")
        #expect(outcome.status == 200)
        #expect(outcome.label == "policy auth")
        #expect(outcome.json?["token_type"] == "Bearer")
        #expect(outcome.json?["expires_in"] == 60)
        #expect(outcome.header("Cache-Control") == "no-store")
        let access = try token(outcome)
        #expect(try token(outcome, "refresh_token") != access)
        #expect(sut.ask("GET /api/a", "Authorization:bearer \(access)").status == 204)
    }

    @Test(
        "A token in an endpoint's reply is issued unchanged the first time and replaced by a fresh one afterwards."
    )
    func constantReply() throws {
        let body = #"{ "access_token" : "one",  "n": 1.50 }"#
        let login = Scenario.Endpoint.post(
            "/login",
            replies: [.init(body: .bytes(Array(body.utf8), type: "application/json"))]
        )
        var sut = try play(endpoints: [login])
        #expect(try token(sut.ask("POST /login")) == "one")
        let second = sut.ask("POST /login")
        let fresh = try token(second)
        #expect(fresh != "one")
        guard case .bytes(let bytes, "application/json")? = second.reply?.body else {
            Issue.record("another body")
            return
        }
        #expect(String(decoding: bytes, as: UTF8.self) == body.replacing("one", with: fresh))
        #expect(sut.ask("GET /api/a", "Authorization:Bearer one").status == 204)
        #expect(sut.ask("GET /api/a", "Authorization:Bearer \(fresh)").status == 204)
    }

    @Test("An unsuccessful reply and one without a token issue none, and the latter is noted.")
    func nothingIssued() throws {
        let login = Scenario.Endpoint.post(
            "/login",
            replies: [.init(401, body: .json(["access_token": "a"]), times: 1), .init(body: .json(["token": "b"]))]
        )
        var sut = try play(endpoints: [login])
        #expect(sut.ask("POST /login").note == nil)
        #expect(sut.ask("GET /api/a", "Authorization:Bearer a").status == 401)
        #expect(sut.ask("POST /login").note?.contains("no string at /access_token") == true)
    }

    @Test("A token is accepted for its number of uses and then denied.")
    func uses() throws {
        var sut = try play(.uses(3))
        let access = try token(sut.ask("POST /login"))
        let statuses = (0..<5).map { _ in sut.ask("GET /api/a", "Authorization:Bearer \(access)").status }
        #expect(statuses == [204, 204, 204, 401, 401])
        #expect(sut.ask("GET /api/a", "Authorization:Bearer \(access)").note == "auth: the token has expired")
    }

    @Test("A token with a lifetime expires at its end.")
    func time() throws {
        var sut = try play(.time(.seconds(60)))
        let access = try token(sut.ask("POST /login", at: 5))
        #expect(sut.ask("GET /api/a", "Authorization:Bearer \(access)", at: 64.999).status == 204)
        #expect(sut.ask("GET /api/a", "Authorization:Bearer \(access)", at: 65).status == 401)
    }

    @Test("A token that lasts until a release expires at it, and a later token lasts until the next one.")
    func release() throws {
        var sut = try play(.untilReleased("night"))
        let first = try token(sut.ask("POST /login"))
        sut.state.policyState?.recordRelease("day")
        #expect(sut.ask("GET /api/a", "Authorization:Bearer \(first)").status == 204)
        sut.state.policyState?.recordRelease("night")
        #expect(sut.ask("GET /api/a", "Authorization:Bearer \(first)").status == 401)
        let second = try token(sut.ask("POST /login"))
        #expect(sut.ask("GET /api/a", "Authorization:Bearer \(second)").status == 204)
    }

    @Test("A refresh token yields new tokens, whether it is sent as JSON or as a form.")
    func refresh() throws {
        var sut = try play(.uses(1))
        let refresh = try token(sut.ask("POST /login"), "refresh_token")
        let renewed = sut.ask("POST /refresh", body: #"{ "refresh_token": "\#(refresh)" }"#)
        #expect(renewed.status == 200)
        let next = try token(renewed, "refresh_token")
        let form = "grant_type=refresh_token&refresh_token=\(next)"
        let again = sut.ask("POST /refresh", "Content-Type:application/x-www-form-urlencoded", body: form)
        #expect(again.status == 200)
        #expect(sut.ask("GET /api/a", "Authorization:Bearer \(try token(again))").status == 204)
    }

    @Test(
        "A refresh token that was never issued is rejected as invalid_grant (RFC 6749 §5.2).",
        arguments: ["", "{}", #"{ "refresh_token": "x" }"#]
    )
    func invalidGrant(_ body: String) throws {
        var sut = try play()
        let outcome = sut.ask("POST /refresh", body: body)
        #expect(outcome.status == 400)
        #expect(outcome.json?["error"] == "invalid_grant")
        #expect(outcome.note?.hasPrefix("auth: ") == true)
    }

    @Test("A reused refresh token revokes all tokens of its login and no others.")
    func reuse() throws {
        var sut = try play()
        let other = try token(sut.ask("POST /login"))
        let login = sut.ask("POST /login")
        let refresh = try token(login, "refresh_token")
        let body = #"{ "refresh_token": "\#(refresh)" }"#
        let renewed = sut.ask("POST /refresh", body: body)
        #expect(sut.ask("GET /api/a", "Authorization:Bearer \(try token(renewed))").status == 204)
        let reused = sut.ask("POST /refresh", body: body)
        #expect(reused.status == 400)
        #expect(reused.note?.contains("used again") == true)
        for outcome in [login, renewed] {
            #expect(sut.ask("GET /api/a", "Authorization:Bearer \(try token(outcome))").status == 401)
        }
        let last = try token(renewed, "refresh_token")
        #expect(sut.ask("POST /refresh", body: #"{ "refresh_token": "\#(last)" }"#).status == 400)
        #expect(sut.ask("GET /api/a", "Authorization:Bearer \(other)").status == 204)
    }

    @Test("A refresh token stays valid after a failed refresh, or if it does not rotate.")
    func keptRefresh() throws {
        let failing = Scenario.Endpoint(.post, "/refresh", replies: [.init(503, times: 1)], afterLast: .next)
        var sut = try play(endpoints: [failing])
        let refresh = try token(sut.ask("POST /login"), "refresh_token")
        let body = #"{ "refresh_token": "\#(refresh)" }"#
        #expect((0..<3).map { _ in sut.ask("POST /refresh", body: body).status } == [503, 200, 400])

        var steady = try play(issues: [
            .init(.post, "/login"), .init(.post, "/refresh", takes: .init("/refresh_token")),
        ])
        let kept = try token(steady.ask("POST /login"), "refresh_token")
        for _ in 0..<3 {
            let renewed = steady.ask("POST /refresh", body: #"{ "refresh_token": "\#(kept)" }"#)
            #expect(renewed.status == 200)
            #expect(try token(renewed, "refresh_token") == kept)
        }
    }

    @Test("Runs with the same seed issue the same tokens, and another seed issues others.")
    func seeded() throws {
        func tokens(_ seed: UInt64) throws -> [String] {
            var sut = try play(seed: seed)
            return try (0..<3).map { _ in try token(sut.ask("POST /login")) }
        }
        #expect(try tokens(7) == tokens(7))
        #expect(try Set(tokens(7) + tokens(8)).count == 6)
    }

    @Test(
        "An invalid policy is rejected with the reason.",
        arguments: [
            (.init(protects: ["api"], issues: [.init(.post, "/l")]), "begin with"),
            (.init(protects: ["/api"], issues: []), "\"issues\" is empty"),
            (.init(protects: ["/api"], issues: [.init(.post, "/l", rotates: true)]), "requires \"takes\""),
            (.init(protects: ["/api"], issues: [.init(.post, "/l")], lasts: .uses(0)), "at least 1"),
            (.init(protects: ["/api"], issues: [.init(.post, "/l")], denied: .init(1000)), "0 to 999"),
            (.init(protects: ["/api"], issues: [.init(.post, "/l")], denied: .init(times: 1)), "cannot have"),
        ] as [(Scenario.Auth.Bearer, String)]
    )
    func refused(_ bearer: Scenario.Auth.Bearer, _ reason: String) throws {
        let scenario = Scenario("s", endpoints: [], auth: .init(bearer: bearer))
        let error = #expect(throws: CompiledScenario.CompilationError.self) { try CompiledScenario(scenario) }
        #expect(error?.description.contains(reason) == true)
        #expect(error?.subject == "auth")
    }
}
