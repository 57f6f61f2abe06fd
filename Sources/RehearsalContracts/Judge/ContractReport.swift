package import Rehearsal

/// The results of a run with a client.
package struct ContractReport: Sendable {
    package var subject: String
    package var platform: String
    package var transport: String
    package var profile: Plan.Profile
    package var timing: CaseAssertions.Timing
    /// The results in the order of the plan.
    package var results: [ClauseResult]
    /// The rules that the client must follow, in the order of reports.
    package var rules: [Rule]
    package var notApplicable: [Plan.NotApplicable]
    /// The results for the decoding map only; those with findings are among ``results`` too.
    package var probes: [ClauseResult] = []
    /// The errors of the run itself: a pattern without a match, or a known failure that passes.
    package var errors: [String] = []
    /// The protocol violations of the subject that belong to no clause; some clauses may then be unjudged.
    package var protocolViolations: [String] = []
    package var warnings: [String] = []
    /// The measured overhead of a wait (E).
    package var overhead: Duration?
    package var elapsed: Duration = .zero
    /// The start in milliseconds since 1970; nil if it is unknown.
    package var startedAt: Int64?
    /// The words of the command that repeats the run, without those that select clauses.
    package var command: [String] = []
    /// The redaction of secrets in everything that is shown, with a salt for each run.
    package var redaction = Redaction(salt: 0)

    package init(_ plan: Plan, profile: Plan.Profile, timing: CaseAssertions.Timing, _ results: [ClauseResult]) {
        (subject, platform, transport) = (plan.declaration.name, plan.declaration.platform, plan.declaration.transport)
        (self.profile, self.timing) = (profile, timing)
        // A probe without findings does not count as passed.
        self.results = results.filter { !$0.isProbe || !$0.findings.isEmpty }
        probes = results.filter(\.isProbe)
        notApplicable = plan.notApplicable
        rules = plan.rules
    }

    /// Returns the number of clauses with the verdict of this name.
    package func count(_ name: String) -> Int {
        name == "notApplicable" ? notApplicable.count : results.count { $0.verdict.name == name }
    }

    /// The clauses that fail on their own account, in order.
    package var failures: [ClauseResult] { results.filter { $0.verdict == .fail } }
}
