import Rehearsal
import RehearsalDocuments

/// An entry that is on disk, as it is with the secrets that are known by now.
struct RevisedEntry {
    let json: JSON
    let files: [(name: String, bytes: [UInt8])]
    /// The names of the files that it was in.
    let oldFiles: [String]

    /// Reads an entry and its bodies; nil where nothing of it changes, or where nobody can read it.
    init?(_ bytes: [UInt8], in file: RecordingFile) {
        let document = Array(HARText.head.utf8) + bytes + Array(HARText.tail.utf8)
        let read = InspectedRecording(SourceText(path: file.place.har, bytes: document))
        guard !read.hasErrors, let found = read.exchanges.first, let exchange = found.recorded,
            let old = try? JSON(parsing: bytes)
        else { return nil }
        let isExact = file.options.isExact
        let redacted = RedactedExchange(exchange, file.redaction, isExact: isExact)
        let clean = redacted.clean
        var name = found.name ?? ""
        if name.isEmpty || file.says(name, exchange, clean) { name = file.names.next(exchange.method, clean.url) }
        let entry = RecordedEntry(redacted, named: name, folder: file.place.folderName, isExact: isExact)
        // When it was, and how long it took, is not what is read of it.
        json = entry.json(day: found.day ?? "").taking(["startedDateTime", "time", "timings"], from: old)
        files = entry.files
        oldFiles = old.files.map { FileName.last(of: $0) }
        if json == old, exchange.url == clean.url, !Self.changes(found, clean) { return nil }
    }

    private static func changes(_ found: InspectedExchange, _ clean: CleanExchange) -> Bool {
        found.requestBody != clean.request.body || found.body != clean.reply?.body ?? []
    }
}

extension JSON {
    /// The same object with the values that another one has under some names.
    fileprivate func taking(_ names: Set<String>, from other: JSON) -> JSON {
        guard case .object(let members) = self else { return self }
        return .object(
            members.map { member in
                guard names.contains(member.name), let value = other[member.name] else { return member }
                return JSON.Member(member.name, value)
            }
        )
    }
}
