@testable import Rehearsal
import RehearsalLint
import TestAdmission
import Testing

@Suite("The order in which endpoints are asked", .admitted)
struct ScenarioOrderTests {
    private func endpoint(_ path: String, when: Scenario.Condition? = nil) -> Scenario.Endpoint {
        .get(Scenario.PathPattern(path), when: when, replies: [Scenario.Reply()])
    }

    /// The priorities of endpoints that are asked in these turns.
    private func priorities(_ endpoints: [Scenario.Endpoint], _ turns: [Int]) -> [Int] {
        Scenario("s", endpoints: endpoints).asked(in: turns).endpoints.map(\.priority)
    }

    @Test("Where the order follows from paths, conditions and places, there are no priorities.")
    func none() {
        let asking = Scenario.Condition(query: [.init("q", .equals("1"))])
        let sut = [endpoint("/a", when: asking), endpoint("/b/c"), endpoint("/a"), endpoint("/{x}"), endpoint("/**")]
        #expect(priorities(sut, [0, 1, 2, 3, 4]) == [0, 0, 0, 0, 0])
    }

    @Test("What is to be asked sooner than it would be has a priority, as low as it can be.")
    func raised() {
        #expect(priorities([endpoint("/a"), endpoint("/**")], [1, 0]) == [0, 1])
        #expect(priorities([endpoint("/**"), endpoint("/{x}"), endpoint("/a")], [0, 1, 2]) == [2, 1, 0])
        #expect(priorities([endpoint("/a"), endpoint("/a")], [1, 0]) == [0, 1])
    }

    @Test("Endpoints that no request is for together do not mind each other.")
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

    @Test("The playbook asks them in just that order.", arguments: [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1]])
    func asked(_ turns: [Int]) throws {
        let asking = Scenario.Condition(headers: [.init("X", .present)])
        let sut = [endpoint("/**"), endpoint("/a", when: asking), endpoint("/{x}"), endpoint("/a")]
        let playbook = try Playbook(Scenario("s", endpoints: sut).asked(in: turns))
        #expect(playbook.endpoints.map { turns[$0.order] } == [0, 1, 2, 3])
    }

    @Test("Very many wide paths have a priority each, without being compared.")
    func many() {
        let sut = (0..<2100).map { endpoint("/{x}/\($0)") }
        let found = priorities(sut, Array(0..<2100))
        #expect(found.first == 2099 && found.last == 0)
    }
}
