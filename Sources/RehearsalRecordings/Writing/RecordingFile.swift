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
final class RecordingFile {
    private typealias Failure = RecordingWriter.Failure

    let place: RecordingPlace
    let options: RecordingWriter.Options
    let redaction: RecordingRedaction
    var names: EntryName
    private(set) var file: HARFile?
    private var count = 0
    /// The recording that this one replaces when it closes; nil when appending.
    private let before: EarlierRecording?
    private var hasFolder = false
    private(set) var traces = WrittenTraces()

    init(_ path: String, options: RecordingWriter.Options) throws(RecordingWriter.Failure) {
        self.options = options
        let isReplacing = options.start == .replacing && FileSystem.isFile(path)
        place = RecordingPlace(path, isAside: isReplacing)
        var earlier: EarlierRecording?
        do throws(WrittenFile.Failure) {
            try place.prepare()
            let file = try WrittenFile(place.har)
            if isReplacing {
                earlier = try? EarlierRecording(path)
            } else {
                earlier = try EarlierRecording(repairing: path, file)
            }
            if earlier?.problem == nil || isReplacing {
                self.file = try Self.begin(file, isReplacing ? nil : earlier)
            }
        } catch {
            throw Failure(error.sentence(about: path))
        }
        if let problem = earlier?.problem, !isReplacing { throw Failure(problem) }
        before = isReplacing ? earlier : nil
        names = EntryName(taken: isReplacing ? [] : Set(earlier?.entries.keys.map { $0 } ?? []))
        let first = options.firstSecret ?? (isReplacing ? 1 : (earlier?.greatestSecret ?? 0) + 1)
        redaction = RecordingRedaction(
            taking: options.taking,
            keeping: options.keeping,
            book: options.book ?? SecretBook(from: first)
        )
        count = file?.count ?? 0
        if !isReplacing, let earlier, count > 0 { indexExisting(earlier) }
    }

    private static func begin(_ file: WrittenFile, _ earlier: EarlierRecording?) throws(WrittenFile.Failure) -> HARFile
    {
        guard let earlier, earlier.end > 0 else { return try HARFile(beginning: file) }
        return HARFile(file, end: earlier.end, ranges: earlier.ranges)
    }

    func append(
        _ exchange: RecordedExchange,
        named wish: String?
    ) throws(RecordingWriter.Failure) -> RecordingWriter.Written {
        try checkOpen()
        return try write(RedactedExchange(exchange, redaction, isExact: options.isExact), trace: nil, named: wish)
    }

    /// Writes a draft. Returns nil if another exchange revealed a secret after the draft was made.
    func append(
        _ draft: RedactionDraft,
        named wish: String?
    ) throws(RecordingWriter.Failure) -> RecordingWriter.Written? {
        try checkOpen()
        guard redaction.book.adopt(draft.book, ifStillAt: draft.revision) else { return nil }
        return try write(draft.redacted, trace: draft.trace, named: wish)
    }

    private func checkOpen() throws(RecordingWriter.Failure) {
        if file == nil { throw Failure("\(place.shown) is closed: nothing more can be recorded") }
    }

    /// - Parameter trace: The index of the exchange; nil if it is not yet computed.
    private func write(
        _ redacted: RedactedExchange,
        trace: WrittenTrace?,
        named wish: String?
    ) throws(RecordingWriter.Failure) -> RecordingWriter.Written {
        let (exchange, clean) = (redacted.exchange, redacted.clean)
        try takeOutRevealed()
        var name = wish.map { says($0, exchange, clean) ? "" : $0 } ?? ""
        if !names.take(name) { name = names.next(exchange.method, clean.url) }
        let entry = RecordedEntry(redacted, named: name, folder: place.folderName, isExact: options.isExact)
        for file in entry.files { try writeBody(file.name, file.bytes) }
        let today = TimeFormat.date.text(of: exchange.startedAt)
        let known = before?.day(of: name, if: { entry.json(day: $0) }, entry.files)
        do throws(WrittenFile.Failure) {
            try file?.append([entry.json(day: known ?? today)])
        } catch {
            throw Failure(error.sentence(about: place.shown))
        }
        count += 1
        if options.book == nil {
            traces.noteNext { block in trace.map { block.note($0) } ?? block.note(clean) }
        }
        return RecordingWriter.Written(name: name, path: clean.path, secrets: clean.secrets, remarks: entry.remarks)
    }

    func close() throws(RecordingWriter.Failure) {
        guard file != nil else { return }
        // The file stays locked for other processes until every file is in its final place.
        defer { file = nil }
        do throws(WrittenFile.Failure) {
            try place.finish(isEmpty: count == 0, earlier: before)
        } catch {
            throw Failure(error.sentence(about: place.shown))
        }
        file = nil
        if count > 0, options.book == nil { try lookAgain() }
    }

    /// Whether the name of an entry contains a secret that was redacted after the name was chosen.
    func says(_ name: String, _ exchange: RecordedExchange, _ clean: CleanExchange) -> Bool {
        redaction.book.isTold(by: name)
            || EntryName.isMade(name, exchange.method, of: exchange.url, cleanedTo: clean.url)
    }

    /// Returns the text with all secrets redacted that are known so far.
    func withoutSecrets(_ text: String) -> String { redaction.text(text, in: .url) }

    /// Adds the entries of an existing recording to the index.
    private func indexExisting(_ earlier: EarlierRecording) {
        guard let har = try? FileSystem.read(place.har, limit: Recording.sizeLimit) else { return }
        for (range, files) in zip(earlier.ranges, earlier.filesByEntry) where range.upperBound <= har.count {
            let bodies = files.map { FileName.join(FileName.folder(of: place.har), $0) }
                .compactMap { try? FileSystem.read($0, limit: Recording.sizeLimit) }
            let parts = [Array(har[range])] + bodies
            traces.noteNext { trace in
                for part in parts { trace.note(readings: part) }
            }
        }
    }

