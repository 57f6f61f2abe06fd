import Rehearsal

/// The result of a search for schedules under which a client violates a property.
package struct ExplorationReport: Sendable, Hashable {
    /// The name of the contract.
    package var subject: String
    /// The seed, which determines the order of the schedules.
    package var seed: UInt64
    package var progress = Progress()
    /// The findings, each with the shortest schedule that was found for it.
    package var findings: [ExplorationFinding] = []
    /// The findings that did not reproduce in every run.
    package var flaky: [FlakyFinding] = []
    /// The methods and paths of the requests to paths that the model backend does not have: `GET /flags`.
    package var undeclaredRequests: [String] = []
    /// The error that ended the search early; nil if none did.
    package var problem: String?
    /// The number of schedules until the first finding; nil without a finding.
    package var schedulesToFirst: Int?
    /// The identifiers of the properties that were checked.
    package var checked: [String] = []
    /// The properties that do not apply to the client.
    package var notApplicable: [InapplicableProperty] = []

    package init(subject: String, seed: UInt64) { (self.subject, self.seed) = (subject, seed) }

    /// The maximum number of ``undeclaredRequests``.
    private static let maximumUndeclaredRequests = 20

    /// Adds requests to paths that the model backend does not have, each of them once.
    package mutating func add(undeclaredRequests requests: [String]) {
        for request in requests where !undeclaredRequests.contains(request) {
            guard undeclaredRequests.count < Self.maximumUndeclaredRequests else { return }
            undeclaredRequests.append(request)
        }
    }

    /// The state of a search.
    package struct Progress: Sendable, Hashable {
        package var schedules = 0
        /// The number of different behaviors that the client has shown.
        package var behaviors = 0
        package var findings = 0
        /// The number of schedules that no property could judge, because the history is not complete.
        package var inconclusive = 0
        package var elapsed = Duration.zero

        package init() {}

        /// The number of schedules in a second.
        package var rate: Double { Double(schedules) / max(0.001, elapsed / .seconds(1)) }
    }

    /// A finding that did not reproduce in every run.
    package struct FlakyFinding: Sendable, Hashable {
        package var finding: ExplorationFinding
        /// The number of runs in which the schedule failed.
        package var failed: Int
        package var runs: Int

        package init(_ finding: ExplorationFinding, failed: Int, runs: Int) {
            (self.finding, self.failed, self.runs) = (finding, failed, runs)
        }

        /// Creates a finding that did not reproduce in every run; nil if it can come from a delay of the machine.
        ///
        /// On a virtual clock, the time can advance although the machine has only delayed the client. A finding that
        /// shows in a run with such a delay, and in no further run, proves nothing.
        ///
        /// - Parameter wasDelayed: whether the virtual clock can have advanced during a delay in the finding's run.
        package init?(_ finding: ExplorationFinding, failed: Int, runs: Int, wasDelayed: Bool) {
            guard failed > 0 || !wasDelayed else { return nil }
            self.init(finding, failed: failed, runs: runs)
        }
    }

    /// A property that does not apply to the client.
    package struct InapplicableProperty: Sendable, Hashable {
        /// The identifier of the property.
        package var property: String
        package var reason: String

        package init(property: String, reason: String) { (self.property, self.reason) = (property, reason) }
    }
}

/// A violation of a property by a client, and the schedule that shows it.
package struct ExplorationFinding: Sendable, Hashable {
    /// The identifier of the property: `PROP-03`.
    package var property = ""
    /// The property in one sentence.
    package var sentence = ""
    /// The specification or the practice from which the property follows.
    package var source = ""
    /// The violation in one sentence.
    package var violation = ""
    /// The index of the step in which the violation shows. Indices after the last step check the recovery.
    package var step = 0
    /// The operation in whose call the violation shows; empty for a step without a call.
    package var operation = ""
    package var schedule = Schedule()
    /// The events of the history, up to the violation.
    package var events: [HistoryEvent] = []

    package init() {}

    /// Creates the finding of a violation in a history.
    package init(_ property: Property, _ violation: Property.Violation, _ schedule: Schedule, _ history: History) {
        (self.property, sentence, source) = (property.id, property.sentence, property.source)
        (self.violation, step, self.schedule) = (violation.sentence, violation.step, schedule)
        operation = history.operation(of: violation)
        events = history.events(showing: violation)
    }

    /// Whether the violation shows in a step that follows those of the schedule.
    package var isAfterSchedule: Bool { step >= schedule.steps.count }

    /// The contents of a file that repeats the schedule.
    package func file(for subject: String) -> ScheduleFile {
        ScheduleFile(subject: subject, property: property, finding: violation, schedule)
    }
}

extension History {
    /// The name of the operation in whose step a violation shows; empty for a step without a call.
    package func operation(of violation: Property.Violation) -> String {
        steps.indices.contains(violation.step) ? steps[violation.step].call?.operation ?? "" : ""
    }
}
