import Rehearsal

/// A reduction of a schedule to a shorter one that fails in the same way.
package struct ScheduleShrinker {
    /// The maximum number of schedules to try.
    private static let maximumTrials = 600

    /// Returns whether a schedule fails in the same way as the original one.
    private let fails: @Sendable (Schedule) async -> Bool
    /// The number of schedules to try at the same time.
    private let parallel: Int
    private var trials = 0
    private var tried: Set<Schedule> = []

    package init(parallel: Int = 1, _ fails: @escaping @Sendable (Schedule) async -> Bool) {
        (self.parallel, self.fails) = (max(1, parallel), fails)
    }

    /// Returns the shortest failing schedule that single reductions lead to.
    package mutating func shrunk(_ schedule: Schedule) async -> Schedule {
        var current = schedule
        if let normalized = await firstFailing([current.normalized]) { current = normalized }
        while !Task.isCancelled, let simpler = await firstFailing(Self.reductions(of: current)) { current = simpler }
        return current
    }

    /// Returns the first candidate that still fails; nil if none does.
    private mutating func firstFailing(_ candidates: [Schedule]) async -> Schedule? {
        var seen = tried
        var new = candidates.filter { !$0.steps.isEmpty && seen.insert($0).inserted }[...]
        while !new.isEmpty, trials < Self.maximumTrials, !Task.isCancelled {
            let batch = new.prefix(min(parallel, Self.maximumTrials - trials))
            new = new.dropFirst(batch.count)
            let failing = await withTaskGroup(of: Int?.self) { [fails] group in
                for index in batch.indices { group.addTask { await fails(batch[index]) ? index : nil } }
                return await group.compactMap(\.self).min()
            }
            // The rest of the batch counts as not tried, so that the result does not depend on the size of a batch.
            let last = failing ?? batch.endIndex - 1
            trials += batch[...last].count
            tried.formUnion(batch[...last])
            if let failing { return batch[failing] }
        }
        return nil
    }

    /// Returns the schedules that are simpler than a schedule by one change, the simplest first.
    static func reductions(of schedule: Schedule) -> [Schedule] {
        let steps = schedule.steps
        var candidates: [Schedule] = []
        // Halves of the list, then single steps.
        if steps.count > 3 {
            candidates.append(Schedule(Array(steps[(steps.count / 2)...])))
            candidates.append(Schedule(Array(steps[..<(steps.count / 2)])))
        }
        for index in steps.indices.reversed() where steps.count > 1 {
            var shorter = schedule
            shorter.steps.remove(at: index)
            candidates.append(shorter)
            // The requests of the removed step, such as a sign-in, can become those of the next one.
            guard index < shorter.steps.count, !shorter.steps[index].actions.isEmpty else { continue }
            for _ in 0..<maximumShift {
                shorter.steps[index].actions.insert(.normal, at: 0)
                candidates.append(shorter)
            }
        }
        for index in steps.indices.dropLast() {
            if let merged = merged(schedule, at: index) { candidates.append(merged) }
        }
        for index in steps.indices {
            for simpler in simplerSteps(steps[index]) {
                var candidate = schedule
                candidate.steps[index] = simpler
                candidates.append(candidate.normalized)
            }
        }
        return candidates
    }

    /// Returns a schedule with a plain call in place of two steps, whose requests take the actions of both; nil if the
    /// first has no call, or no action can move.
    private static func merged(_ schedule: Schedule, at index: Int) -> Schedule? {
        guard let call = schedule.steps[index].call, !schedule.steps[index + 1].actions.isEmpty else { return nil }
        var shorter = schedule
        let next = shorter.steps.remove(at: index + 1)
        shorter.steps[index].event = .call(Schedule.Call(call.operation))
        shorter.steps[index].actions += next.actions
        return shorter
    }

    /// The maximum number of requests that a removed step leaves to the next one.
    private static let maximumShift = 2

    /// Returns the steps that are simpler than a step by one change of its event, with one action less if its calls
    /// overlap, or by one or two of its actions.
    private static func simplerSteps(_ step: Schedule.Step) -> [Schedule.Step] {
        var simpler: [Schedule.Step] = []
        func add(_ change: (inout Schedule.Step) -> Void) {
            var changed = step
            change(&changed)
            simpler.append(changed)
        }
        let actions = step.actions
        // Plain calls first: calls that overlap do not fail each time, so that fewer reductions succeed.
        addSimplerEvents(of: step.event) { event in
            add { $0.event = event }
            // A plain call has no request for the action of another call.
            guard let call = step.call, call.parallel > 1 else { return }
            for place in actions.indices {
                add { step in
                    step.event = event
                    step.actions.remove(at: place)
                }
            }
        }
        if actions.count > 1 { add { $0.actions = [] } }
        // A late reply that the call needs would be added again.
        let needed = step.call?.needsLateReply == true ? actions.firstIndex(of: .late) : nil
        for place in actions.indices where place != needed { add { $0.actions.remove(at: place) } }
        for place in actions.indices where place != needed {
            for weaker in actions[place].weaker { add { $0.actions[place] = weaker } }
        }
        // A definite failure instead of the failures until the client gives up.
        for place in actions.indices.dropLast() where actions[place] != .normal {
            add { step in
                step.actions.removeSubrange(place...)
                step.actions.append(.status(404))
            }
        }
        for first in actions.indices {
            for second in actions.indices where second > first {
                add { step in
                    step.actions.remove(at: second)
                    step.actions.remove(at: first)
                }
                if actions[first] != .normal, actions[second] != .normal {
                    add { ($0.actions[first], $0.actions[second]) = (.normal, .normal) }
                }
            }
        }
        return simpler
    }

    private static func addSimplerEvents(of event: Schedule.Event, _ add: (Schedule.Event) -> Void) {
        switch event {
        case .call(let call):
            let plain = Schedule.Call(call.operation)
            if call != plain { add(.call(plain)) }
        case .pause(let duration) where duration > .seconds(1): add(.pause(max(.seconds(1), duration / 2)))
        case .pause: break
        }
    }
}