    /// Continues in a file that replaced the current one.
    func goOn(in file: HARFile) { self.file = file }

    func writeBody(_ name: String, _ bytes: [UInt8]) throws(RecordingWriter.Failure) {
        do throws(WrittenFile.Failure) {
            if !hasFolder { try place.prepareFolder() }
            hasFolder = true
            try WrittenFile.replace(FileName.join(place.folder, name), bytes)
        } catch {
            throw Failure(error.sentence(about: FileName.join(place.folder, name)))
        }
    }
}

extension WrittenFile.Failure {
    /// Returns a one-line description with the path and a suggestion.
    package func sentence(about path: String) -> String {
        switch self {
        case .isWritten: "\(path.quoted) is being recorded by another process: wait for it, or choose another name"
        case .system(let reason): "\(path.quoted) cannot be written: \(reason)"
        }
    }
}

/// Redaction of earlier entries with secrets that a later exchange revealed.
extension RecordingFile {
    /// Redacts earlier entries with the secrets that the next exchange revealed, before that exchange is written.
    ///
    /// Only entries that may contain such a secret, according to the index in memory, are read.
    func takeOutRevealed() throws(RecordingWriter.Failure) {
        let fresh = redaction.book.takeFresh()
        guard !fresh.isEmpty, options.book == nil, let file, file.count == traces.count else { return }
        let numbers = traces.entries(mayHold: fresh)
        if numbers.isEmpty { return }
        var wanted = SecretIndex()
        for secret in fresh {
            wanted.insert(secret)
            wanted.insert(WrittenText.unescaped(secret))
        }
        let holding = numbers.filter { holds(wanted, $0, of: file) }
        if holding.isEmpty { return }
        do throws(WrittenFile.Failure) {
            try rewrite(holding, of: file)
        } catch {
            throw RecordingWriter.Failure(error.sentence(about: place.shown))
        }
    }

    /// Whether an entry on disk or one of its bodies contains one of the secrets.
    private func holds(_ wanted: SecretIndex, _ number: Int, of file: HARFile) -> Bool {
        guard let entry = file.entry(number) else { return false }
        let bodies = ((try? JSON(parsing: entry))?.files ?? []).compactMap { name in
            try? FileSystem.read(FileName.join(place.folder, FileName.last(of: name)), limit: Recording.sizeLimit)
        }
        return ([entry] + bodies).flatMap(WrittenText.readings).contains { !wanted.ranges(in: $0).isEmpty }
    }

    /// Checks the finished recording once more, and redacts it again if it contains a known secret.
    func lookAgain() throws(RecordingWriter.Failure) {
        let bodies = FileSystem.names(in: place.finishedFolder).map { FileName.join(place.finishedFolder, $0) }
        guard ([place.shown] + bodies).contains(where: containsKnownSecret) else { return }
        let recording = InspectedRecording(place.shown)
        if recording.hasErrors { return }
        var options = options
        options.book = redaction.book
        _ = try recording.normalize(options)
    }

    /// Rewrites some entries. The HAR file and the bodies it names stay consistent if the process is killed.
    ///
    /// New bodies are written first, then the HAR file; bodies that it no longer names are removed last.
    private func rewrite(_ numbers: [Int], of file: HARFile) throws(WrittenFile.Failure) {
        guard let har = try? FileSystem.read(place.har, limit: Recording.sizeLimit) else { return }
        var revised: [Int: RevisedEntry] = [:]
        for number in numbers where file.ranges[number].upperBound <= har.count {
            revised[number] = RevisedEntry(Array(har[file.ranges[number]]), in: self)
        }
        if revised.isEmpty { return }
        let leaving = revised.values.flatMap { entry in
            entry.oldFiles.filter { name in !entry.files.contains { $0.name == name } }
        }
        if !leaving.isEmpty, !place.isAside { try place.note(leaving: leaving) }
        let bodies = revised.values.flatMap(\.files)
        if !bodies.isEmpty { try place.prepareFolder() }
        for body in bodies {
            try WrittenFile.replace(FileName.join(place.folder, body.name), body.bytes)
        }
        let new = file.splicing(revised.mapValues(\.json), into: har)
        try WrittenFile.replace(place.har, new.bytes)
        goOn(in: HARFile(try WrittenFile(place.har), end: new.end, ranges: new.ranges))
        if !leaving.isEmpty { place.removeLeaving(leaving) }
    }

    private func containsKnownSecret(_ file: String) -> Bool {
        guard let bytes = try? FileSystem.read(file, limit: Recording.sizeLimit) else { return false }
        return WrittenText.readings(of: bytes).contains { !redaction.book.known(in: $0).isEmpty }
    }
}

/// An entry on disk, redacted again with all secrets that are known now.
struct RevisedEntry {
    let json: JSON
    let files: [(name: String, bytes: [UInt8])]
    /// The names of the body files before the revision.
    let oldFiles: [String]

    /// Reads an entry and its bodies. Returns nil if nothing changes or the entry cannot be parsed.
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
        // The exchange that was read has no exact time and duration, so they are copied from the old entry.
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
    /// Returns the object with the values of some members replaced by those of another object.
    fileprivate func taking(_ names: Set<String>, from other: JSON) -> JSON {
        names.reduce(self) { json, name in json.replacing(name) { other[name] ?? $0 } }
    }
}
