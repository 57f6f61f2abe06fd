import RehearsalLint
import TestAdmission
import Testing

@testable import Rehearsal

@Suite("Endpoints with the same path", .limitedConcurrency)
struct PlaybookShadowsTests {
    private func asking(
        _ name: String,
        _ value: String = "x",
        header: Bool = false,
        priority: Int = 0,
        method: Scenario.Method = .get,
    ) -> Scenario.Endpoint {
        let named = [Scenario.Condition.Named(name, .equals(value))]
        let when = Scenario.Condition(query: header ? [] : named, headers: header ? named : [])
        var endpoint = Scenario.Endpoint(method, "/items/{id}", when: when, replies: [Scenario.Reply()])
        endpoint.priority = priority
        return endpoint
    }

    private func rivalries(_ endpoints: [Scenario.Endpoint]) throws -> [[Int]] {
        let compiledScenario = try CompiledScenario(Scenario("s", endpoints: endpoints))
        return compiledScenario.ambiguousPairs(inLayer: compiledScenario.endpoints[0].layer).map {
            [$0.first, $0.second]
        }
    }

    @Test("The first endpoint with a condition on one name is the rival of one with a condition on another.")
    func names() throws {
        let many = (0..<100).map { asking("n", "\($0)") }
        #expect(try rivalries(many) == [])
        #expect(try rivalries(many + [asking("X", header: true)]) == [[0, 100]])
        #expect(
            try rivalries([asking("a"), asking("b"), asking("a", "y"), asking("b", "y")]) == [
                [0, 1], [1, 2], [0, 3],
            ]
        )
    }

    @Test("An endpoint with another priority or method does not hide later rivals.")
    func others() throws {
        let sut = [asking("n", "1", priority: 1), asking("n", "2"), asking("X", header: true)]
        #expect(try rivalries(sut) == [[1, 2]])
        let posted = [asking("n", "1", method: .post), asking("n", "2"), asking("X", header: true)]
        #expect(try rivalries(posted) == [[1, 2]])
        let any = [asking("n", "1", method: .any), asking("n", "2"), asking("X", header: true)]
        #expect(try rivalries(any).count == 1)
    }

    @Test("An endpoint is shadowed by the first one with the same condition or none.")
    func shadows() throws {
        let all = Scenario.Endpoint(.get, "/items/{id}", replies: [Scenario.Reply()])
        let one = Scenario.Endpoint(.get, "/items/7", when: asking("n", "1").when, replies: [Scenario.Reply()])
        let sut = [asking("n", "1"), asking("n", "2"), asking("n", "1"), all, all]
        let compiledScenario = try CompiledScenario(Scenario("s", endpoints: sut))
        let layer = compiledScenario.endpoints[0].layer
        #expect(
            compiledScenario.shadows(inLayer: layer).map { [$0.endpoint, $0.coveringEndpoint] } == [[2, 0], [4, 3]]
        )
        let raised = try CompiledScenario(Scenario("s", endpoints: [one, asking("n", "1", priority: 1)]))
        #expect(raised.shadows(inLayer: layer).map { [$0.endpoint, $0.coveringEndpoint] } == [[1, 0]])
    }

    @Test("A pattern of a higher priority shadows each pattern whose paths it matches, and no other.")
    func patterns() throws {
        let covered: [String: Set<String>] = [
            "a": ["a"], "7": ["7"], "{x}": ["a", "7", "{x}", "{x:int}"], "{x:int}": ["7", "{x:int}"],
        ]
        let firsts = covered.keys.sorted()
        let seconds = firsts + ["**"]
        let patterns = seconds.map { [$0] } + firsts.flatMap { first in seconds.map { [first, $0] } }
        for one in patterns {
            for two in patterns {
                let fixed = one.prefix { $0 != "**" }
                let hasLength = fixed.count < one.count ? two.count >= fixed.count : two.count == one.count
                let covers = hasLength && zip(fixed, two).allSatisfy { covered[$0]?.contains($1) ?? false }
                var endpoints = [one, two].map { segments in
                    let path = Scenario.PathPattern(stringLiteral: "/" + segments.joined(separator: "/"))
                    return Scenario.Endpoint.get(path, replies: [Scenario.Reply()])
                }
                endpoints[0].priority = 1
                let sut = try CompiledScenario(Scenario("s", endpoints: endpoints))
                #expect(sut.shadows(inLayer: sut.endpoints[0].layer).count == (covers ? 1 : 0), "\(one) \(two)")
            }
        }
    }
}
