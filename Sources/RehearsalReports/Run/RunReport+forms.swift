package import Rehearsal
import RehearsalDocuments

/// An output format of a run report.
package enum RunReportFormat: String, Sendable, Hashable, CaseIterable {
    case text, json, junit, markdown

    /// Returns the report in this format.
    package func text(of report: RunReport) -> String {
        switch self {
        case .text: report.lines.map { $0 + "\n" }.joined()
        case .json: String(decoding: report.json.bytes(pretty: true), as: UTF8.self) + "\n"
        case .junit: JUnitSuite(report).text
        case .markdown: report.markdown
        }
    }
}

/// A location in a source file, parsed from `file:line` or `file:line:column`.
struct SourceLocation: Sendable, Hashable {
    var file: String
    var line: Int?

    init(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let line = Int(text[text.index(after: colon)...]) else {
            file = text
            return
        }
        (file, self.line) = (String(text[..<colon]), line)
        // The location of a rule in an API document has a column too.
        if let colon = file.lastIndex(of: ":"), let line = Int(file[file.index(after: colon)...]) {
            (file, self.line) = (String(file[..<colon]), line)
        }
    }
}

extension RunReport {
    /// A checked item of the run: an expectation, the command, or the journal.
    struct Case: Sendable {
        var title: String
        /// The location of the expectation, `file:line`.
        var place: String?
        /// The failures; empty if the case passed.
        var failures: [Failure] = []
    }

    /// A failure of a case.
    struct Failure: Sendable {
        /// The rule: `count`, `command`, `journal`.
        var kind: String
        var message: String
        /// The requests that show the failure, one line each.
        var details: [String] = []
    }

    /// The expectations in order, then the command, and then the journal if it dropped exchanges.
    var cases: [Case] {
        let expected = judgement.items.map { item in
            Case(title: item.title.printable, place: item.sourceLocation, failures: item.findings.map(failure))
        }
        let failures = commandFailure.map { [Failure(kind: "command", message: $0.printable)] } ?? []
        let journal = journalLossNotice.map { notice in
            let failure = Failure(kind: "journal", message: notice)
            return Case(title: "journal: no exchange is dropped", failures: [failure])
        }
        return expected + [Case(title: "command: \(shownCommand)", failures: failures)] + (journal.map { [$0] } ?? [])
    }

    private func failure(_ finding: Journal.Finding) -> Failure {
        Failure(
            kind: finding.rule.rawValue,
            message: finding.description.printable,
            details: requestLines(finding).map { String($0.drop { $0 == " " }).printable }
        )
    }

    /// Returns the requests that show a finding, one line each.
    private func requestLines(_ finding: Journal.Finding) -> [Substring] {
        // The first line contains the location and the message.
        Array(finding.text(since: judgement.startedAt, judgement.redaction).split(separator: "\n").dropFirst())
    }

    /// The report in Markdown: the verdict, a table of expectations, and the failures.
    package var markdown: String {
        let rows = cases.map { item in
            (
                title: item.failures.isEmpty ? "✅" : "❌",
                cells: [Markdown.escaped(item.title), Markdown.escaped(item.place ?? "")]
            )
        }
        let failures = cases.flatMap { item in
            item.failures.flatMap { failure in
                [[item.place, failure.message].compactMap { $0 }.joined(separator: ": ")]
                    + failure.details.map { "    " + $0 }
            }
        }
        let lines =
            ["### \(Markdown.escaped(scenario)): \(Markdown.escaped(verdict))", ""]
            + Markdown.table(["expectation", "location"], rows)
            + (failures.isEmpty ? [] : [""] + Markdown.fenced(failures))
        return lines.map { $0 + "\n" }.joined()
    }

    /// The annotations for GitHub Actions, at most ten.
    ///
    /// Unmet expectations precede the failure of the command, because they are often its cause.
    package var annotations: [Annotation] {
        let findings = judgement.findings.map { finding in
            let place = finding.sourceLocation.map(SourceLocation.init)
            let message = ([finding.description] + requestLines(finding).map { String($0) }).map(\.printable)
            return Annotation(file: place?.file, line: place?.line, message: message.joined(separator: "\n"))
        }
        return Array((findings + errors.map { Annotation(message: $0.printable) }).prefix(Annotation.maxPerStep))
    }
}
