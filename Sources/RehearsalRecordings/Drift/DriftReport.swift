package import Rehearsal

/// The differences between a backend and its recording, grouped by request.
package struct DriftReport: Sendable {
    /// The path of the recording.
    package var recording: String
    /// The URL of the backend; nil if only the recording is checked, against an API document.
    package var backend: String?
    /// The compared requests, in the order of the recording.
    package var requests: [Request] = []
    /// The differences from an API document; nil without a document.
    package var contract: ContractFindings?

    package init(recording: String, backend: String?) { (self.recording, self.backend) = (recording, backend) }

    /// The result for one recorded request.
    package struct Request: Sendable {
        /// The method and target, such as `GET /users?page=2`.
        package var title: String
        /// The file and line of the recorded exchange, such as `Recordings/users.har:120`.
        package var location: String
        package var changes: [DriftChange] = []
        /// The reason why the request was not sent; nil if it was sent.
        package var skipReason: String?
        /// The media type of a body that was not compared; nil if there is none.
        package var uncompared: String?

        package init(
            _ title: String,
            location: String,
            changes: [DriftChange] = [],
            skipReason: String? = nil,
            uncompared: String? = nil,
        ) {
            (self.title, self.location, self.changes) = (title, location, changes)
            (self.skipReason, self.uncompared) = (skipReason, uncompared)
        }
    }

    /// Whether any response has changed.
    package var hasDrifted: Bool { requests.contains { !$0.changes.isEmpty } }
    /// Whether any request was sent.
    package var hasComparedRequests: Bool { requests.contains { $0.skipReason == nil } }
    /// Whether the backend responded to at least one request.
    package var isBackendReachable: Bool {
        !requests.filter { $0.skipReason == nil }.allSatisfy { $0.changes.first?.kind == .noAnswer }
    }

    /// The summary, such as `3 of 12 requests have drifted (5 changes), 2 left out`.
    package var headline: String {
        let sent = requests.filter { $0.skipReason == nil }
        let drifted = sent.filter { !$0.changes.isEmpty }
        let changes = drifted.reduce(0) { $0 + $1.changes.count }
        let skippedCount = requests.count - sent.count
        let first =
            drifted.isEmpty
            ? "no drift in \(sent.count.counted("request"))"
            : "\(drifted.count) of \(sent.count) requests have drifted (\(changes.counted("change")))"
        let note = uncompared.isEmpty ? "" : ", \(uncompared.count.counted("body")) not compared"
        return first + (skippedCount > 0 ? ", \(skippedCount) left out" : "") + note
    }

    private var uncompared: [String] { requests.compactMap(\.uncompared) }

    /// The note on bodies that were not compared, with their media types; nil if all bodies were compared.
    package var uncomparedNote: String? {
        guard !uncompared.isEmpty else { return nil }
        let isOne = uncompared.count == 1
        let types = Set(uncompared).sorted().joined(separator: ", ")
        return "\(uncompared.count.counted("body")) \(isOne ? "was" : "were") not compared (\(types)): "
            + "only \(isOne ? "its" : "their") status, media type and headers were compared"
    }
}

extension DriftReport {
    /// Returns the report as lines for a terminal.
    package func lines(_ style: TerminalStyle = .plain) -> [String] {
        let isRed = backend == nil ? contract?.hasViolations ?? false : hasDrifted
        let first: StyledText = isRed ? "\(.red, title)" : "\(.green, title)"
        let skipped = requests.compactMap { request in
            request.skipReason.map { "\(request.title): \($0)" as StyledText }
        }
        return ReportDocument(
            head: ["\(.bold, first)", "\(.dim, subject)"],
            sections: sections + (uncomparedNote.map { [ReportDocument.Section("\(.yellow, $0)")] } ?? [])
                + ReportDocument.Section.list("left out", skipped) + contractSections
        ).lines(style)
    }

    /// The summary of the comparison; without a backend, that of the check against an API document.
    private var title: String { backend == nil ? contract?.headline ?? headline : headline }

    private var contractSections: [ReportDocument.Section] { contract?.sections(isTitled: backend != nil) ?? [] }

    /// The recording, and the backend if there is one.
    private var subject: String { backend.map { "\(recording) against \($0)" } ?? recording }

    /// The sections of the report, one for each request with differences.
    private var sections: [ReportDocument.Section] {
        requests.filter { !$0.changes.isEmpty }.map { request in
            ReportDocument.Section(
                "\(.bold, request.title)",
                sourceLocation: request.location,
                items: request.changes.map { "\($0.description)" }
            )
        }
    }

    /// The report as one JSON object.
    package var json: JSON {
        [
            "event": "drift", "recording": .string(recording), "backend": .text(backend),
            "drifted": .bool(hasDrifted), "summary": .string(title),
            "notCompared": .text(uncomparedNote),
            "requests": .array(requests.map(\.json)), "contract": contract?.json ?? .null,
        ]
    }

    /// The report in Markdown, for a pull request comment or a job summary.
    package var markdown: String {
        let heading = backend == nil ? Markdown.escaped(title) : headline
        let subject = backend.map { "`\(recording)` against `\($0)`" } ?? "`\(recording)`"
        var lines = ["### \(heading)", "", subject] + sections.flatMap { $0.markdown() }
        if let uncomparedNote { lines += ["", Markdown.escaped(uncomparedNote)] }
        lines += contractSections.flatMap { $0.markdown() }
        return lines.map { $0 + "\n" }.joined()
    }
}

extension DriftReport.Request {
    fileprivate var json: JSON {
        let remarks = [("skipped", skipReason), ("notCompared", uncompared)].compactMap { name, text in
            text.map { JSON.Member(name, .string($0)) }
        }
        return .object(
            [JSON.Member("request", .string(title)), JSON.Member("place", .string(location))] + remarks
                + [JSON.Member("changes", .array(changes.map(\.json)))]
        )
    }
}

extension DriftChange {
    fileprivate var json: JSON {
        [
            "kind": .string(kind.rawValue), "place": .string(path), "was": .text(recorded), "now": .text(current),
            "says": .string(description),
        ]
    }
}
