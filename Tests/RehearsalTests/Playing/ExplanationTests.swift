import TestAdmission
import Testing

@testable import Rehearsal

@Suite("An explanation of the selection", .limitedConcurrency)
struct ExplanationTests {
    private func explain(
        _ line: String,
        _ endpoints: [Scenario.Endpoint],
        headers: String = "",
        state: [JSON.Member] = [],
    ) throws -> (CompiledScenario, Explanation) {
        let compiledScenario = try CompiledScenario(Scenario("s", endpoints: endpoints))
        var head = RequestHead()
        let bytes = PlaybookTests.fill(&head, line, headers)
        let explanation = bytes.withUnsafeBufferPointer {
            compiledScenario.explain(head, in: $0.span, body: [], at: ScenarioState(compiledScenario, changed: state))
        }
        return (compiledScenario, explanation)
    }

    private func rule(_ endpoints: [Scenario.Endpoint]) throws -> Explanation.ExclusionReason? {
        try explain("GET /a", endpoints).1.rejected.first?.reason
    }

    @Test("A later endpoint is explained by the rule that ranks it.")
    func rules() throws {
        let plain = Scenario.Endpoint.get("/a", replies: [.init()])
        var lower = plain
        lower.layer = 1
        var higher = plain
        higher.priority = 2
        let conditional = Scenario.Endpoint.get("/a", when: .init(query: [.init("q", .absent)]), replies: [.init()])
        #expect(try rule([plain, lower]) == .lowerPrecedence(.layer))
        #expect(try rule([plain, higher]) == .lowerPrecedence(.priority))
        #expect(try rule([plain, conditional]) == .lowerPrecedence(.condition))
        #expect(try rule([plain, .get("/{x}", replies: [.init()])]) == .lowerPrecedence(.path))
        #expect(try rule([plain, plain]) == .lowerPrecedence(.order))
        #expect(try rule([plain, .noise("/a")]) == .lowerPrecedence(.noise))
    }

    @Test("An overlay above the answer is part of it, and one below it or above nothing is explained.")
    func overlays() throws {
        let plain = Scenario.Endpoint.get("/a", replies: [.init()])
        let over = Scenario.Endpoint.overlay(.any, "/a", priority: 1, .init(delay: .fixed(.seconds(1))))
        let below = Scenario.Endpoint.overlay(.any, "/**", priority: -1, .init(delay: .fixed(.seconds(1))))
        let (compiledScenario, sut) = try explain("GET /a", [plain, over, below])
        #expect(sut.answer.map { compiledScenario.endpoints[$0.endpoint].displayName } == "get /a")
        #expect(sut.answer?.overlays.map { compiledScenario.endpoints[$0].displayName } == ["any /a"])
        #expect(sut.rejected.map(\.reason) == [.lowerOverlay(.priority)])
        #expect(sut.rejected[0].reason.reasons[0].hasPrefix("its overlay matches, but is tried later"))
        #expect(try rule([over]) == .overlayWithoutReply)
    }

    @Test("A condition on the state is evaluated against the current state.")
    func state() throws {
        let booked = Scenario.Endpoint.get("/a", when: .state("booked"), replies: [.init(201)])
        let plain = Scenario.Endpoint.get("/a", replies: [.init()])
        let (_, before) = try explain("GET /a", [booked, plain])
        #expect(before.answer?.endpoint == 1)
        #expect(before.rejected.map(\.reason) == [.mismatch([#"state state must be "booked", it is none"#])])
        let (_, after) = try explain("GET /a", [booked, plain], state: [.init("state", "booked")])
        #expect(after.answer?.endpoint == 0)
        #expect(after.answer?.reply == 0)
    }

