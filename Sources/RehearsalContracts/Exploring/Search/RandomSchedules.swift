import Rehearsal

/// Random schedules.
enum RandomSchedules {
    /// The maximum number of steps of a schedule.
    static let maximumSteps = 8

    /// Returns a schedule whose events and actions are independent of each other.
    static func independent(_ alphabet: ScheduleAlphabet, _ random: inout RandomSource) -> Schedule {
        let events = alphabet.calls.joined().map { Schedule.Event.call($0) } + [ScheduleAlphabet.pause]
        let count = 1 + Int(random.integer(in: 0...4))
        return Schedule(
            (0..<count).map { _ in
                guard let event = events.element(&random) else { return Schedule.Step(ScheduleAlphabet.pause) }
                guard case .call(let call) = event else { return Schedule.Step(event) }
                return Schedule.Step(event, actionSequence(alphabet.actions(for: call.operation), &random))
            }
        )
    }

    /// Returns a schedule over a random part of the alphabet, with actions in patterns that faults have in practice.
    ///
    /// A step can lose the connection, and the next one send the queued writes, even if this part has no such calls.
    static func patterned(_ alphabet: ScheduleAlphabet, _ random: inout RandomSource) -> Schedule {
        let subset = alphabet.subset(&random)
        let count = 1 + Int(random.integer(in: 0...Int64(Self.maximumSteps - 3)))
        var steps: [Schedule.Step] = []
        while steps.count < count { steps.append(step(after: steps.last, subset, &random)) }
        return Schedule(steps)
    }

    /// Returns a step that often follows the one before in practice.
    private static func step(
        after previous: Schedule.Step?,
        _ alphabet: ScheduleAlphabet,
        _ random: inout RandomSource,
    ) -> Schedule.Step {
        let step = step(alphabet, &random)
        if let call = previous?.call, call.isOffline {
            return self.step(afterOffline: call, or: step, alphabet, &random)
        }
        switch random.unit() {
        case ..<0.15 where alphabet.worksOffline: return step.call.map { offline($0.operation) } ?? step
        case 0.15..<0.45 where previous?.actions.isEmpty == false:
            // A call whose requests had actions is repeated.
            return previous?.call.map { treated($0.operation, alphabet, &random) } ?? step
        default: return step
        }
    }

    /// Returns the step after a call without a connection.
    ///
    /// A client makes several calls until it has a connection again, and then sends its queued writes.
    private static func step(
        afterOffline call: Schedule.Call,
        or other: Schedule.Step,
        _ alphabet: ScheduleAlphabet,
        _ random: inout RandomSource,
    ) -> Schedule.Step {
        switch random.unit() {
        case ..<0.2: offline(call.operation)
        case ..<0.4: other.call.map { offline($0.operation) } ?? other
        case ..<0.8: alphabet.synchronizations.element(&random).map { treated($0, alphabet, &random) } ?? other
        default: other
        }
    }

    private static func offline(_ operation: String) -> Schedule.Step {
        Schedule.Step(.call(Schedule.Call(operation, isOffline: true)))
    }

    /// Returns a step with a plain call of an operation, and random actions for its requests.
    private static func treated(
        _ operation: String,
        _ alphabet: ScheduleAlphabet,
        _ random: inout RandomSource,
    ) -> Schedule.Step {
        let call = Schedule.Call(operation)
        return Schedule.Step(.call(call), actions(for: call, alphabet, &random))
    }

    /// Returns a step with a call or, rarely, a pause.
    static func step(_ alphabet: ScheduleAlphabet, _ random: inout RandomSource) -> Schedule.Step {
        guard random.unit() > 0.06, let calls = alphabet.calls.element(&random), let plain = calls.first else {
            return Schedule.Step(ScheduleAlphabet.pause)
        }
        let call = random.unit() < 0.65 ? plain : calls.element(&random) ?? plain
        if call.isOffline { return Schedule.Step(.call(call)) }
        return Schedule.Step(.call(call), actions(for: call, alphabet, &random))
    }

