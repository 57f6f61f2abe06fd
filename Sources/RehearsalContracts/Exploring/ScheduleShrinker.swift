import Rehearsal

/// A reduction of a schedule to a shorter one that fails in the same way.
package struct ScheduleShrinker {
    /// The maximum number of schedules to try.
    private static let maximumTrials = 300

    /// Returns whether a schedule fails in the same way as the original one.
    private let fails: (Schedule) async -> Bool
    private var trials = 0
    private var tried: Set<Schedule> = []

    package init(_ fails: @escaping (Schedule) async -> Bool) { self.fails = fails }

    /// Returns the shortest failing schedule that single reductions lead to.
    package mutating func shrunk(_ schedule: Schedule) async -> Schedule {
        var current = schedule
        if await stillFails(current.trimmed) { current = current.trimmed }
        var hasChanged = true
        while hasChanged, trials < Self.maximumTrials, !Task.isCancelled {
            hasChanged = false
            for candidate in Self.reductions(of: current) where await stillFails(candidate) {
                current = candidate
                hasChanged = true
                break
            }
        }
        return current
    }

    private mutating func stillFails(_ schedule: Schedule) async -> Bool {
        guard trials < Self.maximumTrials, !schedule.steps.isEmpty, tried.insert(schedule).inserted else {
            return false
        }
        trials += 1
        return await fails(schedule)
    }

    /// Returns the schedules that are simpler than a schedule by one change, the simplest first.
    static func reductions(of schedule: Schedule) -> [Schedule] {
        var candidates: [Schedule] = []
        let steps = schedule.steps
        // Halves of the list, then single steps.
        if steps.count > 3 {
            candidates.append(Schedule(Array(steps[(steps.count / 2)...])))
            candidates.append(Schedule(Array(steps[..<(steps.count / 2)])))
        }
        for index in steps.indices.reversed() where steps.count > 1 {
            var shorter = schedule
            shorter.steps.remove(at: index)
            candidates.append(shorter)
        }
        for index in steps.indices {
            func add(_ change: (inout Schedule.Step) -> Void) {
                var simpler = schedule
                change(&simpler.steps[index])
                candidates.append(simpler.trimmed)
            }
            let actions = steps[index].actions
            if actions.count > 1 { add { $0.actions = [] } }
            for place in actions.indices { add { $0.actions.remove(at: place) } }
            for place in actions.indices {
                for weaker in actions[place].weaker { add { $0.actions[place] = weaker } }
            }
            addSimplerEvents(of: steps[index].event) { event in add { $0.event = event } }
        }
        return candidates
    }

    private static func addSimplerEvents(of event: Schedule.Event, _ add: (Schedule.Event) -> Void) {
        switch event {
        case .call(let call):
            let plain = Schedule.Call(call.operation)
            if call != plain { add(.call(plain)) }
        case .pause(let duration) where duration > .seconds(1): add(.pause(max(.seconds(1), duration / 2)))
        case .pause, .connectivity: break
        }
    }
}
