import Rehearsal

/// A generator of the schedules of a search, which the seed determines.
package struct ScheduleGenerator: Sendable {
    /// A strategy of a search.
    package enum Strategy: String, Sendable, Hashable, CaseIterable {
        /// All small schedules, in turn with random ones and with variations of schedules that showed a new behavior.
        case guided
        /// Independent random schedules.
        case random
    }

    private let alphabet: ScheduleAlphabet
    private let strategy: Strategy
    private let seed: UInt64
    /// The number of schedules that were generated.
    private var count = 0
    private var small: [Schedule]
    /// The schedules that showed a new behavior, the latest last.
    private var pool: [Schedule] = []
    private var shapes: Set<Int> = []

    /// The maximum number of steps of a random schedule.
    private static let maximumSteps = 5
    /// The maximum number of actions for the requests of one step.
    private static let maximumActions = 4

    package init(_ alphabet: ScheduleAlphabet, seed: UInt64, strategy: Strategy = .guided) {
        (self.alphabet, self.seed, self.strategy) = (alphabet, seed, strategy)
        small = strategy == .guided ? SmallSchedules(alphabet).all.reversed() : []
    }

    /// The number of different behaviors that the histories have shown.
    package var behaviorCount: Int { shapes.count }

    /// Returns the next schedule.
    package mutating func next() -> Schedule {
        count += 1
        var random = RandomSource(seed: seed, endpoint: 0x4558_504C_4F52_4521, request: count)
        // Small schedules alternate with random ones, so that a short search also tries long schedules.
        if count % 2 == 1, let schedule = small.popLast() { return schedule }
        if strategy == .guided, !pool.isEmpty, random.unit() < 0.7 {
            return varied(pool[Int(random.integer(in: 0...Int64(pool.count - 1)))], &random)
        }
        return fresh(&random)
    }

    /// Records the behavior of a client under a schedule. Later schedules vary those that showed a new one.
    package mutating func learn(_ schedule: Schedule, shape: Int) {
        guard shapes.insert(shape).inserted, strategy == .guided else { return }
        pool.append(schedule)
        if pool.count > Self.maximumPool { pool.removeFirst(pool.count - Self.maximumPool) }
    }

    private static let maximumPool = 500

    /// Returns a random schedule over a random part of the alphabet.
    private func fresh(_ random: inout RandomSource) -> Schedule {
        let letters = alphabet.subset { random.unit() < 0.5 }
        let count = 1 + Int(random.integer(in: 0...Int64(Self.maximumSteps - 1)))
        return Schedule((0..<count).map { _ in step(letters, &random) })
    }

    private func step(_ letters: ScheduleAlphabet, _ random: inout RandomSource) -> Schedule.Step {
        guard let event = letters.events.element(&random) else { return Schedule.Step(.pause(.seconds(1))) }
        guard case .call(let call) = event else { return Schedule.Step(event) }
        let actions = letters.actions[call.operation] ?? []
        var chosen: [ScheduleAction] = []
        while chosen.count < Self.maximumActions, random.unit() < 0.55 {
            chosen.append(random.unit() < 0.25 ? .normal : actions.element(&random) ?? .normal)
        }
        return Self.completed(Schedule.Step(event, chosen))
    }

    /// Returns the step with a late reply to the last request of a call that is cancelled or in the background.
    static func completed(_ step: Schedule.Step) -> Schedule.Step {
        guard let call = step.call, call.isCancelled || call.isInBackground, !step.actions.contains(.late) else {
            return step
        }
        var step = step
        step.actions.append(.late)
        return step
    }

    /// Returns a schedule with one or two random changes.
    private func varied(_ schedule: Schedule, _ random: inout RandomSource) -> Schedule {
        var schedule = schedule
        for _ in 0...Int(random.integer(in: 0...1)) { vary(&schedule, &random) }
        return schedule
    }

    private func vary(_ schedule: inout Schedule, _ random: inout RandomSource) {
        let new = step(alphabet, &random)
        guard !schedule.steps.isEmpty else { return schedule.steps.append(new) }
        let index = Int(random.integer(in: 0...Int64(schedule.steps.count - 1)))
        switch random.integer(in: 0...5) {
        case 0, 1: schedule.steps.append(new)
        case 2: schedule.steps.insert(new, at: index)
        case 3: schedule.steps[index] = new
        default:
            guard let call = schedule.steps[index].call,
                let action = alphabet.actions[call.operation]?.element(&random)
            else { return }
            let actions = schedule.steps[index].actions
            let place = Int(random.integer(in: 0...Int64(actions.count)))
            if place < actions.count, random.unit() < 0.5 {
                schedule.steps[index].actions[place] = action
            } else if actions.count < Self.maximumActions {
                schedule.steps[index].actions.insert(action, at: place)
            }
        }
        if schedule.steps.count > Self.maximumSteps + 3 { schedule.steps.removeFirst() }
    }
}

/// All schedules of a small scope: one call with up to three actions, and two steps with up to two actions.
struct SmallSchedules {
    let all: [Schedule]

    init(_ alphabet: ScheduleAlphabet) {
        var all: [Schedule] = []
        let calls = alphabet.events.compactMap { if case .call(let call) = $0 { call } else { nil } }
        for length in 0...3 {
            for call in calls where length < 3 || call == Schedule.Call(call.operation) {
                for actions in Self.lists(of: alphabet.actions[call.operation] ?? [], length) {
                    all.append(Schedule([ScheduleGenerator.completed(Schedule.Step(.call(call), actions))]))
                }
            }
            if length == 1 { all += Self.pairs(alphabet) }
        }
        self.all = all
    }

    /// Returns the schedules of two steps, the first of which has at most one action.
    private static func pairs(_ alphabet: ScheduleAlphabet) -> [Schedule] {
        var pairs: [Schedule] = []
        let plain = alphabet.events.filter { if case .call(let call) = $0 { call.parallel == 1 } else { true } }
        for first in plain {
            let actions: [[ScheduleAction]] =
                if case .call(let call) = first { lists(of: alphabet.actions[call.operation] ?? [], 1) } else { [] }
            for list in [[]] + actions {
                for second in plain {
                    guard case .call(let call) = second, call == Schedule.Call(call.operation) else { continue }
                    let start = ScheduleGenerator.completed(Schedule.Step(first, list))
                    pairs.append(Schedule([start, Schedule.Step(second)]))
                }
            }
        }
        return pairs
    }

    /// Returns all lists of a length whose last action is not the normal one.
    private static func lists(of actions: [ScheduleAction], _ length: Int) -> [[ScheduleAction]] {
        guard length > 0 else { return [[]] }
        var lists: [[ScheduleAction]] = [[]]
        for position in 0..<length {
            let choices = position == length - 1 ? actions : [.normal] + actions
            lists = lists.flatMap { list in choices.map { list + [$0] } }
        }
        return lists
    }
}

extension Array {
    /// Returns a random element; nil if the array is empty.
    fileprivate func element(_ random: inout RandomSource) -> Element? {
        isEmpty ? nil : self[Int(random.integer(in: 0...Int64(count - 1)))]
    }
}
