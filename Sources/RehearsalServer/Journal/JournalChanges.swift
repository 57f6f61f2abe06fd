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
        /// The exchanges that ended, and open ones that began or changed, in order of arrival.
        package var exchanges: [ExchangeSummary] = []
        /// The entries that have the texts of the exchanges, without header fields.
        package var entries: [Journal.Entry] = []
        package var scenarioSwitches: [Journal.ScenarioSwitch] = []
        /// The total number of exchanges that are in no batch, because they were skipped or discarded.
        package var missed = 0
        /// The position after the batch, from which another source can continue.
        package var position = ""
        /// The time that the reading of the batch needed.
        package var readingTime = Duration.zero

        package var isEmpty: Bool { exchanges.isEmpty && scenarioSwitches.isEmpty }
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

    /// The last chunk at the creation of the source, and the number of exchanges then. Up to there, no exchange is
    /// skipped.
    private let initialChunk: Int
    private let initialArrivals: Int
    private let limits: Limits
    /// The number of unread exchanges before the previous batch.
    private var previousUnread = 0

    /// The limits from which a source skips to the latest exchanges.
    ///
    /// A burst of requests is read completely, although later than it arrives. Under a lasting load that is too fast,
    /// the source skips exchanges.
    package struct Limits: Sendable {
        /// The number of unread exchanges that is always too many.
        package var unread = 100_000
        /// The age of the oldest unread exchange that is too high if the number of unread exchanges grows.
        package var age = Duration.seconds(3)
        /// The number of exchanges that are not skipped, rounded to whole chunks.
        package var remaining = 20_000

        package init() {}
    }

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - text: the position of an earlier batch. It is ignored if it is not valid, or no longer in the journal.
    ///   - recent: the number of past exchanges to return first if the source does not continue at a position.
    ///   - limits: the limits from which the source skips exchanges.
    package init(_ backend: Backend, after text: String?, recent: Int, limits: Limits = Limits()) {
        self.limits = limits
        session = backend.session
        var reader = JournalReader(session, readsFields: false)
        let (pieces, arrivals) = session.lock.withLock { [session] in
            (session.journal.slices(), session.journal.arrivals)
        }
        (initialChunk, initialArrivals) = (pieces.last?.number ?? 0, arrivals)
        if let text, let position = JournalStore.Position(text, of: session, in: pieces) {
            for piece in pieces where piece.number <= position.chunk {
                let isLast = piece.number == position.chunk
                var scan = ExchangeScan(from: .max)
                _ = scan.read(isLast ? piece.prefix(position.offset) : piece, from: 0, atMost: .max, &reader)
                scan.finish(&reader)
            }
            _ = reader.takeScenarioSwitches()
            reader.forgetConnections()
            reported = Dictionary(uniqueKeysWithValues: reader.all.map { ($0.ordinal, Progress($0)) })
            (self.position, firstOrdinal, ignoredCount, isContinuation) = (position, 0, reader.discardedCount, true)
        } else {
            reported = [:]
            position = Self.position(beforeLast: recent, in: pieces)
            let available = pieces.reduce(0) { $0 + $1.arrivals }
            (firstOrdinal, ignoredCount, isContinuation) = (arrivals - min(recent, available), nil, false)
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

    /// Waits for a change and returns the changes since the last call.
    ///
    /// The batch is empty if the time limit is reached or the task is cancelled.
    ///
    /// - Parameter size: the number of ended exchanges after which the batch ends.
    package func next(within limit: Duration, atMost size: Int = 20_000) async -> Batch {
        let end = ContinuousClock.now + limit
        while true {
            let batch = take(atMost: size)
            let remaining = end - .now
            if !batch.isEmpty || remaining <= .zero || Task.isCancelled { return batch }
            let (journal, position) = (session.journal, position)
            _ = await journal.wait(in: \.recordAdded, within: remaining) { journal.position != position }
        }
    }

    private func take(atMost size: Int) -> Batch {
        let start = ContinuousClock.now
        let journal = session.journal
        let (pieces, arrivals) = session.lock.withLock {
            // Replies that are captured for this source are read later, by the ordinals of their exchanges.
            if let capture = journal.wireCapture, !capture.copiesRecords { capture.markAllRead() }
            return (journal.slices(from: position.chunk), journal.arrivals)
        }
        let skipped = skippedCount(of: pieces, arrivals - max(reader.nextOrdinal, initialArrivals))
        var scan = ExchangeScan(from: firstOrdinal)
        // The scan has addresses of records in the chunks until it is finished.
        defer { withExtendedLifetime(pieces) {} }
        for (index, piece) in pieces.enumerated() {
            if piece.number > position.chunk + 1 {
                reader.forgetOpen()
                reported = [:]
            }
            let offset = piece.number == position.chunk ? position.offset : 0
            let end =
                index < skipped
                ? scan.skim(piece, from: offset, &reader) : scan.read(piece, from: offset, atMost: size, &reader)
            position = JournalStore.Position(chunk: piece.number, offset: end)
            if index >= skipped, scan.endedCount >= size { break }
        }
        scan.finish(&reader)
        var batch = batch(of: &scan)
        batch.readingTime = .now - start
        return batch
    }

    /// Returns the number of chunks to skip, because the source would otherwise be too late.
    private func skippedCount(of pieces: [JournalStore.ChunkSlice], _ unread: Int) -> Int {
        defer { previousUnread = unread }
        guard position.chunk >= initialChunk, unread > limits.remaining else { return 0 }
        guard unread > limits.unread || (unread > previousUnread && age(of: pieces) > limits.age) else { return 0 }
        var (kept, count) = (0, 0)
        for piece in pieces.reversed() {
            count += piece.arrivals
            if kept > 0, count > limits.remaining { break }
            kept += 1
        }
        return pieces.count - kept
    }

    /// Returns the time since the arrival of the oldest unread exchange.
    private func age(of pieces: [JournalStore.ChunkSlice]) -> Duration {
        var oldest: Int64?
        for piece in pieces where oldest == nil {
            let start = piece.number == position.chunk ? position.offset : 0
            oldest = piece.firstArrival(from: start)
        }
        return oldest.map { .nanoseconds(SystemClock.now() - $0) } ?? .zero
    }

    private func batch(of scan: inout ExchangeScan) -> Batch {
        for ordinal in scan.assembled { reported[ordinal] = nil }
        for ordinal in scan.changed {
            guard let entry = reader.entry(of: ordinal), reported[ordinal] != Progress(entry) else { continue }
            reported[ordinal] = Progress(entry)
            scan.add(entry)
        }
        var batch = Batch(exchanges: scan.exchanges, entries: scan.entries)
        // Exchanges end in another order than they arrive.
        batch.exchanges.sort { $0.ordinal < $1.ordinal }
        batch.scenarioSwitches = reader.takeScenarioSwitches()
        reader.forgetConnections()
        // Exchanges before the first one to return are not missed.
        if ignoredCount == nil, reader.nextOrdinal > 0 { ignoredCount = min(reader.discardedCount, firstOrdinal) }
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

    /// Returns the time of the first arrival after an offset; nil without one.
    fileprivate func firstArrival(from start: Int) -> Int64? {
        var offset = start
        while offset < used {
            let address = UnsafeRawPointer(chunk.base) + offset
            let header = address.load(as: JournalRecord.Header.self)
            if header.kind == JournalRecord.Kind.arrived.rawValue {
                let fixed = address + MemoryLayout<JournalRecord.Header>.stride
                return fixed.load(as: JournalRecord.Arrived.self).at
            }
            offset += Int(header.size)
        }
        return nil
    }

    /// Returns the slice up to an offset.
    fileprivate func prefix(_ offset: Int) -> JournalStore.ChunkSlice {
        JournalStore.ChunkSlice(chunk: chunk, number: number, used: min(used, offset), arrivals: arrivals)
    }
}
