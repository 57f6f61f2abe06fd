import Rehearsal
import RehearsalDocuments
import RehearsalPlatform
import RehearsalRedaction

/// What was written before it was known to be a secret, because only a later exchange said so by where it stood.
extension RecordingFile {
    /// Takes out of earlier exchanges what the one that is to be written now has revealed, before that is there too.
    ///
    /// Only entries that may hold it are looked at: traces in memory tell which.
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

    /// Whether an entry that is on disk, or one of its bodies, holds what is wanted.
    private func holds(_ wanted: SecretIndex, _ number: Int, of file: HARFile) -> Bool {
        guard let entry = file.entry(number) else { return false }
        let bodies = ((try? JSON(parsing: entry))?.files ?? []).compactMap { name in
            try? FileSystem.read(FileName.join(place.folder, FileName.last(of: name)), limit: Recording.sizeLimit)
        }
        return ([entry] + bodies).flatMap(WrittenText.readings).contains { !wanted.ranges(in: $0).isEmpty }
    }

    /// Looks once more, at the end, at what is on disk.
    func lookAgain() throws(RecordingWriter.Failure) {
        let bodies = FileSystem.names(in: place.finishedFolder).map { FileName.join(place.finishedFolder, $0) }
        guard ([place.shown] + bodies).contains(where: holdsKnown) else { return }
        let recording = InspectedRecording(place.shown)
        if recording.hasErrors { return }
        var options = options
        options.book = redaction.book
        _ = try recording.normalize(options)
    }

    /// Writes some entries anew. Whenever it is killed, there is a HAR, and the bodies that it names: first the new
    /// bodies come, then the HAR that names them, and what it does not name goes last.
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

    private func holdsKnown(_ file: String) -> Bool {
        guard let bytes = try? FileSystem.read(file, limit: Recording.sizeLimit) else { return false }
        return WrittenText.readings(of: bytes).contains { !redaction.book.known(in: $0).isEmpty }
    }
}
