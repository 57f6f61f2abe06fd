import Testing

/// What is to be said about one backend when a test has ended.
struct BackendReport: Sendable {
    let judgement: Judgement
    private let entries: [Journal.Entry]

    /// Lines of the trace that are repeated with each finding: a test report may show no attachments.
    private static let lastLines = 12

    init(_ judgement: Judgement, _ entries: [Journal.Entry]) {
        self.judgement = judgement
        self.entries = entries
    }

    var isEmpty: Bool { judgement.isMet && judgement.forgotten == 0 }

    /// Each finding with the last lines of the trace.
    var texts: [String] {
        let trace = trace
        var texts = judgement.findings.map { finding in
            ([finding.description] + (finding.place.map { ["    expected in \($0)"] } ?? []) + trace)
                .joined(separator: "\n")
        }
        if judgement.forgotten > 0 {
            texts.append(
                "could not be judged whole: the journal has forgotten \(judgement.forgotten) exchanges; "
                    + "give Backend.Options.journalBytes more than the test needs"
            )
        }
        return texts
    }

    /// Records an issue for each finding, and attaches the whole trace.
    func record(at location: SourceLocation) {
        guard !isEmpty else { return }
        for text in texts { Issue.record(Comment(rawValue: text), sourceLocation: location) }
        let lines = entries.flatMap { $0.line(judgement.redaction) }
        Attachment.record(lines, named: "rehearsal-journal.ndjson", sourceLocation: location)
    }

    private var trace: [String] {
        guard !entries.isEmpty else { return ["    no request has arrived"] }
        let left = entries.count - Self.lastLines
        let lines = entries.suffix(Self.lastLines).map {
            "    " + $0.trace(since: judgement.startedAt, judgement.redaction)
        }
        return (left > 0 ? ["    … \(left) before these:"] : []) + lines
    }
}
