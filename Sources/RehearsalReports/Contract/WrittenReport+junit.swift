import Rehearsal
import RehearsalContracts

extension WrittenReport {
    /// The report as JUnit's XML, as continuous integration reads it: a test case for each clause, and one for the run
    /// where something is wrong with that.
    package var junit: String {
        let failed = count(.fail)
        let broken = errors.isEmpty ? 0 : 1
        let skipped = clauses.count { $0.verdict.isSkipped } + notApplicable.count
        let tests = clauses.count + notApplicable.count + broken
        let counts =
            "tests=\"\(tests)\" failures=\"\(failed)\" errors=\"\(broken)\" skipped=\"\(skipped)\" "
            + "time=\"\(elapsed.seconds)\""
        let timestamp = startedAt.map { " timestamp=\"\($0.markup)\"" } ?? ""
        var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites \(counts)>"]
        lines.append("  <testsuite name=\"\("rehearsal verify \(subject)".markup)\"\(timestamp) \(counts)>")
        lines += errorCase + clauses.flatMap(xml) + notApplicable.map(xml)
        lines += ["  </testsuite>", "</testsuites>"]
        return lines.map { $0 + "\n" }.joined()
    }

    private var errorCase: [String] {
        guard let first = errors.first else { return [] }
        return [
            "    <testcase classname=\"\(subject.markup)\" name=\"the run\" time=\"0\">",
            "      <error message=\"\(first.markup)\">\(errors.map(\.markup).joined(separator: "\n"))</error>",
            "    </testcase>",
        ]
    }

    private func xml(_ clause: Clause) -> [String] {
        let head =
            "    <testcase classname=\"\("\(subject).\(clause.rule)".markup)\" name=\"\(clause.id.markup)\" "
            + "time=\"\(clause.took.seconds)\""
        let content = content(clause)
        return content.isEmpty ? [head + "/>"] : [head + ">"] + content + ["    </testcase>"]
    }

    private func content(_ clause: Clause) -> [String] {
        switch clause.verdict {
        case .pass: output(clause.notes)
        case .fail: [failure(clause)]
        case .knownFailure, .flaky:
            [skipped(clause.verdict.kind.title + (clause.knownReason.map { ": \($0)" } ?? ""))]
                + output(clause.findings)
        case .blocked(let rule): [skipped("blocked by \(rule)")] + output(clause.findings)
        case .notApplicable(let reason), .inconclusive(let reason), .notJudged(let reason):
            [skipped("\(clause.verdict.kind.title): \(reason)")] + output(clause.findings + clause.notes)
        }
    }

    private func failure(_ clause: Clause) -> String {
        let rule = rule(clause.rule)
        let lines =
            clause.findings + ["", "\(rule.id) (\(rule.level)): \(rule.statement)", "source: \(rule.source)"]
            + clause.outcomes.map { "client: \($0)" } + (clause.attribution.map { ["sent: \($0)"] } ?? [])
            + clause.timeline + (clause.again.map { ["again: \($0)"] } ?? [])
        let message = clause.findings.joined(separator: "; ").markup
        return "      <failure message=\"\(message)\" type=\"\(rule.id.markup)\">"
            + lines.map(\.markup).joined(separator: "\n") + "</failure>"
    }

    private func skipped(_ message: String) -> String { "      <skipped message=\"\(message.markup)\"/>" }

    private func output(_ lines: [String]) -> [String] {
        lines.isEmpty ? [] : ["      <system-out>\(lines.map(\.markup).joined(separator: "\n"))</system-out>"]
    }

    private func xml(_ item: Plan.NotApplicable) -> String {
        "    <testcase classname=\"\("\(subject).\(item.rule)".markup)\" "
            + "name=\"\("\(item.rule)/\(item.operation)".markup)\" time=\"0\">"
            + "<skipped message=\"\("not applicable: \(item.reason)".markup)\"/></testcase>"
    }
}

extension Verdict {
    /// Whether it says neither that the client is right nor that it is wrong.
    fileprivate var isSkipped: Bool { self != .pass && self != .fail }
}

extension Duration {
    /// `2.100`.
    fileprivate var seconds: String { String(shownInSeconds.dropFirst().dropLast(2)) }
}
