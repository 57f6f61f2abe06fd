@testable import Rehearsal
import RehearsalLint
import TestAdmission
import Testing

@Suite("The order of endpoints", .limitedConcurrency)
struct ScenarioOrderTests {
    private func endpoint(_ path: String, when: Scenario.Condition? = nil) -> Scenario.Endpoint {
        .get(Scenario.PathPattern(path), when: when, replies: [Scenario.Reply()])
    }

    /// The priorities that make endpoints match in this order.
    private func priorities(_ endpoints: [Scenario.Endpoint], _ turns: [Int]) -> [Int] {
        Scenario("s", endpoints: endpoints).withPriorities(producing: turns).endpoints.map(\.priority)
    }

    @Test("Endpoints get no priority if paths, conditions and places yield the order.")
    func none() {
        let asking = Scenario.Condition(query: [.init("q", .equals("1"))])
        let sut = [endpoint("/a", when: asking), endpoint("/b/c"), endpoint("/a"), endpoint("/{x}"), endpoint("/**")]
        #expect(priorities(sut, [0, 1, 2, 3, 4]) == [0, 0, 0, 0, 0])
    }

    @Test("An endpoint that must match sooner than it would gets the lowest sufficient priority.")
    func raised() {
        #expect(priorities([endpoint("/a"), endpoint("/**")], [1, 0]) == [0, 1])
        #expect(priorities([endpoint("/**"), endpoint("/{x}"), endpoint("/a")], [0, 1, 2]) == [2, 1, 0])
        #expect(priorities([endpoint("/a"), endpoint("/a")], [1, 0]) == [0, 1])
    }

    @Test("Endpoints that cannot match the same request do not affect each other.")
    func apart() {
        let one = Scenario.Condition(url: .equals("/a"))
        let two = Scenario.Condition(url: .equals("/a?b"))
        #expect(priorities([endpoint("/a", when: one), endpoint("/a", when: two)], [1, 0]) == [0, 0])
        let states = ["x", "y"].map { endpoint("/a", when: .state($0)) }
        #expect(priorities(states, [1, 0]) == [0, 0])
        #expect(priorities([endpoint("/a/b"), endpoint("/{x}/c")], [1, 0]) == [0, 0])
        let post = Scenario.Endpoint.post("/a", replies: [Scenario.Reply()])
        #expect(priorities([endpoint("/a"), post], [1, 0]) == [0, 0])
    }

    @Test(
        "A compiled scenario has exactly the requested order.",
        arguments: [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1]]
    )
    func asked(_ turns: [Int]) throws {
        let asking = Scenario.Condition(headers: [.init("X", .present)])
        let sut = [endpoint("/**"), endpoint("/a", when: asking), endpoint("/{x}"), endpoint("/a")]
        let compiledScenario = try CompiledScenario(Scenario("s", endpoints: sut).withPriorities(producing: turns))
        #expect(compiledScenario.endpoints.map { turns[$0.sourceIndex] } == [0, 1, 2, 3])
    }

    @Test("More than two thousand wide paths get one priority each without pairwise comparison.")
    func many() {
        let sut = (0..<2100).map { endpoint("/{x}/\($0)") }
        let found = priorities(sut, Array(0..<2100))
        #expect(found.first == 2099)
        #expect(found.last == 0)
    }
}
