import Rehearsal
import RehearsalDocuments
import RehearsalPlatform
import RehearsalRedaction

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The HAR file of an open recording, and the folder with its bodies.
final class OpenRecording {
    private typealias Failure = RecordingWriter.Failure

    let paths: RecordingPaths
    let options: RecordingWriter.Options
    let redaction: RecordingRedaction
    var names: EntryNameGenerator
    private(set) var file: AppendableHARFile?
    private var count = 0
    /// The recording that this one replaces when it closes; nil when appending.
    private let replaced: ExistingRecording?
    private var hasFolder = false
    private(set) var traces = BloomFilterIndex()

    init(_ path: String, options: RecordingWriter.Options) throws(RecordingWriter.Failure) {
        self.options = options
        let isReplacing = options.start == .replacing && FileSystem.isFile(path)
        paths = RecordingPaths(path, isStaged: isReplacing)
        var earlier: ExistingRecording?
        do throws(LockedFile.Failure) {
            try paths.prepare()
            let file = try LockedFile(paths.har)
            if isReplacing {
                earlier = try? ExistingRecording(path)
            } else {
                earlier = try ExistingRecording(repairing: path, file)
            }
            if earlier?.appendProblem == nil || isReplacing {
                self.file = try Self.begin(file, isReplacing ? nil : earlier)
            }
        } catch {
            throw Failure(error.sentence(about: path))
        }
        if let problem = earlier?.appendProblem, !isReplacing { throw Failure(problem) }
        replaced = isReplacing ? earlier : nil
        names = EntryNameGenerator(taken: isReplacing ? [] : Set(earlier?.entries.keys.map { $0 } ?? []))
        let first = options.firstSecret ?? (isReplacing ? 1 : (earlier?.highestSecretNumber ?? 0) + 1)
        redaction = RecordingRedaction(
            taking: options.redactionRules,
            keeping: options.exemptions,
            book: options.knownSecrets ?? SecretRegistry(from: first)
        )
        count = file?.count ?? 0
        if !isReplacing, let earlier, count > 0 { indexExisting(earlier) }
    }

    private static func begin(_ file: LockedFile, _ earlier: ExistingRecording?) throws(LockedFile.Failure)
        -> AppendableHARFile
    {
        guard let earlier, earlier.end > 0 else { return try AppendableHARFile(beginning: file) }
        return AppendableHARFile(file, end: earlier.end, ranges: earlier.ranges)
    }

    func append(
        _ exchange: RecordedExchange,
        named preferredName: String?
    ) throws(RecordingWriter.Failure) -> RecordingWriter.AppendResult {
        try checkOpen()
        return try write(
            RedactedExchange(exchange, redaction, isExact: options.isExact),
            trace: nil,
            named: preferredName
        )
    }

    /// Writes an exchange that was redacted outside the lock. Returns nil if another exchange revealed a secret since.
    func append(
        _ draft: SpeculativeRedaction,
        named preferredName: String?
    ) throws(RecordingWriter.Failure) -> RecordingWriter.AppendResult? {
        try checkOpen()
        guard redaction.registry.adopt(draft.registry, ifStillAt: draft.revision) else { return nil }
        return try write(draft.redacted, trace: draft.filter, named: preferredName)
    }

    private func checkOpen() throws(RecordingWriter.Failure) {
        if file == nil { throw Failure("\(paths.shown) is closed, so no exchange can be recorded") }
    }

    /// - Parameter trace: The Bloom filter of the exchange; nil if it is not yet computed.
    private func write(
        _ redacted: RedactedExchange,
        trace: BloomFilter?,
        named preferredName: String?
    ) throws(RecordingWriter.Failure) -> RecordingWriter.AppendResult {
        let (exchange, clean) = (redacted.exchange, redacted.clean)
        try redactEarlierEntries()
        var name = preferredName.map { revealsSecret($0, exchange, clean) ? "" : $0 } ?? ""
        if !names.reserve(name) { name = names.next(exchange.method, clean.url) }
        let entry = RecordingEntry(redacted, named: name, folder: paths.folderName, isExact: options.isExact)
        for file in entry.files { try writeBody(file.name, file.bytes) }
        let today = TimeFormat.date.text(of: exchange.startedAt)
        let recordedDay = replaced?.day(of: name, matching: { entry.json(day: $0) }, entry.files)
        do throws(LockedFile.Failure) {
            try file?.append([entry.json(day: recordedDay ?? today)])
        } catch {
            throw Failure(error.sentence(about: paths.shown))
        }
        count += 1
        if options.knownSecrets == nil {
            traces.insertNext { block in trace.map { block.insert($0) } ?? block.insert(clean) }
        }
        return RecordingWriter.AppendResult(name: name, path: clean.path, secrets: clean.secrets, remarks: entry.notes)
    }

