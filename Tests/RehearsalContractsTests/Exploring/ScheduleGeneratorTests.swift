import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("Generation of schedules", .limitedConcurrency)
struct ScheduleGeneratorTests {
    static let contract: ExploredContract = {
        let read = Declaration.Operation("read", .get, "/notes", reply: .init(200))
        let write = Declaration.Operation("write", .post, "/notes", reply: .init(201))
        let declaration = Declaration(name: "notes", retry: .exponential(attempts: 3, base: .milliseconds(100)))
        var declared = declaration
        declared.operations = [read, write]
        return ExploredContract(declared, Exploration(model: Scenario("model", endpoints: [])))
    }()

    /// Returns the schedules of a search whose histories have two requests in each step, and all differ.
    private func schedules(_ count: Int, seed: UInt64, _ strategy: ScheduleGenerator.Strategy) -> [Schedule] {
        var sut = ScheduleGenerator(ScheduleAlphabet(Self.contract), seed: seed, strategy: strategy)
        return (0..<count).map { index in
            let schedule = sut.next()
            let requests = schedule.steps.map { step in step.call.map { [$0.operation, $0.operation] } ?? [] }
            sut.learn(schedule, ScheduleObservation(features: [UInt64(index)], requests: requests))
            return schedule
        }
    }

    @Test("The seed determines the schedules.", arguments: ScheduleGenerator.Strategy.allCases)
    func seed(_ strategy: ScheduleGenerator.Strategy) {
        #expect(schedules(500, seed: 7, strategy) == schedules(500, seed: 7, strategy))
        #expect(schedules(500, seed: 7, strategy) != schedules(500, seed: 8, strategy))
    }

    @Test("A guided search contains every call with up to two actions for requests that arrive.")
    func small() {
        let all = Set(schedules(20_000, seed: 1, .guided).map(\.description))
        for operation in Self.contract.operations {
            let actions = ScheduleAlphabet(Self.contract).actions[operation.name] ?? []
            #expect(!actions.isEmpty)
            #expect(all.contains(operation.name))
            for first in [.normal] + actions {
                for second in actions {
                    let step = Schedule.Step(.call(.init(operation.name)), [first, second])
                    #expect(all.contains("\(step)"), "\(step)")
                }
            }
        }
    }

    @Test("Four of five schedules at the start of a guided search are those of a random search.")
    func start() {
        let (guided, random) = (schedules(700, seed: 1, .guided), schedules(700, seed: 1, .random))
        let different = guided.indices.filter { guided[$0] != random[$0] }
        #expect(different.filter { $0 < 600 }.allSatisfy { ($0 + 1) % 5 == 0 })
        #expect(different.count { $0 < 600 } > 100)
        #expect(different.count { $0 >= 600 } > 90)
    }

    @Test("A third step is added only to a schedule that showed a new behavior.", arguments: [true, false])
    func thirdStep(isNew: Bool) {
        var sut = ScheduleGenerator(ScheduleAlphabet(Self.contract), seed: 1)
        var counts: Set<Int> = []
        for index in 1...150 {
            let schedule = sut.next()
            guard index % 5 == 0 else { continue }
            counts.insert(schedule.steps.count { $0.call != nil })
            sut.learn(schedule, ScheduleObservation(features: isNew ? [UInt64(index)] : []))
        }
        #expect(counts.contains(3) == isNew, "\(counts)")
    }

    @Test("An action is added only for a request that arrived, and only to a schedule that showed a new behavior.")
    func arrived() {
        var sut = ScheduleGenerator(ScheduleAlphabet(Self.contract), seed: 1)
        var small: [Schedule] = []
        // One of five schedules is small at the start, and there are more small ones than a fifth of this number.
        for index in 1...150 {
            let schedule = sut.next()
            guard index % 5 == 0 else { continue }
            small.append(schedule)
            let requests = schedule.steps.map { $0.call?.operation == "read" ? ["read"] : [] }
            let isDelayed = schedule.steps.contains { $0.actions.contains(.late) }
            // Only the first schedule that reads, and delays no reply, shows a new behavior.
            let features: Set<UInt64> = requests.joined().isEmpty || isDelayed ? [] : [1]
            sut.learn(schedule, ScheduleObservation(features: features, requests: requests))
        }
        let treated = small.filter { $0.steps.contains { $0.actions.contains { $0 != .late && $0 != .normal } } }
        #expect(!treated.isEmpty)
        #expect(Set(treated.map { $0.steps.map(\.event) }).count == 1)
        let steps = treated.flatMap(\.steps).filter { $0.actions.contains { $0 != .late && $0 != .normal } }
        #expect(steps.allSatisfy { $0.call?.operation == "read" })
    }

    @Test("A guided search delays the reply to the first or the second request of a background call.")
    func background() {
        var sut = ScheduleGenerator(ScheduleAlphabet(Self.contract), seed: 1)
        let start = (1...600).map { (number: $0, schedule: sut.next()) }
        // One of five schedules is small at the start.
        let small = start.filter { $0.number % 5 == 0 }.map(\.schedule)
        for operation in Self.contract.operations {
            let event = Schedule.Event.call(.init(operation.name, isInBackground: true))
            for actions in [[ScheduleAction.late], [.normal, .late]] {
                #expect(small.contains { $0.steps.count == 2 && $0.steps[0] == .init(event, actions) }, "\(actions)")
            }
        }
    }

