import Rehearsal
import RehearsalDocuments
import RehearsalPlatform
import RehearsalRedaction

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The HAR of a recording that is being written, and the folder beside it that holds bodies.
final class RecordingFile {
    private typealias Failure = RecordingWriter.Failure

    let place: RecordingPlace
    let options: RecordingWriter.Options
    let redaction: RecordingRedaction
    var names: EntryName
    private(set) var file: HARFile?
    private var count = 0
    /// What is there while another takes its place.
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
        if !isReplacing, let earlier, count > 0 { noteFiles(earlier) }
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

    /// Writes what was redacted with a copy of the secrets; nil where another exchange has revealed one since.
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

    /// - Parameter trace: of the exchange; nil where it is still to be made.
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
        // Others are to wait until all is in its place.
        defer { file = nil }
        do throws(WrittenFile.Failure) {
            try place.finish(isEmpty: count == 0, earlier: before)
        } catch {
            throw Failure(error.sentence(about: place.shown))
        }
        file = nil
        if count > 0, options.book == nil { try lookAgain() }
    }

    /// Whether a name says what has been taken out of the entry: it was made before somebody knew the secret.
    func says(_ name: String, _ exchange: RecordedExchange, _ clean: CleanExchange) -> Bool {
        redaction.book.isTold(by: name)
            || EntryName.isMade(name, exchange.method, of: exchange.url, cleanedTo: clean.url)
    }

    /// Text as it may be shown, without the secrets that are known by now.
    func withoutSecrets(_ text: String) -> String { redaction.text(text, in: .url) }

    /// What is on disk already, from another session.
    private func noteFiles(_ earlier: EarlierRecording) {
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

    /// Goes on in a file that has taken the place of the one so far.
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
    /// What happened, in one line.
    package func sentence(about path: String) -> String {
        switch self {
        case .isWritten: "\(path.quoted) is being recorded by another process: wait for it, or choose another name"
        case .system(let reason): "\(path.quoted) cannot be written: \(reason)"
        }
    }
}
