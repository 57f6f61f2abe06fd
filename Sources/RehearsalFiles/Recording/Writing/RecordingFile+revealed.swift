import Rehearsal

/// What was written before it was known to be a secret, because only a later exchange said so by where it stood.
extension RecordingFile {
    /// Takes out of earlier exchanges what the one that is to be written now has revealed, before that is there too.
    ///
    /// This writes all of the recording anew, which few exchanges call for: a trace in memory tells which.
    func takeOutRevealed() throws(RecordingWriter.Failure) {
        let fresh = redaction.book.takeFresh()
        guard options.book == nil, count > 0, fresh.contains(where: trace.mayHold) else { return }
        guard try writeAgain(place.har) else { return }
        do throws(WrittenFile.Failure) {
            let written = try WrittenFile(place.har)
            goOn(in: written, after: try EarlierRecording(repairing: place.har, written))
        } catch {
            throw RecordingWriter.Failure(error.sentence(about: place.shown))
        }
    }

    /// Looks once more, at the end, at what is on disk.
    func lookAgain() throws(RecordingWriter.Failure) {
        let bodies = FileSystem.names(in: place.finishedFolder).map { FileName.join(place.finishedFolder, $0) }
        guard ([place.shown] + bodies).contains(where: holdsKnown) else { return }
        _ = try writeAgain(place.shown)
    }

    /// Writes a recording anew with the secrets that are known by now; whether it could be read.
    private func writeAgain(_ path: String) throws(RecordingWriter.Failure) -> Bool {
        let recording = InspectedRecording(path)
        if recording.hasErrors { return false }
        var options = options
        options.book = redaction.book
        _ = try recording.normalize(options)
        return true
    }

    private func holdsKnown(_ file: String) -> Bool {
        guard let bytes = try? FileSystem.read(file, limit: Recording.sizeLimit) else { return false }
        if !redaction.book.known(in: bytes).isEmpty { return true }
        return bytes.contains(UInt8(ascii: "%"))
            && !redaction.book.known(in: PercentEncoding.decoded(bytes, plusIsSpace: true)).isEmpty
    }
}
