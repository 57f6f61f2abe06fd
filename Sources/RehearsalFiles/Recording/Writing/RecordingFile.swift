import Rehearsal

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The HAR of a recording that is being written, and the folder beside it that holds bodies.
final class RecordingFile: @unchecked Sendable {
    // Sendable: whoever has it, holds the lock of the writer.
    private typealias Failure = RecordingWriter.Failure

    let place: RecordingPlace
    let options: RecordingWriter.Options
    let redaction: RecordingRedaction
    private var names: EntryName
    private(set) var file: WrittenFile?
    /// Where the last entry ends.
    private var end = 0
    private(set) var count = 0
    /// What is there while another takes its place.
    private let before: EarlierRecording?
    private var hasFolder = false
    private(set) var trace = WrittenTrace()

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
            self.file = file
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
        try begin(isReplacing ? nil : earlier)
    }

    private func begin(_ earlier: EarlierRecording?) throws(RecordingWriter.Failure) {
        if let earlier, earlier.end > 0 {
            end = earlier.end
            count = earlier.count
            noteFiles()
            return
        }
        let head = Array(HARText.head.utf8)
        try write(head + Array(HARText.tail.utf8), at: 0)
        end = head.count
    }

    func append(
        _ exchange: RecordedExchange,
        named wish: String?
    ) throws(RecordingWriter.Failure) -> RecordingWriter.Written {
        guard file != nil else { throw Failure("\(place.shown) is closed: nothing more can be recorded") }
        let clean = CleanExchange(exchange, redaction, isExact: options.isExact)
        try takeOutRevealed()
        // What an entry was called before its secret was known still says it.
        var name = wish.map { redaction.book.isTold(by: $0) ? "" : $0 } ?? ""
        if !names.take(name) { name = names.next(exchange.method, clean.url) }
        let entry = RecordedEntry(
            exchange,
            clean,
            named: name,
            folder: place.folderName,
            isExact: options.isExact
        )
        for file in entry.files { try writeBody(file.name, file.bytes) }
        let today = TimeFormat.date.text(of: exchange.startedAt)
        let known = before?.day(of: name, if: { entry.json(day: $0) }, entry.files)
        let text = HARText.entry(entry.json(day: known ?? today), isFirst: count == 0)
        try write(text + Array(HARText.tail.utf8), at: end)
        end += text.count
        count += 1
        trace.note(clean)
        return RecordingWriter.Written(name: name, path: clean.path, secrets: clean.secrets, remarks: entry.remarks)
    }

    func close() throws(RecordingWriter.Failure) {
        guard file != nil else { return }
        file = nil
        do throws(WrittenFile.Failure) {
            try place.finish(isEmpty: count == 0, earlier: before)
        } catch {
            throw Failure(error.sentence(about: place.shown))
        }
        if count > 0, options.book == nil { try lookAgain() }
    }

    /// Text as it may be shown, without the secrets that are known by now.
    func withoutSecrets(_ text: String) -> String { redaction.text(text, in: .url) }

    /// What is on disk already, from another session.
    private func noteFiles() {
        let bodies = FileSystem.names(in: place.folder).map { FileName.join(place.folder, $0) }
        for file in [place.har] + bodies {
            if let bytes = try? FileSystem.read(file, limit: Recording.sizeLimit) { trace.note(readings: bytes) }
        }
    }

    /// Goes on in a file that has taken the place of the one so far.
    func goOn(in written: WrittenFile, after earlier: EarlierRecording) {
        file = written
        (end, count) = (earlier.end, earlier.count)
    }

    private func write(_ bytes: [UInt8], at offset: Int) throws(RecordingWriter.Failure) {
        do throws(WrittenFile.Failure) {
            try file?.write(bytes, at: offset)
        } catch {
            throw Failure(error.sentence(about: place.shown))
        }
    }

    private func writeBody(_ name: String, _ bytes: [UInt8]) throws(RecordingWriter.Failure) {
        do throws(WrittenFile.Failure) {
            if !hasFolder { try place.prepareFolder() }
            hasFolder = true
            try WrittenFile.replace(FileName.join(place.folder, name), bytes)
        } catch {
            throw Failure(error.sentence(about: FileName.join(place.folder, name)))
        }
    }
}
