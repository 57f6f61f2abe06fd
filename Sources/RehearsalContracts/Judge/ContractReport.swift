package import Rehearsal

/// What a run has found out about a client.
package struct ContractReport: Sendable {
    package var subject: String
    package var platform: String
    package var transport: String
    package var profile: Plan.Profile
    package var timing: Examination.Timing
    /// In the order of the plan.
    package var results: [ClauseResult]
    /// What the client was held to, in the order in which reports list it.
    package var rules: [Rule]
    package var notApplicable: [Plan.NotApplicable]
    /// What was tried for the decoding map only; what it found stands among the results too.
    package var probes: [ClauseResult] = []
    /// What is wrong with the run itself: a pattern that matches nothing, what is known to fail and passes.
    package var errors: [String] = []
    /// How the subject broke the protocol where that belongs to no clause; then not everything could be judged.
    package var breaches: [String] = []
    package var warnings: [String] = []
    /// What a wait may be longer than it was meant to be (E).
    package var overhead: Duration?
    package var elapsed: Duration = .zero
    /// Milliseconds since 1970; nil if nobody looked at the clock.
    package var startedAt: Int64?
    /// What repeats the run: the words of the command, without what selects clauses.
    package var command: [String] = []
    /// Takes the secrets out of everything that is shown; with a salt of its own for each run.
    package var redaction = Redaction(salt: 0)

    package init(_ plan: Plan, profile: Plan.Profile, timing: Examination.Timing, _ results: [ClauseResult]) {
        (subject, platform, transport) = (plan.declaration.name, plan.declaration.platform, plan.declaration.transport)
        (self.profile, self.timing) = (profile, timing)
        // What was tried for the map only is no pass where it found nothing.
        self.results = results.filter { !$0.isProbe || !$0.findings.isEmpty }
        probes = results.filter(\.isProbe)
        notApplicable = plan.notApplicable
        rules = plan.rules
    }

    /// How many clauses came to a verdict of that name.
    package func count(_ name: String) -> Int {
        name == "notApplicable" ? notApplicable.count : results.count { $0.verdict.name == name }
    }

    /// What failed of itself, in order.
    package var failures: [ClauseResult] { results.filter { $0.verdict == .fail } }
}
