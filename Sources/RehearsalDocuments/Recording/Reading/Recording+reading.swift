import Rehearsal

extension Recording {
    /// Reads a HAR 1.2 document of a browser, a proxy or this package.
    ///
    /// - Parameters:
    ///   - exact: whether to keep `Date`, cookies and recorded origins unchanged.
    ///   - today: the day that replaces the day of recording, in days since 1970; nil leaves dates unchanged.
    ///   - diagnostics: the array that receives the errors and warnings.
    /// - Returns: nil if the file is not a HAR, or if there is any error.
    package static func read(
        _ source: SourceText,
        exact: Bool,
        today: Int? = nil,
        diagnostics: inout [Diagnostic],
    ) -> Recording? {
        read(source, exact: exact, today: today, root: nil, diagnostics: &diagnostics)
    }

    /// Reads a HAR 1.2 document whose bodies may be in files below a folder.
    package static func read(
        _ source: SourceText,
        exact: Bool,
        today: Int?,
        root: ScenarioRoot?,
        diagnostics: inout [Diagnostic],
    ) -> Recording? {
        guard source.bytes.count <= sizeLimit else {
            let size = "\(source.bytes.count >> 20) MiB"
            diagnostics.append(
                Diagnostic(
                    .error,
                    .tooLarge,
                    path: source.path,
                    message: "the file has \(size); the limit for a recording is \(sizeLimit >> 20) MiB",
                    hint: "export fewer exchanges, or omit the bodies of images and videos"
                )
            )
            return nil
        }
        let source = repaired(source, diagnostics: &diagnostics)
        guard let document = source.document(options: .allowsByteOrderMark, diagnostics: &diagnostics) else {
            return nil
        }
        let reader = HARReader(source: source, today: today, root: root)
        defer { diagnostics += reader.diagnostics }
        guard let list = reader.entries(document.root) else { return nil }
        var recording = Recording()
        var values: [HARValue] = []
        for value in list {
            guard let entry = HAREntry(value, isExact: exact)?.entry else { continue }
            recording.entries.append(entry)
            values.append(value)
        }
        if let shared = recording.sharedTarget { values[shared.entry].warn(.conflict, shared.message) }
        recording.files = reader.files
        if reader.hasErrors { return nil }
        if !exact { recording.rewriteOrigins() }
        return recording
    }

    /// Returns the document. An incomplete last exchange is removed and reported.
    package static func repaired(_ source: SourceText, diagnostics: inout [Diagnostic]) -> SourceText {
        guard source.bytes.starts(with: HARText.head.utf8), let complete = HARRepair.repaired(source.bytes),
            complete.count != source.bytes.count
        else { return source }
        let message = "the last exchange was cut off during recording, and is skipped"
        let hint = "to repair the file, continue the recording, or run rehearsal inspect --normalize"
        diagnostics.append(Diagnostic(.warning, .syntax, path: source.path, message: message, hint: hint))
        return SourceText(path: source.path, bytes: complete)
    }

    /// The first entry whose method and URL were recorded at an earlier host as well, with a message.
    private var sharedTarget: (entry: Int, message: String)? {
        let hosts = RecordedHosts(entries)
        guard let index = hosts.firstShared else { return nil }
        let entry = entries[index]
        let target = "\(entry.method) \(entry.target.path)"
        let location = "below \(hosts.paths[entry.origin] ?? "/") and to requests with its Host"
        let rule = "\(hosts.owner(of: entry)) answers at /; \(entry.origin) answers \(location)"
        return (index, "\(target) was recorded at two hosts: \(rule)")
    }

    /// Sets every reply to replace a recorded origin by the origin of the server, followed by the path of the host.
    private mutating func rewriteOrigins() {
        let paths = RecordedHosts(entries).paths
        var origins: [String] = []
        for entry in entries where !origins.contains(entry.origin) { origins.append(entry.origin) }
        let recorded = origins.map { Scenario.Reply.RecordedOrigin($0, path: paths[$0] ?? "") }
        for index in entries.indices { entries[index].reply.recordedOrigins = recorded }
    }
}
