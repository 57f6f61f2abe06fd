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
        /// A change of the connectivity that the client's network monitor reports.
        case connectivity(Bool)
    }

    /// Calls of an operation, with its declared arguments.
    package struct Call: Sendable, Hashable {
        package var operation: String
        /// The number of calls that begin at the same time.
        package var parallel = 1
        /// Whether the first call is cancelled when a request has arrived for each action, or for the first late reply.
        package var isCancelled = false
        /// Whether the next step begins when the first request of the call has arrived, without waiting for its end.
        package var isInBackground = false

        package init(
            _ operation: String,
            parallel: Int = 1,
            isCancelled: Bool = false,
            isInBackground: Bool = false,
        ) {
            (self.operation, self.parallel) = (operation, parallel)
            (self.isCancelled, self.isInBackground) = (isCancelled, isInBackground)
        }
    }

    /// The number of actions other than ``ScheduleAction/normal``.
    package var faultCount: Int { steps.reduce(0) { $0 + $1.actions.count { $0 != .normal } } }

    /// The number of calls whose requests may arrive during a step: its own, and those of the step before it in the
    /// background. A call in the background counts twice, because some of its requests arrive during the next step.
    package func concurrency(of step: Int) -> Int {
        let own = steps[step].call.map { $0.isInBackground ? $0.parallel * 2 : $0.parallel } ?? 0
        guard step > 0, let previous = steps[step - 1].call, previous.isInBackground else { return own }
        return own + previous.parallel
    }

    /// Returns the schedule without actions that have no effect: the normal ones at the end of a step.
    package var trimmed: Schedule {
        var schedule = self
        for index in schedule.steps.indices {
            while schedule.steps[index].actions.last == .normal { schedule.steps[index].actions.removeLast() }
        }
        return schedule
    }
}

extension Schedule: CustomStringConvertible {
    /// The schedule in one line: `listNotes [503, reply lost]; pause 2s; offline; createNote`.
    package var description: String { steps.map(\.description).joined(separator: "; ") }
}

extension Schedule.Step: CustomStringConvertible {
    package var description: String {
        actions.isEmpty ? "\(event)" : "\(event) [\(actions.map(\.description).joined(separator: ", "))]"
    }
}

extension Schedule.Event: CustomStringConvertible {
    package var description: String {
        switch self {
        case .call(let call): "\(call)"
        case .pause(let duration): "pause \(duration.scenarioText)"
        case .connectivity(let isOnline): isOnline ? "online" : "offline"
        }
    }
}

extension Schedule.Call: CustomStringConvertible {
    package var description: String {
        operation + (parallel > 1 ? " × \(parallel)" : "") + (isCancelled ? ", cancelled" : "")
            + (isInBackground ? ", in background" : "")
    }
}