    @Test("A patterned schedule often has a refresh of the token between equal actions.")
    func refresh() {
        var declared = Self.contract.declaration
        declared.features.authRefresh = .init()
        let alphabet = ScheduleAlphabet(ExploredContract(declared, Self.contract.exploration))
        var sut = ScheduleGenerator(alphabet, seed: 1)
        // The first 600 schedules are independent or small.
        let steps = (1...6_000).map { ($0, sut.next()) }.filter { $0.0 > 600 }.flatMap(\.1.steps)
        let refreshed = steps.count { step in
            guard let place = step.actions.firstIndex(of: .status(401)), place > 0, place + 2 < step.actions.count
            else { return false }
            let (before, after) = (step.actions[place - 1], step.actions[place + 2])
            return before == after && before != .normal && before != .status(401)
        }
        #expect(refreshed > steps.count / 50, "\(refreshed) of \(steps.count)")
    }

    @Test("After a call without a connection, the next one often has none either, or sends the queued writes.")
    func outage() {
        var exploration = Self.contract.exploration
        // The search does not call an operation that the contract does not declare.
        exploration.synchronizations = ["write", "other"]
        let pairs = pairs(of: ExploredContract(Self.contract.declaration, exploration))
        let after = pairs.filter { $0.0.call?.isOffline == true }.map(\.1)
        let others = pairs.filter { $0.0.call?.isOffline == false && $0.0.actions.isEmpty }.map(\.1)
        let offline = { (step: Schedule.Step) in step.call?.isOffline == true }
        let online = { (step: Schedule.Step) in step.call.map { $0.operation == "write" && !$0.isOffline } ?? false }
        #expect(others.share(where: offline) > 0.1)
        #expect(after.share(where: offline) > others.share(where: offline) + 0.12)
        #expect(after.share(where: online) > others.share(where: online) + 0.05)
        #expect(pairs.allSatisfy { $0.0.call?.operation != "other" && $0.1.call?.operation != "other" })
    }

    @Test("A call whose requests had actions is often repeated.")
    func repeated() {
        var declared = Self.contract.declaration
        declared.operations = (1...8).map { .init("read\($0)", .get, "/notes/\($0)", reply: .init(200)) }
        let pairs = pairs(of: ExploredContract(declared, Self.contract.exploration)).filter { $0.0.call != nil }
        let isRepeated = { (pair: (Schedule.Step, Schedule.Step)) in pair.0.call?.operation == pair.1.call?.operation }
        let afterActions = pairs.filter { !$0.0.actions.isEmpty }.share(where: isRepeated)
        let others = pairs.filter { $0.0.actions.isEmpty }.share(where: isRepeated)
        #expect(afterActions > others + 0.15, "\(afterActions), \(others)")
        // This client does not behave differently without a connection.
        #expect(!pairs.contains { $0.1.call?.isOffline == true })
    }

    /// Returns the pairs of steps that follow each other in the patterned schedules of a search.
    private func pairs(of contract: ExploredContract) -> [(Schedule.Step, Schedule.Step)] {
        var sut = ScheduleGenerator(ScheduleAlphabet(contract), seed: 1)
        // The first 600 schedules are independent or small. Then one of three is small. The others are patterned,
        // because the search learns no schedule to vary.
        let patterned = (1...6_000).map { (number: $0, schedule: sut.next()) }.filter {
            $0.number > 600 && $0.number % 3 != 1
        }
        return patterned.flatMap { zip($0.schedule.steps, $0.schedule.steps.dropFirst()) }
    }

    @Test("Each cancelled or background call has a late reply.", arguments: ScheduleGenerator.Strategy.allCases)
    func late(_ strategy: ScheduleGenerator.Strategy) {
        let steps = schedules(2_000, seed: 3, strategy).flatMap(\.steps)
        let special = steps.filter { $0.call?.needsLateReply == true }
        #expect(special.count > 50)
        #expect(special.allSatisfy { $0.actions.contains(.late) })
    }

    @Test("The alphabet has the actions and events that the declarations of the client make relevant.")
    func alphabet() {
        let sut = ScheduleAlphabet(Self.contract)
        #expect(sut.actions["read"]?.contains(.replyCut) == true)
        #expect(sut.actions["write"]?.contains(.statusAfterEffect(503)) == true)
        #expect(sut.actions["write"]?.contains(.status(401)) == false)
        #expect(sut.calls.joined().allSatisfy { !$0.isOffline })
        #expect(sut.actions[ScheduleAlphabet.authentication] == nil)
    }
}

extension Array {
    /// Returns the part of the elements that satisfy a condition.
    fileprivate func share(where condition: (Element) -> Bool) -> Double {
        Double(count(where: condition)) / Double(Swift.max(1, count))
    }
}
