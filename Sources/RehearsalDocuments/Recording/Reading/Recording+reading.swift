import Rehearsal

extension Recording {
    /// Reads a HAR 1.2 document, as browsers, proxies and this package write it.
    ///
    /// - Parameters:
    ///   - exact: Keeps `Date` and cookies as they were recorded, and leaves the recorded origin where it stands.
    ///   - today: The day that the day of recording becomes, in days since 1970; nil leaves dates as they are.
    ///   - diagnostics: Takes everything there is to say about the file, warnings included.
    /// - Returns: nil if the file is no HAR or anything in it is wrong.
    package static func read(
        _ source: SourceText,
        exact: Bool,
        today: Int? = nil,
        diagnostics: inout [Diagnostic],
    ) -> Recording? {
        read(source, exact: exact, today: today, root: nil, diagnostics: &diagnostics)
    }

    /// As above, with the bodies that are in files below a folder.
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
                    message: "\(size) are too many: a recording may have \(sizeLimit >> 20) MiB",
                    hint: "export fewer exchanges, or leave the bodies of images and videos out"
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

    /// Without an exchange that was cut off while it was written, which is said.
    package static func repaired(_ source: SourceText, diagnostics: inout [Diagnostic]) -> SourceText {
        guard source.bytes.starts(with: HARText.head.utf8), let whole = HARRepair.whole(source.bytes),
            whole.count != source.bytes.count
        else { return source }
        let message = "the last exchange was cut off while it was recorded, and is left out"
        let hint = "record on, or run rehearsal inspect --normalize, to put the file right"
        diagnostics.append(Diagnostic(.warning, .syntax, path: source.path, message: message, hint: hint))
        return SourceText(path: source.path, bytes: whole)
    }

    /// The first entry whose method and URL another host has as well, and what to know of it.
    private var sharedTarget: (entry: Int, message: String)? {
        let hosts = RecordedHosts(entries)
        guard let index = hosts.firstShared else { return nil }
        let entry = entries[index]
        let target = "\(entry.method) \(entry.target.path)"
        let place = "below \(hosts.paths[entry.origin] ?? "/") and where a request names this host"
        let rule = "\(hosts.owner(of: entry)) answers at /, and \(entry.origin) \(place)"
        return (index, "\(target) was recorded at two hosts: \(rule)")
    }

    /// Lets a server put its own origin, and the path of the host there, in the place of every recorded origin.
    private mutating func rewriteOrigins() {
        let paths = RecordedHosts(entries).paths
        var origins: [String] = []
        for entry in entries where !origins.contains(entry.origin) { origins.append(entry.origin) }
        let recorded = origins.map { Scenario.Reply.RecordedOrigin($0, path: paths[$0] ?? "") }
        for index in entries.indices { entries[index].reply.recordedOrigins = recorded }
    }
}