    func close() throws(RecordingWriter.Failure) {
        guard file != nil else { return }
        // The file stays locked for other processes until every file is in its final place.
        defer { file = nil }
        do throws(LockedFile.Failure) {
            try paths.finish(isEmpty: count == 0, earlier: replaced)
        } catch {
            throw Failure(error.sentence(about: paths.shown))
        }
        file = nil
        if count > 0, options.knownSecrets == nil { try redactFinished() }
    }

    /// Whether the name of an entry contains a secret that was redacted after the name was chosen.
    func revealsSecret(_ name: String, _ exchange: RecordedExchange, _ clean: DecodedExchange) -> Bool {
        redaction.registry.occursInName(by: name)
            || EntryNameGenerator.isDerived(name, exchange.method, of: exchange.url, cleanedTo: clean.url)
    }

    /// Returns a text in which all secrets that are known so far are redacted.
    func withoutSecrets(_ text: String) -> String { redaction.text(text, in: .url) }

    /// Adds the entries of an existing recording to the index.
    private func indexExisting(_ earlier: ExistingRecording) {
        guard let har = try? FileSystem.read(paths.har, limit: Recording.sizeLimit) else { return }
        for (range, files) in zip(earlier.ranges, earlier.filesByEntry) where range.upperBound <= har.count {
            let bodies = files.map { FilePath.join(FilePath.folder(of: paths.har), $0) }
                .compactMap { try? FileSystem.read($0, limit: Recording.sizeLimit) }
            let parts = [Array(har[range])] + bodies
            traces.insertNext { trace in
                for part in parts { trace.insert(decodingsOf: part) }
            }
        }
    }

    /// Uses another file, which replaced the current one on disk, for the next entries.
    func switchFile(in file: AppendableHARFile) { self.file = file }

    func writeBody(_ name: String, _ bytes: [UInt8]) throws(RecordingWriter.Failure) {
        do throws(LockedFile.Failure) {
            if !hasFolder { try paths.prepareFolder() }
            hasFolder = true
            try LockedFile.replace(FilePath.join(paths.folder, name), bytes)
        } catch {
            throw Failure(error.sentence(about: FilePath.join(paths.folder, name)))
        }
    }
}

extension LockedFile.Failure {
    /// Returns a one-line description with the path and a suggestion.
    package func sentence(about path: String) -> String {
        switch self {
        case .isLocked:
            "\(path.quoted) is being recorded by another process: wait until that process ends, or choose another name"
        case .system(let reason): "\(path.quoted) cannot be written: \(reason)"
        }
    }
}

/// Redaction of earlier entries with secrets that a later exchange revealed.
extension OpenRecording {
    /// Redacts earlier entries with the secrets that the next exchange revealed, before that exchange is written.
    ///
    /// Only entries that may contain such a secret, according to the index in memory, are read.
    func redactEarlierEntries() throws(RecordingWriter.Failure) {
        let newSecrets = redaction.registry.takeNewSecrets()
        guard !newSecrets.isEmpty, options.knownSecrets == nil, let file, file.count == traces.count else { return }
        let numbers = traces.entries(mayContain: newSecrets)
        if numbers.isEmpty { return }
        var secretIndex = SecretBloomIndex()
        for secret in newSecrets {
            secretIndex.insert(secret)
            secretIndex.insert(SearchableText.unescaped(secret))
        }
        let affected = numbers.filter { holds(secretIndex, $0, of: file) }
        if affected.isEmpty { return }
        do throws(LockedFile.Failure) {
            try rewrite(affected, of: file)
        } catch {
            throw RecordingWriter.Failure(error.sentence(about: paths.shown))
        }
    }

    /// Whether an entry on disk or one of its bodies contains one of the secrets.
    private func holds(_ secretIndex: SecretBloomIndex, _ number: Int, of file: AppendableHARFile) -> Bool {
        guard let entry = file.entry(number) else { return false }
        let bodies = ((try? JSON(parsing: entry))?.bodyFiles ?? []).compactMap { name in
            try? FileSystem.read(
                FilePath.join(paths.folder, FilePath.lastComponent(of: name)),
                limit: Recording.sizeLimit
            )
        }
        return ([entry] + bodies).flatMap(SearchableText.decodings).contains { !secretIndex.ranges(in: $0).isEmpty }
    }

