import Rehearsal

/// A list of steps that exercise a client, with the treatment of the requests that arrive during each step.
package struct Schedule: Sendable, Hashable {
    package var steps: [Step]

    package init(_ steps: [Step] = []) { self.steps = steps }

    /// A step of a schedule.
    package struct Step: Sendable, Hashable {
        package var event: Event
        /// The treatment of each request that arrives during the step, in order. Further requests are treated normally.
        package var actions: [ScheduleAction]

        package init(_ event: Event, _ actions: [ScheduleAction] = []) { (self.event, self.actions) = (event, actions) }

        /// The call of the step; nil for another event.
        package var call: Call? { if case .call(let call) = event { call } else { nil } }
    }

    /// The event of a step.
    package enum Event: Sendable, Hashable {
        /// Calls of an operation.
        case call(Call)
        /// A time without a call.
        case pause(Duration)
    }

    /// Calls of an operation, with its declared arguments.
    package struct Call: Sendable, Hashable {
        package var operation: String
        /// The number of calls. Each call but the first begins when the first request of the one before has arrived.
        package var parallel = 1
        /// Whether the client's network monitor reports no connection during the step.
        package var isOffline = false
        /// Whether the first call is cancelled when its late reply is due.
        package var isCancelled = false
        /// Whether the next step begins when the late reply of the call is due, and the call ends after that step.
        package var isInBackground = false

        package init(
            _ operation: String,
            parallel: Int = 1,
            isOffline: Bool = false,
            isCancelled: Bool = false,
            isInBackground: Bool = false,
        ) {
            (self.operation, self.parallel, self.isOffline) = (operation, parallel, isOffline)
            (self.isCancelled, self.isInBackground) = (isCancelled, isInBackground)
        }

        /// Whether the harness holds a reply to the call until an event other than its end.
        package var needsLateReply: Bool { isCancelled || isInBackground }

        /// Whether the calls overlap each other, or the call overlaps the next step.
        package var overlaps: Bool { parallel > 1 || isInBackground }
    }

    /// The number of calls whose requests may arrive during a step: its own, and those of the step before it in the
    /// background. A call in the background counts twice, because some of its requests arrive during the next step.
    package func concurrency(of step: Int) -> Int {
        let own = steps[step].call.map { $0.isInBackground ? $0.parallel * 2 : $0.parallel } ?? 0
        guard step > 0, let previous = steps[step - 1].call, previous.isInBackground else { return own }
        return own + previous.parallel
    }

    /// The schedule without actions that have no effect, and with those that its calls need.
    ///
    /// Normal actions at the end of a step have no effect. A call that is cancelled or in the background needs a late
    /// reply: the one after its other actions, unless the schedule has another.
    package var normalized: Schedule {
        var schedule = self
        for index in schedule.steps.indices {
            let needsLateReply = schedule.steps[index].call?.needsLateReply ?? false
            if needsLateReply, !schedule.steps[index].actions.contains(.late) {
                schedule.steps[index].actions.append(.late)
            }
            while schedule.steps[index].actions.last == .normal { schedule.steps[index].actions.removeLast() }
        }
        return schedule
    }

    /// Whether no two calls of the schedule overlap, so that the schedule determines the history.
    package var isSequential: Bool {
        steps.allSatisfy { $0.call?.overlaps != true }
    }
}

extension Schedule: CustomStringConvertible {
    /// The schedule in one line: `listNotes [503, reply lost]; pause 2s; createNote, offline`.
    package var description: String { steps.map(\.description).joined(separator: "; ") }
}

extension Schedule.Step: CustomStringConvertible {
    package var description: String {
        let runs = ActionRun.runs(of: actions)
        return runs.isEmpty ? "\(event)" : "\(event) [\(runs.map(\.description).joined(separator: ", "))]"
    }
}

extension Schedule.Event: CustomStringConvertible {
    package var description: String {
        switch self {
        case .call(let call): "\(call)"
        case .pause(let duration): "pause \(duration.scenarioText)"
        }
    }
}

extension Schedule.Call: CustomStringConvertible {
    package var description: String {
        operation + (parallel > 1 ? " × \(parallel)" : "") + (isOffline ? ", offline" : "")
            + (isCancelled ? ", cancelled" : "") + (isInBackground ? ", in background" : "")
    }
}