    /// Returns no action, one action, a repeated action, or a mixture.
    private static func actions(
        for call: Schedule.Call,
        _ alphabet: ScheduleAlphabet,
        _ random: inout RandomSource,
    ) -> [ScheduleAction] {
        var actions = alphabet.actions(for: call.operation)
        if random.unit() < 0.2 { actions += alphabet.actions(for: ScheduleAlphabet.authentication) }
        let gap = [ScheduleAction](repeating: .normal, count: Int(random.integer(in: 0...2)))
        guard let action = actions.element(&random) else { return [] }
        switch random.unit() {
        case ..<0.5: return []
        case ..<0.7: return gap + [action]
        case ..<0.85:
            func repeated(_ counts: ClosedRange<Int64>) -> [ScheduleAction] {
                Array(repeating: action, count: Int(random.integer(in: counts)))
            }
            // Clients lose the state of a call most often when they refresh their token between its attempts.
            let refreshes = random.unit() < 0.5 && alphabet.refreshingOperations.contains(call.operation)
            let other = refreshes ? .status(401) : actions.element(&random) ?? action
            return gap + repeated(1...3) + withRefresh(other) + repeated(0...3)
        default: return gap + actionSequence(actions, &random).flatMap(withRefresh)
        }
    }

    /// Returns an action, and a normal one after a 401, for the request that refreshes the token.
    static func withRefresh(_ action: ScheduleAction) -> [ScheduleAction] {
        action == .status(401) ? [action, .normal] : [action]
    }

    private static func actionSequence(_ actions: [ScheduleAction], _ random: inout RandomSource) -> [ScheduleAction] {
        var chosen: [ScheduleAction] = []
        while chosen.count < 6, random.unit() < 0.6 {
            chosen.append(random.unit() < 0.3 ? .normal : actions.element(&random) ?? .normal)
        }
        return chosen
    }
}

/// Schedules that showed a new behavior, and their variations.
struct VariedSchedules: Sendable {
    /// The schedules with the requests that arrived during each step, the latest last.
    private var pool: [(schedule: Schedule, requests: [[String]])] = []

    private static let maximumPool = 1_000

    mutating func add(_ schedule: Schedule, _ observation: ScheduleObservation) {
        pool.append((schedule, observation.requests))
        if pool.count > Self.maximumPool { pool.removeFirst(pool.count - Self.maximumPool) }
    }

    /// Returns a schedule with one to three random changes; nil if there is none to vary.
    func next(_ alphabet: ScheduleAlphabet, _ random: inout RandomSource) -> Schedule? {
        // The latest schedules showed behaviors that are varied least.
        let recent = random.unit() < 0.5 ? Array(pool.suffix(32)) : pool
        guard var (schedule, requests) = recent.element(&random) else { return nil }
        for _ in 0...Int(random.integer(in: 0...2)) {
            vary(&schedule, requests, alphabet, &random)
            requests = []
        }
        return schedule
    }

    private func vary(
        _ schedule: inout Schedule,
        _ requests: [[String]],
        _ alphabet: ScheduleAlphabet,
        _ random: inout RandomSource,
    ) {
        guard !schedule.steps.isEmpty else {
            return schedule.steps.append(RandomSchedules.step(alphabet, &random))
        }
        let index = Int(random.integer(in: 0...Int64(schedule.steps.count - 1)))
        switch random.integer(in: 0...11) {
        case 0, 1: schedule.steps.append(RandomSchedules.step(alphabet, &random))
        case 2: schedule.steps.insert(RandomSchedules.step(alphabet, &random), at: index)
        case 3: schedule.steps[index] = RandomSchedules.step(alphabet, &random)
        case 4:
            guard let other = pool.element(&random) else { return }
            schedule.steps = Array(schedule.steps[...index]) + other.schedule.steps
        case 5:
            guard let action = schedule.steps[index].actions.last else { return }
            schedule.steps[index].actions.append(action)
        case 6, 7: schedule.steps.insert(schedule.steps[index], at: index)
        default:
            guard let call = schedule.steps[index].call else { return }
            let kinds = requests.indices.contains(index) ? requests[index] : []
            let count = schedule.steps[index].actions.count
            let place = Int(random.integer(in: 0...Int64(max(count, kinds.count - 1, 0))))
            let kind = kinds.indices.contains(place) ? kinds[place] : call.operation
            guard let action = alphabet.actions(for: kind).element(&random) else { return }
            while schedule.steps[index].actions.count <= place { schedule.steps[index].actions.append(.normal) }
            if random.unit() < 0.5 {
                schedule.steps[index].actions[place] = action
            } else {
                schedule.steps[index].actions.insert(contentsOf: RandomSchedules.withRefresh(action), at: place)
            }
        }
        let excess = schedule.steps.count - RandomSchedules.maximumSteps
        if excess > 0 { schedule.steps.removeFirst(excess) }
    }
}
