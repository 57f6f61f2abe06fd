import Rehearsal

/// The schedules of few steps and few actions, the smallest first.
///
/// A third step, or an action, is added only to a schedule whose history differs from those before, and an action only
/// for a request of that history. Each schedule is generated once.
struct SmallSchedules: Sendable {
    /// The schedules that have not been returned yet, by their cost: the number of actions, and of steps but the first.
    private var waiting: [[Schedule]]
    /// The hashes of the schedules that were added.
    private var known: Set<UInt64>
    private let alphabet: ScheduleAlphabet
    /// The steps that may follow others: plain calls, and those that show what a client has stored.
    private let later: [Schedule.Step]

    /// The maximum cost of a schedule.
    private static let maximumCost = 5
    /// The maximum number of schedules of one cost that wait. Further ones are dropped, so that the memory is bounded.
    private static let maximumWaiting = 20_000

    init(_ alphabet: ScheduleAlphabet) {
        (self.alphabet, known) = (alphabet, [])
        waiting = Array(repeating: [], count: Self.maximumCost + 1)
        let all = alphabet.calls.joined().map { Schedule.Step(.call($0)) }
        later = all.filter { $0.call.map { !$0.needsLateReply && $0.parallel == 1 } ?? true }
        let pause = Schedule.Step(ScheduleAlphabet.pause)
        // No history shows which requests of a background call arrive. The first one can be a sign-in.
        let signedIn = all.filter { $0.call?.isInBackground == true }.map { Schedule.Step($0.event, [.normal, .late]) }
        for first in all + signedIn {
            add(Schedule([first]))
            for second in later {
                add(Schedule([first, second]))
                add(Schedule([first, pause, second]))
            }
        }
    }

    private mutating func add(_ schedule: Schedule) {
        let schedule = schedule.normalized
        let cost = schedule.steps.count - 1 + schedule.steps.reduce(0) { $0 + $1.burstCount }
        guard cost <= Self.maximumCost, waiting[cost].count < Self.maximumWaiting,
            known.insert(StableHash.of(schedule.description)).inserted
        else { return }
        waiting[cost].append(schedule)
    }

    /// Whether the schedule was added.
    func contains(_ schedule: Schedule) -> Bool { known.contains(StableHash.of(schedule.description)) }

    /// Returns the next schedule; nil if all have been returned.
    ///
    /// Each cost is half as frequent as the one below it, so that the search reaches combinations early.
    mutating func next(_ random: inout RandomSource) -> Schedule? {
        let costs = waiting.indices.filter { !waiting[$0].isEmpty }
        guard let last = costs.last else { return nil }
        let cost = costs.first { _ in random.unit() < 0.5 } ?? last
        let index = Int(random.integer(in: 0...Int64(waiting[cost].count - 1)))
        waiting[cost].swapAt(index, waiting[cost].count - 1)
        return waiting[cost].removeLast()
    }

    /// Adds the schedules with one more action, with the same action for as many requests as there are attempts, or
    /// with a third step.
    mutating func extend(_ schedule: Schedule, _ observation: ScheduleObservation) {
        if schedule.steps.count == 2 { for third in later { add(Schedule(schedule.steps + [third])) } }
        for (index, step) in schedule.steps.enumerated() where step.call != nil {
            // An action before the last one was added by a schedule without the last one.
            if schedule.steps[(index + 1)...].contains(where: { !$0.actions.isEmpty }) { continue }
            let kinds = observation.requests.indices.contains(index) ? observation.requests[index] : []
            if step.actions.last == .late {
                extendLate(schedule, index, kinds)
                continue
            }
            for place in step.actions.count..<max(step.actions.count, min(kinds.count, Self.maximumRequests)) {
                for action in alphabet.actions(for: kinds[place]) {
                    for count in Set([1, alphabet.attempts]).sorted() {
                        var longer = schedule
                        let gap = [ScheduleAction](repeating: .normal, count: place - step.actions.count)
                        longer.steps[index].actions += gap + Array(repeating: action, count: count)
                        add(longer)
                    }
                }
            }
        }
    }

    /// Adds the schedules that delay a later request than the last one, or treat a request before it.
    private mutating func extendLate(_ schedule: Schedule, _ index: Int, _ kinds: [String]) {
        let actions = schedule.steps[index].actions.dropLast()
        guard actions.count < min(kinds.count, Self.maximumRequests) else { return }
        for action in [.normal] + alphabet.actions(for: kinds[actions.count]) where action != .late {
            var longer = schedule
            longer.steps[index].actions = actions + [action, .late]
            add(longer)
        }
    }

    private static let maximumRequests = 8
}

extension Schedule.Step {
    /// The number of actions that are not normal, where a repeated one counts once.
    fileprivate var burstCount: Int {
        ActionRun.runs(of: actions.filter { $0 != .late }).count { $0.action != .normal }
    }
}
