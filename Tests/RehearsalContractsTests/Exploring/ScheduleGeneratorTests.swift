import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("Generation of schedules", .limitedConcurrency)
struct ScheduleGeneratorTests {
    private static let contract: ExploredContract = {
        let read = Declaration.Operation("read", .get, "/notes", reply: .init(200))
        let write = Declaration.Operation("write", .post, "/notes", reply: .init(201))
        let declaration = Declaration(name: "notes", retry: .exponential(attempts: 3, base: .milliseconds(100)))
        var declared = declaration
        declared.operations = [read, write]
        return ExploredContract(declared, Exploration(model: Scenario("model", endpoints: [])))
    }()

    private func schedules(_ count: Int, seed: UInt64, _ strategy: ScheduleGenerator.Strategy) -> [Schedule] {
        var sut = ScheduleGenerator(ScheduleAlphabet(Self.contract), seed: seed, strategy: strategy)
        return (0..<count).map { index in
            let schedule = sut.next()
            sut.learn(schedule, shape: index % 7)
            return schedule
        }
    }

    @Test("The seed determines the schedules.", arguments: ScheduleGenerator.Strategy.allCases)
    func seed(_ strategy: ScheduleGenerator.Strategy) {
        #expect(schedules(500, seed: 7, strategy) == schedules(500, seed: 7, strategy))
        #expect(schedules(500, seed: 7, strategy) != schedules(500, seed: 8, strategy))
    }

    @Test("A guided search contains every call with up to two actions.")
    func small() {
        let all = Set(schedules(20_000, seed: 1, .guided).map(\.description))
        for operation in Self.contract.operations {
            let actions = ScheduleAlphabet(Self.contract).actions[operation.name] ?? []
            #expect(!actions.isEmpty)
            for first in [.normal] + actions {
                for second in actions { #expect(all.contains("\(operation.name) [\(first), \(second)]")) }
            }
        }
    }

    @Test("Each cancelled or background call has a late reply.", arguments: ScheduleGenerator.Strategy.allCases)
    func late(_ strategy: ScheduleGenerator.Strategy) {
        let steps = schedules(2_000, seed: 3, strategy).flatMap(\.steps)
        let special = steps.filter { $0.call?.isCancelled == true || $0.call?.isInBackground == true }
        #expect(!special.isEmpty)
        let fresh = special.filter { $0.actions.contains(.late) }
        #expect(Double(fresh.count) > 0.8 * Double(special.count))
    }

    @Test("The alphabet has the actions and events that the declarations of the client make relevant.")
    func alphabet() {
        let sut = ScheduleAlphabet(Self.contract)
        #expect(sut.actions["read"]?.contains(.replyCut) == true)
        #expect(sut.actions["write"]?.contains(.statusAfterEffect(503)) == true)
        #expect(sut.actions["write"]?.contains(.status(401)) == false)
        #expect(!sut.events.contains(.connectivity(false)))
    }
}
