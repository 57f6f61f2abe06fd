import Rehearsal
import RehearsalPlatform

/// The address of a record in a chunk. It is valid while the chunk is referenced.
private struct RecordAddress {
    let base: UnsafeRawPointer

    var header: JournalRecord.Header { base.load(as: JournalRecord.Header.self) }
    var fixed: UnsafeRawPointer { base + MemoryLayout<JournalRecord.Header>.stride }
}

/// The records of an exchange that has not ended.
private struct ExchangeRecords {
    let arrived: RecordAddress
    var body: RecordAddress?
    var decided: RecordAddress?
}

extension ExchangeSummary {
    /// Creates the summary of an ended exchange from its records.
    fileprivate init(of records: ExchangeRecords, _ end: JournalRecord.Ended, _ detail: UInt8, at index: Int) {
        let arrived = records.arrived.fixed.load(as: JournalRecord.Arrived.self)
        let decided = records.decided?.fixed.load(as: JournalRecord.Decided.self) ?? arrived.decided
        let decision = (records.decided ?? records.arrived).header.detail
        ordinal = Int(records.arrived.header.ordinal)
        (connection, exchange, at) = (Int(arrived.connection), Int(arrived.exchange), arrived.at)
        self.decision = Journal.Decision(rawValue: decision) ?? .pending
        status = decided.status < 0 ? nil : Int(decided.status)
        requestBytes = records.body.map { Int($0.fixed.load(as: JournalRecord.Body.self).length) } ?? 0
        (replyBytes, endAt) = (Int(end.written), end.at)
        self.end = JournalRecord.EndDetail(rawValue: detail).end
        entry = index
    }
}

/// A reader of the exchanges of one batch, which creates an entry only for some of them.
///
/// Most exchanges begin and end in one batch, without a note. They share an entry with the exchanges that have the same
/// request line, endpoint and reply. ``JournalReader`` assembles the entries of other exchanges.
struct ExchangeScan {
    private(set) var exchanges: [ExchangeSummary] = []
    private(set) var entries: [Journal.Entry] = []
    /// The exchanges that ``JournalReader`` assembles and that changed.
    private(set) var changed: Set<Int> = []
    /// The ended exchanges that ``JournalReader`` has assembled.
    private(set) var assembled: [Int] = []
    /// The exchange that arrived last. It is not in `pending`, because most exchanges end before the next one arrives.
    private var latest: (ordinal: Int, records: ExchangeRecords)?
    /// The other exchanges without an end or a note.
    private var pending: [Int: ExchangeRecords] = [:]
    private var shared: [SharedTexts: Int] = [:]
    /// The first exchange of the batch; earlier ones are omitted.
    private let firstOrdinal: Int

    init(from firstOrdinal: Int) { self.firstOrdinal = firstOrdinal }

    /// The number of ended exchanges.
    var endedCount: Int { exchanges.count + assembled.count }

    /// Reads the records of a chunk from an offset on, until a number of exchanges have ended. Returns the offset of
    /// the first record that was not read.
    ///
    /// The caller references the chunk until ``finish(_:)`` has returned.
    mutating func read(
        _ piece: JournalStore.ChunkSlice,
        from start: Int,
        atMost limit: Int,
        _ reader: inout JournalReader,
    ) -> Int {
        var offset = start
        while offset < piece.used, endedCount < limit {
            let record = RecordAddress(base: UnsafeRawPointer(piece.chunk.base) + offset)
            let header = record.header
            offset += Int(header.size)
            apply(record, header, &reader)
        }
        return offset
    }

    /// Reads only the records of exchanges that are open, from an offset of a chunk on. Returns the offset of its end.
    mutating func skim(_ piece: JournalStore.ChunkSlice, from start: Int, _ reader: inout JournalReader) -> Int {
        piece.forEachRecord(from: start) { header, fixed in
            switch JournalRecord.Kind(rawValue: header.kind) {
            case .decided, .body, .note, .ended:
                if reader.isOpen(Int(header.ordinal)) { assemble(header, fixed, &reader) }
            case .runStarted: _ = reader.apply(header, fixed)
            default: break
            }
        }
        return max(start, piece.used)
    }

    /// Adds the exchanges that ``JournalReader`` has assembled. The open ones stay in it.
    mutating func finish(_ reader: inout JournalReader) {
        storeLatest()
        for ordinal in pending.keys.sorted() {
            if let records = pending[ordinal] { open(records, &reader) }
        }
        pending = [:]
        guard !assembled.isEmpty else { return }
        for entry in reader.takeEnded(assembled) {
            changed.remove(entry.ordinal)
            add(entry)
        }
    }

    /// Adds an open exchange.
    mutating func add(_ entry: Journal.Entry) {
        guard entry.ordinal >= firstOrdinal else { return }
        exchanges.append(ExchangeSummary(of: entry, at: entries.count))
        entries.append(entry)
    }