    /// Checks the finished recording once more, and redacts it again if it contains a known secret.
    func redactFinished() throws(RecordingWriter.Failure) {
        let bodies = FileSystem.names(in: paths.finishedFolder).map { FilePath.join(paths.finishedFolder, $0) }
        guard ([paths.shown] + bodies).contains(where: containsKnownSecret) else { return }
        let recording = InspectedRecording(paths.shown)
        if recording.hasErrors { return }
        var options = options
        options.knownSecrets = redaction.registry
        _ = try recording.normalize(options)
    }

    /// Rewrites some entries. The HAR file and its bodies are consistent even if the process is killed.
    ///
    /// New bodies are written first, then the HAR file. Bodies that the HAR file no longer names are removed last.
    private func rewrite(_ numbers: [Int], of file: AppendableHARFile) throws(LockedFile.Failure) {
        guard let har = try? FileSystem.read(paths.har, limit: Recording.sizeLimit) else { return }
        var revised: [Int: RevisedEntry] = [:]
        for number in numbers where file.ranges[number].upperBound <= har.count {
            revised[number] = RevisedEntry(Array(har[file.ranges[number]]), in: self)
        }
        if revised.isEmpty { return }
        let obsoleteFiles = revised.values.flatMap { entry in
            entry.oldFiles.filter { name in !entry.files.contains { $0.name == name } }
        }
        if !obsoleteFiles.isEmpty, !paths.isStaged { try paths.recordObsolete(leaving: obsoleteFiles) }
        let bodies = revised.values.flatMap(\.files)
        if !bodies.isEmpty { try paths.prepareFolder() }
        for body in bodies {
            try LockedFile.replace(FilePath.join(paths.folder, body.name), body.bytes)
        }
        let new = file.replacing(revised.mapValues(\.json), into: har)
        try LockedFile.replace(paths.har, new.bytes)
        switchFile(in: AppendableHARFile(try LockedFile(paths.har), end: new.end, ranges: new.ranges))
        if !obsoleteFiles.isEmpty { paths.removeObsolete(obsoleteFiles) }
    }

    private func containsKnownSecret(_ file: String) -> Bool {
        guard let bytes = try? FileSystem.read(file, limit: Recording.sizeLimit) else { return false }
        return SearchableText.decodings(of: bytes).contains { !redaction.registry.occurrences(in: $0).isEmpty }
    }
}

/// An entry on disk, redacted again with all secrets that are known now.
struct RevisedEntry {
    let json: JSON
    let files: [(name: String, bytes: [UInt8])]
    /// The names of the body files before the revision.
    let oldFiles: [String]

    /// Reads an entry and its bodies. Returns nil if nothing changes or the entry cannot be parsed.
    init?(_ bytes: [UInt8], in file: OpenRecording) {
        let document = Array(HARText.head.utf8) + bytes + Array(HARText.tail.utf8)
        let read = InspectedRecording(SourceText(path: file.paths.har, bytes: document))
        guard !read.hasErrors, let found = read.exchanges.first, let exchange = found.recorded,
            let old = try? JSON(parsing: bytes)
        else { return nil }
        let isExact = file.options.isExact
        let redacted = RedactedExchange(exchange, file.redaction, isExact: isExact)
        let clean = redacted.clean
        var name = found.name ?? ""
        if name.isEmpty || file.revealsSecret(name, exchange, clean) {
            name = file.names.next(exchange.method, clean.url)
        }
        let entry = RecordingEntry(redacted, named: name, folder: file.paths.folderName, isExact: isExact)
        // The exchange that was read has no exact time and duration, so they are copied from the old entry.
        json = entry.json(day: found.day ?? "").taking(["startedDateTime", "time", "timings"], from: old)
        files = entry.files
        oldFiles = old.bodyFiles.map { FilePath.lastComponent(of: $0) }
        if json == old, exchange.url == clean.url, !Self.changes(found, clean) { return nil }
    }

    private static func changes(_ exchange: InspectedExchange, _ clean: DecodedExchange) -> Bool {
        exchange.requestBody != clean.request.body || exchange.body != clean.reply?.body ?? []
    }
}

extension JSON {
    /// Returns the object with the values of some members replaced by those of another object.
    fileprivate func taking(_ names: Set<String>, from other: JSON) -> JSON {
        names.reduce(self) { json, name in json.replacing(name) { other[name] ?? $0 } }
    }
}
