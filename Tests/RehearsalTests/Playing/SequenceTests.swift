import Rehearsal
import TestAdmission
import Testing

@Suite("Reply sequences", .limitedConcurrency)
struct SequenceTests {
    @Test(
        "The `times` of replies count the turns, and `afterLast` determines the turns after them.",
        arguments: [
            ([2, nil], nil, [0, 0, 1, 1, 1]), ([nil, nil], nil, [0, 1, 1, 1, 1]), ([2, 1], nil, [0, 0, 1, nil, nil]),
            ([2, 1], .repeat, [0, 0, 1, 1, 1]), ([2, nil], .cycle, [0, 0, 1, 0, 0]),
            ([1, nil], .fail, [0, 1, nil, nil, nil]),
            ([nil], nil, [0, 0, 0, 0, 0]), ([3], nil, [0, 0, 0, nil, nil]),
        ] as [([Int?], Scenario.AfterLast?, [Int?])]
    )
    func turns(_ times: [Int?], _ afterLast: Scenario.AfterLast?, _ expected: [Int?]) throws {
        let replies = times.map { Scenario.Reply(times: $0) }
        let endpoint = Scenario.Endpoint(.get, "/", replies: replies, afterLast: afterLast)
        let compiledScenario = try CompiledScenario(Scenario("s", endpoints: [endpoint]))
        var sut = ScenarioState(compiledScenario)
        #expect((0..<5).map { _ in sut.advance(of: 0, in: compiledScenario) } == expected)
    }
}