    private mutating func apply(
        _ record: RecordAddress,
        _ header: JournalRecord.Header,
        _ reader: inout JournalReader,
    ) {
        let ordinal = Int(header.ordinal)
        switch JournalRecord.Kind(rawValue: header.kind) {
        case .arrived:
            reader.noteArrival(of: ordinal)
            storeLatest()
            latest = (ordinal, ExchangeRecords(arrived: record))
        case .body where isPending(ordinal): modify(ordinal) { $0.body = record }
        case .decided where isPending(ordinal): modify(ordinal) { $0.decided = record }
        case .ended:
            guard let records = take(ordinal) else { return assemble(header, record.fixed, &reader) }
            end(records, record.fixed.load(as: JournalRecord.Ended.self), detail: header.detail, readBy: &reader)
        case .note, .body, .decided:
            if let records = take(ordinal) { open(records, &reader) }
            assemble(header, record.fixed, &reader)
        case .runStarted: _ = reader.apply(header, record.fixed)
        case .connected, .disconnected, .sent, nil: break
        }
    }

    private func isPending(_ ordinal: Int) -> Bool { latest?.ordinal == ordinal || pending[ordinal] != nil }

    private mutating func modify(_ ordinal: Int, _ change: (inout ExchangeRecords) -> Void) {
        guard var records = take(ordinal) else { return }
        change(&records)
        pending[ordinal] = records
    }

    /// Removes and returns the records of an exchange without an end or a note.
    private mutating func take(_ ordinal: Int) -> ExchangeRecords? {
        guard let latest, latest.ordinal == ordinal else { return pending.removeValue(forKey: ordinal) }
        self.latest = nil
        return latest.records
    }

    private mutating func storeLatest() {
        if let latest { pending[latest.ordinal] = latest.records }
        latest = nil
    }

    /// Passes a record to the reader that assembles its exchange.
    private mutating func assemble(
        _ header: JournalRecord.Header,
        _ fixed: UnsafeRawPointer,
        _ reader: inout JournalReader,
    ) {
        let ordinal = Int(header.ordinal)
        if reader.apply(header, fixed) { assembled.append(ordinal) } else { changed.insert(ordinal) }
    }

    /// Passes the records of an exchange to the reader.
    private mutating func open(_ records: ExchangeRecords, _ reader: inout JournalReader) {
        reader.open(records.arrived.header, records.arrived.fixed)
        changed.insert(Int(records.arrived.header.ordinal))
        for record in [records.body, records.decided].compactMap(\.self) {
            _ = reader.apply(record.header, record.fixed)
        }
    }

    private mutating func end(
        _ records: ExchangeRecords,
        _ end: JournalRecord.Ended,
        detail: UInt8,
        readBy reader: inout JournalReader,
    ) {
        guard Int(records.arrived.header.ordinal) >= firstOrdinal else { return }
        let texts = SharedTexts(of: records)
        let index = shared[texts] ?? entries.count
        if index == entries.count {
            var entry = reader.arrival(records.arrived.header, records.arrived.fixed)
            if let decided = records.decided {
                let record = decided.fixed.load(as: JournalRecord.Decided.self)
                reader.applyDecision(&entry, record, decided.header.detail)
            }
            entries.append(entry)
            shared[texts] = index
        }
        exchanges.append(ExchangeSummary(of: records, end, detail, at: index))
    }
}

/// The key of the entry that exchanges share: a request line, and the decisions about the request.
///
/// It is valid while the chunk of the line is referenced.
private struct SharedTexts: Hashable {
    private let line: UnsafeRawBufferPointer
    private let first: Decision
    private let second: Decision?

    private struct Decision: Hashable {
        let endpoint: Int32
        let reply: Int32
        let run: Int32
        let detail: UInt8

        init(_ record: JournalRecord.Decided, _ detail: UInt8) {
            (endpoint, reply, run, self.detail) = (record.endpoint, record.reply, record.run, detail)
        }
    }

    init(of records: ExchangeRecords) {
        let arrived = records.arrived
        let start = arrived.fixed + MemoryLayout<JournalRecord.Arrived>.stride
        let head = UnsafeRawBufferPointer(start: start, count: Int(arrived.header.trailing))
        line = UnsafeRawBufferPointer(rebasing: head[..<(head.firstIndex(of: 0x0A) ?? head.count)])
        first = Decision(arrived.fixed.load(as: JournalRecord.Arrived.self).decided, arrived.header.detail)
        second = records.decided.map { Decision($0.fixed.load(as: JournalRecord.Decided.self), $0.header.detail) }
    }

    static func == (left: SharedTexts, right: SharedTexts) -> Bool {
        left.first == right.first && left.second == right.second && left.line.elementsEqual(right.line)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(bytes: line)
        hasher.combine(first.endpoint)
        hasher.combine(first.reply)
    }
}
