import Rehearsal

/// The result of a search for schedules under which a client violates a property.
package struct ExplorationReport: Sendable {
    /// The name of the contract.
    package var subject: String
    /// The seed, which determines the order of the schedules.
    package var seed: UInt64
    package var progress = Progress()
    /// The findings, each with the shortest schedule that was found for it.
    package var findings: [ExplorationFinding] = []
    /// The findings that did not reproduce in every run.
    package var flaky: [FlakyFinding] = []
    /// The number of schedules until the first finding; nil without a finding.
    package var schedulesToFirst: Int?
    /// The properties that were checked.
    package var checked: [Property] = []
    /// The properties that do not apply to the client.
    package var notApplicable: [InapplicableProperty] = []

    package init(subject: String, seed: UInt64) { (self.subject, self.seed) = (subject, seed) }

    /// The state of a search.
    package struct Progress: Sendable {
        package var schedules = 0
        /// The number of different behaviors that the client has shown.
        package var behaviors = 0
        package var findings = 0
        package var elapsed = Duration.zero

        package init() {}
    }

    /// A finding that did not reproduce in every run.
    package struct FlakyFinding: Sendable {
        package var finding: ExplorationFinding
        /// The number of runs in which the schedule failed.
        package var failed: Int
        package var runs: Int

        package init(finding: ExplorationFinding, failed: Int, runs: Int) {
            (self.finding, self.failed, self.runs) = (finding, failed, runs)
        }
    }

    /// A property that does not apply to the client.
    package struct InapplicableProperty: Sendable {
        package var property: Property
        package var reason: String

        package init(property: Property, reason: String) { (self.property, self.reason) = (property, reason) }
    }
}
