package import Rehearsal
import RehearsalPlatform

/// A source of the changes of a journal, for one task at a time: exchanges that begin, change and end, and scenario
/// switches.
///
/// A slow task delays neither the server nor other readers. It misses exchanges instead, and the batch contains their
/// number.
package actor JournalChanges {
    /// The changes since the previous batch.
    package struct Batch: Sendable {
        /// The exchanges in their current state, without header fields: first those that ended, then open ones that
        /// began or changed.
        package var entries: [Journal.Entry] = []
        package var scenarioSwitches: [Journal.ScenarioSwitch] = []
        /// The total number of exchanges that were discarded before they were read.
        package var missed = 0
        /// The position after the batch, from which another source can continue.
        package var position = ""

        package var isEmpty: Bool { entries.isEmpty && scenarioSwitches.isEmpty }
    }

    /// The part of an open exchange that changes.
    private struct Progress: Equatable {
        let decision: Journal.Decision
        let status: Int?
        let bodyAt: Int64?
        let fault: String?
        let noteCount: Int

        init(_ entry: Journal.Entry) {
            (decision, status, bodyAt, fault) = (entry.decision, entry.status, entry.bodyAt, entry.fault)
            noteCount = entry.nearest.count + (entry.violation == nil ? 0 : 1) + (entry.policy == nil ? 0 : 1)
        }
    }

    /// Whether the source continues at the position that the caller named.
    package nonisolated let isContinuation: Bool
    private let session: Session
    private var reader: JournalReader
    private var position: JournalStore.Position
    /// The open exchanges that were returned, by ordinal.
    private var reported: [Int: Progress]
    /// The first exchange to return.
    private let firstOrdinal: Int
    /// The number of exchanges that the source does not count as missed; nil until the first record is read.
    private var ignoredCount: Int?

    /// The last chunk at the creation of the source. Up to there, no exchange is skipped.
    private let initialChunk: Int

    /// The number of unread chunks from which the oldest are skipped, and the number that then remains.
    ///
    /// A burst of requests is read completely, although later than it arrives. Under a lasting load that is too fast,
    /// the source skips to recent exchanges.
    private static let (maximumUnreadChunks, remainingChunks) = (32, 8)
    /// The number of exchanges after which a batch ends with the current chunk.
    private static let batchSize = 1_000

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - text: the position of an earlier batch. It is ignored if it is not valid, or no longer in the journal.
    ///   - recent: the number of past exchanges to return first if the source does not continue at a position.
    package init(_ backend: Backend, after text: String?, recent: Int) {
        session = backend.session
        var reader = JournalReader(session, readsFields: false)
        let (pieces, arrivals) = session.lock.withLock { [session] in
            (session.journal.slices(), session.journal.arrivals)
        }
        initialChunk = pieces.last?.number ?? 0
        if let text, let position = JournalStore.Position(text, of: session, in: pieces) {
            for piece in pieces where piece.number <= position.chunk {
                let isLast = piece.number == position.chunk
                let read = isLast ? piece.prefix(position.offset) : piece
                _ = reader.takeEnded(reader.read(read))
            }
            _ = reader.takeScenarioSwitches()
            reader.forgetConnections()
            reported = Dictionary(uniqueKeysWithValues: reader.all.map { ($0.ordinal, Progress($0)) })
            (self.position, firstOrdinal, ignoredCount, isContinuation) = (position, 0, reader.discardedCount, true)
        } else {
            reported = [:]
            position = Self.position(beforeLast: recent, in: pieces)
            (firstOrdinal, ignoredCount, isContinuation) = (max(0, arrivals - recent), nil, false)
        }
        self.reader = reader
    }

    /// Returns the start of the chunk that has the first of a number of past exchanges.
    private static func position(beforeLast count: Int, in pieces: [JournalStore.ChunkSlice]) -> JournalStore.Position {
        var remaining = count
        var first = pieces.last?.number ?? 0
        for piece in pieces.reversed() where remaining > 0 {
            first = piece.number
            remaining -= piece.arrivals
        }
        return JournalStore.Position(chunk: first, offset: 0)
    }

    /// Waits for a change and returns all changes since the last call, at most those of a few chunks.
    ///
    /// The batch is empty if the time limit is reached or the task is cancelled.
    package func next(within limit: Duration) async -> Batch {
        let end = ContinuousClock.now + limit
        while true {
            let batch = take()
            let remaining = end - .now
            if !batch.isEmpty || remaining <= .zero || Task.isCancelled { return batch }
            let (journal, position) = (session.journal, position)
            _ = await journal.wait(in: \.recordAdded, within: remaining) { journal.position != position }
        }
    }

    private func take() -> Batch {
        let journal = session.journal
        let pieces = session.lock.withLock {
            // Replies that are captured for this source are read later, by the ordinals of their exchanges.
            if let capture = journal.wireCapture, !capture.copiesRecords { capture.markAllRead() }
            return journal.slices(from: position.chunk)
        }
        var batch = Batch()
        let isLate = position.chunk >= initialChunk && pieces.count > Self.maximumUnreadChunks
        for piece in isLate ? pieces.suffix(Self.remainingChunks) : pieces[...] {
            if piece.number > position.chunk + 1 {
                reader.forgetOpen()
                reported = [:]
            }
            let start = piece.number == position.chunk ? position.offset : 0
            let ended = reader.takeEnded(reader.read(piece, from: start))
            position = JournalStore.Position(chunk: piece.number, offset: piece.used)
            for entry in ended { reported[entry.ordinal] = nil }
            batch.entries += ended
            if batch.entries.count >= Self.batchSize { break }
        }
        let open = reader.all.filter { reported[$0.ordinal] != Progress($0) }
        for entry in open { reported[entry.ordinal] = Progress(entry) }
        batch.entries = (batch.entries + open).filter { $0.ordinal >= firstOrdinal }
        batch.scenarioSwitches = reader.takeScenarioSwitches()
        reader.forgetConnections()
        if ignoredCount == nil, reader.nextOrdinal > 0 { ignoredCount = reader.discardedCount }
        batch.missed = reader.discardedCount - (ignoredCount ?? 0)
        batch.position = position.text(of: session)
        return batch
    }
}

extension JournalStore.Position {
    /// Parses the text of a position in the journal of a session; nil if it is not between two records of a chunk.
    fileprivate init?(_ text: String, of session: Session, in pieces: [JournalStore.ChunkSlice]) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0, radix: 16) }
        guard parts.count == 3, parts[0] == Int(session.startedAt), let chunk = parts[1], let offset = parts[2],
            let piece = pieces.first(where: { $0.number == chunk }), piece.hasBoundary(at: offset)
        else { return nil }
        self.init(chunk: chunk, offset: offset)
    }

    /// Returns the text of the position: the start of the session, the chunk and the offset, in hexadecimal.
    fileprivate func text(of session: Session) -> String {
        [Int(session.startedAt), chunk, offset].map { String($0, radix: 16) }.joined(separator: "-")
    }
}

extension JournalStore.ChunkSlice {
    /// Returns whether a record begins or the slice ends at an offset.
    fileprivate func hasBoundary(at offset: Int) -> Bool {
        var end = 0
        var isBoundary = offset == 0
        forEachRecord(from: 0) { header, _ in
            end += Int(header.size)
            if end == offset { isBoundary = true }
        }
        return isBoundary
    }

    /// Returns the slice up to an offset.
    fileprivate func prefix(_ offset: Int) -> JournalStore.ChunkSlice {
        JournalStore.ChunkSlice(chunk: chunk, number: number, used: min(used, offset), arrivals: arrivals)
    }
}