    @Test("An explanation lists every other endpoint, nearest first, with all its differences.")
    func others() throws {
        let paths = (0..<300).map { Scenario.Endpoint.get(.init("/x\($0)/y"), replies: [.init()]) }
        let (compiledScenario, sut) = try explain("POST /users/7", paths + [.get("/users/{id}", replies: [.init()])])
        #expect(sut.answer == nil)
        #expect(sut.rejected.count == 301)
        let nearest = try #require(sut.rejected.first)
        #expect(compiledScenario.endpoints[nearest.endpoint].displayName == "get /users/{id}")
        #expect(nearest.reason == .mismatch(["method is GET, the request has POST"]))
        guard case .mismatch(let differences) = sut.rejected.last?.reason else {
            Issue.record("the farthest takes the request")
            return
        }
        #expect(differences.count == 2)
    }

    private func policies(_ line: String, _ headers: String = "") throws -> Explanation {
        let bearer = Scenario.Auth.Bearer(
            protects: ["/api/**"],
            issues: [.init(.post, "/login"), .init(.post, "/renew", takes: .init("/r"))]
        )
        let compiledScenario = try CompiledScenario(
            Scenario(
                "s",
                endpoints: [.overlay(.any, "/api/**", .init(delay: .fixed(.seconds(1)))), .noise("/**")],
                cors: true,
                auth: .init(bearer: bearer),
                quotas: [.init(.get, "/api/**", limit: 3, window: .seconds(10))],
                idempotency: [.init(.post, "/api/**")],
                resources: [.init(at: "/api/spots")]
            )
        )
        var head = RequestHead()
        let bytes = PlaybookTests.fill(&head, line, headers)
        return bytes.withUnsafeBufferPointer {
            compiledScenario.explain(head, in: $0.span, body: [], at: ScenarioState(compiledScenario))
        }
    }

    @Test("An explanation names the policy that answers, its overlays and the endpoints that come later.")
    func policyAnswers() throws {
        let list = try policies("GET /api/spots")
        #expect(list.answer == nil)
        #expect(list.policy == .resource("resource /api/spots", overlays: [0]))
        #expect(list.rejected.map(\.reason) == [.policyAnswers])
        #expect(try policies("POST /login").policy == .auth(overlays: []))
        #expect(try policies("GET /login").answer?.endpoint == 1)
        let asked = "Origin:https://a.example\nAccess-Control-Request-Method:PUT"
        #expect(try policies("OPTIONS /api/spots/7", asked).policy == .cors)
        #expect(try policies("OPTIONS /api/spots/7", asked).admissionPolicies == [])
    }

    @Test("An explanation names the policies that precede all endpoints, with what they let pass.")
    func guards() throws {
        #expect(
            try policies("GET /api/x").admissionPolicies.map(\.label) == ["policy auth", "policy quota get /api/**"]
        )
        #expect(try policies("GET /api/x").admissionPolicies.last?.admittedRequests == "3 requests in 10 s")
        #expect(
            try policies("POST /api/x").admissionPolicies.map(\.label) == [
                "policy auth", "policy idempotency post /api/**",
            ]
        )
        #expect(
            try policies("POST /renew").admissionPolicies.map(\.admittedRequests) == [
                "requests with a refresh token at /r"
            ]
        )
        #expect(try policies("GET /else").admissionPolicies == [])
    }

    @Test("An explanation of a path agrees with the matcher of paths.")
    func agreement() throws {
        let patterns = [
            "/", "/**", "/a", "/a/", "/a/**", "/a/b", "/{x}", "/{x:int}", "/{x}/b", "/a/{x}", "/*/*", "/a/{x:int}/**",
            "/%61", "/a%2fb",
        ]
        let paths = [
            "/", "/a", "/b", "/7", "/a/", "/a/b", "/a/7", "/a/7/c/d", "//", "//b", "/a/b/c", "/a%2Fb", "/%61/b",
        ]
        for pattern in patterns {
            for path in paths {
                let (compiledScenario, sut) = try explain("GET \(path)", [.get(.init(pattern), replies: [.init()])])
                let wanted = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
                    .map { PercentEncoding.normalized(Array($0.utf8)) }
                let distance = compiledScenario.endpoints[0].segments.distance(from: wanted)
                #expect((distance == 0) == (sut.answer != nil), "\(pattern) and \(path)")
            }
        }
    }
}
