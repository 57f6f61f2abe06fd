package import Rehearsal

/// The results of one run of a plan with one client.
package struct ContractReport: Sendable {
    package var subject: String
    package var platform: String
    package var transport: String
    package var profile: Plan.Profile
    package var timing: CaseAssertions.Timing
    /// The results in the order of the plan.
    package var results: [ClauseResult]
    /// The rules of the plan, in the order of the report.
    package var rules: [Rule]
    package var notApplicable: [Plan.NotApplicable]
    /// The results of the probes, which send changed replies to fill in the decoding map.
    ///
    /// Probes with findings are also in ``results``.
    package var probes: [ClauseResult] = []
    /// The errors of the run itself, such as an entry for a known failure that has expired or whose clause passes.
    package var errors: [String] = []
    /// The subject's violations of the process protocol that do not belong to one clause.
    package var protocolViolations: [String] = []
    package var warnings: [String] = []
    /// The upper bound on the time that the machine adds to a wait; nil if it was not measured.
    package var overhead: Duration?
    package var elapsed: Duration = .zero
    /// The start in milliseconds since 1970; nil if it is unknown.
    package var startedAt: Int64?
    /// The arguments of the command that repeats the run, without the options that select clauses.
    package var command: [String] = []
    /// The redaction of secrets in the report. Each run has its own salt.
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

    /// Returns the number of clauses whose verdict has this name.
    package func count(_ name: String) -> Int {
        name == "notApplicable" ? notApplicable.count : results.count { $0.verdict.name == name }
    }

    /// The results with the verdict `fail`, in the order of the plan. Blocked and known failures are not among them.
    package var failures: [ClauseResult] { results.filter { $0.verdict == .fail } }
}
