import Rehearsal

/// One thing that a report counts: an expectation, or the command.
struct ReportCase: Sendable {
    var title: String
    /// Where it is written, `file:line`.
    var place: String?
    /// What is wrong, one line each; empty if it is well.
    var failures: [Failure] = []

    struct Failure: Sendable {
        /// Which rule: `count`, `command`, `journal`.
        var kind: String
        var message: String
        /// The requests that show it, a line each.
        var details: [String] = []
    }
}

extension RunReport {
    /// Each expectation in its order, then the command, then the journal if it has forgotten anything.
    var cases: [ReportCase] {
        var cases = judgement.items.map { item in
            ReportCase(title: item.title.printable, place: item.place, failures: item.findings.map(failure))
        }
        let failures = commandFailure.map { [ReportCase.Failure(kind: "command", message: $0.printable)] }
        cases.append(ReportCase(title: "command: \(shownCommand)", failures: failures ?? []))
        if let forgetfulness {
            let failure = ReportCase.Failure(kind: "journal", message: forgetfulness)
            cases.append(ReportCase(title: "journal: every exchange is kept", failures: [failure]))
        }
        return cases
    }

    private func failure(_ finding: Journal.Finding) -> ReportCase.Failure {
        // Its first line is the place and the message.
        let lines = finding.text(since: judgement.startedAt, judgement.redaction).split(separator: "\n").dropFirst()
        return ReportCase.Failure(
            kind: finding.rule.rawValue,
            message: finding.description.printable,
            details: lines.map { String($0.drop { $0 == " " }).printable }
        )
    }
}
