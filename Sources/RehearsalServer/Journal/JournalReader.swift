import Rehearsal

/// A reader that assembles journal entries from records.
struct JournalReader {
    let session: String
    private let source: Session
    private var runNames: [Int32: RunNames] = [:]
    /// The names of the cookies that a run and the runs before it may set, by run number; nil if they are unknown.
    private var cookies: [Int32: Set<String>?] = [:]
    private var entries: [Int: Journal.Entry] = [:]
    private var order: [Int] = []
    private(set) var connections: [Journal.Connection] = []
    private(set) var scenarioSwitches: [Journal.ScenarioSwitch] = []
    private(set) var nextOrdinal = 0
    /// The number of exchanges that are missing or incomplete because the journal discarded records before the reading.
    private(set) var discardedCount = 0

    /// The only exchange whose records are read; nil for all.
    private let selectedOrdinal: Int?

    /// Whether the selected exchange has ended, and the wire capture has received bytes of its reply.
    private(set) var selectedWasCaptured = false

    /// Whether the entries have header fields, and the names of foreign cookies.
    private let readsFields: Bool

    /// - Parameters:
    ///   - ordinal: the only exchange to read; nil for all.
    ///   - readsFields: whether the entries have header fields, and the names of foreign cookies.
    init(_ session: Session, only ordinal: Int? = nil, readsFields: Bool = true) {
        self.readsFields = readsFields
        self.session = session.name
        source = session
        selectedOrdinal = ordinal
    }

    /// The entries that were read and not removed by ``takeEnded(_:)``, oldest first.
    var all: [Journal.Entry] { order.compactMap { entries[$0] } }

    /// The number of entries that were read and not removed.
    var count: Int { order.count }

    /// Returns the entries from an index on, including those of open exchanges.
    func latestEntries(from index: Int) -> [Journal.Entry] { order[index...].compactMap { entries[$0] } }

    /// Discards the connections, because the caller does not report them.
    mutating func forgetConnections() { connections = [] }

    /// Whether the entry of an exchange was read and not removed.
    func isOpen(_ ordinal: Int) -> Bool { entries[ordinal] != nil }

    /// Removes and returns the entries of ended exchanges, in the order in which they ended.
    mutating func takeEnded(_ ended: [Int]) -> [Journal.Entry] {
        let removed = ended.compactMap { entries.removeValue(forKey: $0) }
        order.removeAll { entries[$0] == nil }
        return removed
    }

    /// Discards open exchanges, because the journal may have discarded the records of their ends.
    mutating func forgetOpen() {
        discardedCount += entries.count
        entries = [:]
        order = []
    }

    /// Removes and returns the scenario switches.
    mutating func takeScenarioSwitches() -> [Journal.ScenarioSwitch] {
        defer { scenarioSwitches = [] }
        return scenarioSwitches
    }

    /// Removes and returns the entries of open exchanges, oldest first.
    mutating func takeOpen() -> [Journal.Entry] { takeEnded(order) }

    /// Reads the records of a chunk from an offset on. Returns the ordinals of the exchanges that these records end.
    mutating func read(_ piece: JournalStore.ChunkSlice, from start: Int = 0) -> [Int] {
        var ended: [Int] = []
        piece.forEachRecord(from: start) { header, fixed in
            if apply(header, fixed) { ended.append(Int(header.ordinal)) }
        }
        return ended
    }

    /// Counts the arrival of an exchange, and the exchanges between it and the previous one.
    mutating func noteArrival(of ordinal: Int) {
        discardedCount += ordinal - nextOrdinal
        nextOrdinal = ordinal + 1
    }

    /// Adds an exchange whose arrival was counted.
    mutating func open(_ header: JournalRecord.Header, _ fixed: UnsafeRawPointer) {
        entries[Int(header.ordinal)] = arrival(header, fixed)
        order.append(Int(header.ordinal))
    }

    /// The entry of an exchange that was read and not removed.
    func entry(of ordinal: Int) -> Journal.Entry? { entries[ordinal] }

    /// Applies a record. Returns whether it ends an exchange whose arrival was read.
    mutating func apply(_ header: JournalRecord.Header, _ fixed: UnsafeRawPointer) -> Bool {
        let ordinal = Int(header.ordinal)
        if let selectedOrdinal, ordinal != selectedOrdinal { return false }
        switch JournalRecord.Kind(rawValue: header.kind) {
        case .arrived:
            noteArrival(of: ordinal)
            open(header, fixed)
        case .decided:
            guard var entry = entries[ordinal] else { return false }
            applyDecision(&entry, fixed.load(as: JournalRecord.Decided.self), header.detail)
            entries[ordinal] = entry
        case .body: applyBody(header, fixed)
        case .ended:
            let detail = JournalRecord.EndDetail(rawValue: header.detail)
            applyEnd(ordinal, fixed.load(as: JournalRecord.Ended.self), detail)
            return entries[ordinal] != nil
        case .note: applyNote(header, fixed)
        case .connected: applyConnected(ordinal, fixed.load(as: Int64.self), header.detail)
        case .disconnected: applyDisconnected(ordinal, fixed.load(as: JournalRecord.Disconnected.self), header.detail)
        case .runStarted:
            let name = Self.bytes(fixed + MemoryLayout<Int64>.stride, Int(header.trailing))
            let at = fixed.load(as: Int64.self)
            scenarioSwitches.append(
                Journal.ScenarioSwitch(at: at, number: ordinal, scenario: String(decoding: name, as: UTF8.self))
            )
        // `WireCaptureReader` reads the bytes of replies.
        case .sent, nil: break
        }
        return false
    }

    private mutating func applyBody(_ header: JournalRecord.Header, _ fixed: UnsafeRawPointer) {
        let record = fixed.load(as: JournalRecord.Body.self)
        let kept = Self.bytes(fixed + MemoryLayout<JournalRecord.Body>.stride, Int(header.trailing))
        modify(Int(header.ordinal)) {
            $0.body = Journal.Body(
                length: Int(record.length),
                kept: kept,
                hash: record.hash,
                isComplete: header.detail == 1
            )
            $0.bodyAt = header.detail == 1 ? record.at : nil
        }
    }

    private mutating func applyEnd(_ ordinal: Int, _ record: JournalRecord.Ended, _ detail: JournalRecord.EndDetail) {
        if selectedOrdinal != nil { selectedWasCaptured = detail.isCaptured }
        modify(ordinal) {
            $0.written = Int(record.written)
            $0.endAt = record.at
            $0.peerClosedAt = record.peerClosedAt == 0 ? nil : record.peerClosedAt
            $0.end = detail.end
        }
    }

    private mutating func applyNote(_ header: JournalRecord.Header, _ fixed: UnsafeRawPointer) {
        let bytes = Self.bytes(fixed + MemoryLayout<UInt64>.stride, Int(header.trailing))
        let text = String(decoding: bytes, as: UTF8.self)
        modify(Int(header.ordinal)) {
            switch JournalRecord.Note(rawValue: header.detail) {
            case .violation: $0.violation = $0.violation.map { "\($0); \(text)" } ?? text
            case .nearMiss: $0.nearest.append(text)
            case .policy: $0.policy = $0.policy.map { "\($0); \(text)" } ?? text
            case .fault: $0.fault = text.isEmpty ? nil : text
            case .lateness: $0.latency = Int64(text).map { .nanoseconds($0) } ?? .zero
            case nil: break
            }
        }
    }

    private mutating func applyConnected(_ number: Int, _ openedAt: Int64, _ treatment: UInt8) {
        let treatment = JournalRecord.Treatment(rawValue: treatment)
        let name = treatment == .served ? nil : treatment.map { "\($0)" }
        connections.append(Journal.Connection(number: number, openedAt: openedAt, treatment: name))
    }

    private mutating func applyDisconnected(_ number: Int, _ record: JournalRecord.Disconnected, _ end: UInt8) {
        // Numbers are consecutive; the oldest connections may have been discarded.
        guard let first = connections.first?.number, connections.indices.contains(number - first) else { return }
        var connection = connections[number - first]
        connection.closedAt = record.at
        (connection.received, connection.sent) = (Int(record.received), Int(record.sent))
        (connection.acknowledged, connection.exchanges) = (Int(record.acknowledged), Int(record.exchanges))
        connection.end = Journal.ConnectionEnd(rawValue: end)
        connections[number - first] = connection
    }

    private mutating func modify(_ ordinal: Int, _ change: (inout Journal.Entry) -> Void) {
        // In place, because a copy of an entry retains all of its parts.
        guard let index = entries.index(forKey: ordinal) else { return }
        change(&entries.values[index])
    }

    /// Returns the entry of an exchange as of its arrival.
    mutating func arrival(_ header: JournalRecord.Header, _ fixed: UnsafeRawPointer) -> Journal.Entry {
        let record = fixed.load(as: JournalRecord.Arrived.self)
        let raw = Self.bytes(fixed + MemoryLayout<JournalRecord.Arrived>.stride, Int(header.trailing))
        var entry = Journal.Entry(
            ordinal: Int(header.ordinal),
            session: session,
            connection: Int(record.connection),
            exchange: Int(record.exchange),
            at: record.at,
            headAt: record.headAt == 0 ? nil : record.headAt,
            rawHead: raw,
            readsFields: readsFields
        )
        entry.body.isComplete = record.hasBody == 0
        applyDecision(&entry, record.decided, header.detail)
        if readsFields { entry.foreignCookies = foreignCookies(of: entry, record.decided.run) }
        return entry
    }

    private mutating func foreignCookies(of entry: Journal.Entry, _ run: Int32) -> [String] {
        let lines = entry.headers.values(of: "Cookie")
        guard !lines.isEmpty, let known = knownCookies(upTo: run) else { return [] }
        let names = lines.flatMap { $0.split(separator: ";") }.map { pair in
            String(pair.prefix { $0 != "=" }.drop { $0 == " " || $0 == "\t" })
        }
        return names.filter { !$0.isEmpty && !known.contains($0) }
    }

    private mutating func knownCookies(upTo run: Int32) -> Set<String>? {
        if let known = cookies[run] { return known }
        var known: Set<String>? = []
        for number in 0...max(0, run) {
            guard let names = names(ofRun: number)?.cookies else {
                known = nil
                break
            }
            known?.formUnion(names)
        }
        cookies[run] = known
        return known
    }

    private mutating func names(ofRun number: Int32) -> RunNames? {
        if let known = runNames[number] { return known }
        runNames[number] = source.names(ofRun: number)
        return runNames[number]
    }

    /// Changes an entry according to a decision.
    mutating func applyDecision(
        _ entry: inout Journal.Entry,
        _ record: JournalRecord.Decided,
        _ decision: UInt8
    ) {
        entry.decision = Journal.Decision(rawValue: decision) ?? .pending
        entry.status = record.status < 0 ? nil : Int(record.status)
        // The head may have selected an endpoint, but a refused request does not reach it.
        if entry.decision == .refused { (entry.endpoint, entry.fault) = (nil, nil) }
        if entry.decision != .reply { entry.echo = .unknown }
        guard record.endpoint >= 0, let names = names(ofRun: record.run) else { return }
        entry.endpoint = names.label(of: Int(record.endpoint))
        guard record.reply >= 0 else { return }
        entry.fault = names.faultNames(Int(record.endpoint), Int(record.reply))
        if entry.decision == .reply { entry.echo = names.echo(Int(record.endpoint), Int(record.reply)) }
    }

    private static func bytes(_ start: UnsafeRawPointer, _ count: Int) -> [UInt8] {
        [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    }
}

/// A reader that assembles the captured bytes of each reply.
struct WireCaptureReader {
    private var replies: [Int: Journal.SentBytes] = [:]
    /// The number of bytes in `replies`.
    private var keptBytes = 0

    /// The limit of `keptBytes`.
    private let maximumKeptBytes: Int

    init(mostHeld: Int) { maximumKeptBytes = mostHeld }

    /// Reads the records of sent bytes from an offset on.
    mutating func read(_ piece: JournalStore.ChunkSlice, from start: Int) {
        piece.forEachRecord(from: start) { header, fixed in
            if header.kind == JournalRecord.Kind.sent.rawValue { readSent(header, fixed) }
        }
    }

    /// Removes and returns the replies of ended exchanges, and discards those of exchanges that are not open.
    mutating func takeReplies(_ ended: [Int], keeping isOpen: (_ ordinal: Int) -> Bool) -> [Int: Journal.SentBytes] {
        guard !replies.isEmpty else { return [:] }
        var removed: [Int: Journal.SentBytes] = [:]
        for ordinal in ended { removed[ordinal] = remove(ordinal) }
        for ordinal in replies.keys where !isOpen(ordinal) { _ = remove(ordinal) }
        return removed
    }

    private mutating func remove(_ ordinal: Int) -> Journal.SentBytes? {
        let reply = replies.removeValue(forKey: ordinal)
        keptBytes -= reply?.bytes.count ?? 0
        return reply
    }

    private mutating func readSent(_ header: JournalRecord.Header, _ fixed: UnsafeRawPointer) {
        let record = fixed.load(as: JournalRecord.Sent.self)
        let start = fixed + MemoryLayout<JournalRecord.Sent>.stride
        let bytes = UnsafeRawBufferPointer(start: start, count: Int(header.trailing))
        var reply =
            replies.removeValue(forKey: Int(header.ordinal))
            ?? Journal.SentBytes(firstAt: record.at, address: record.addressText)
        if reply.length != Int(record.offset) { reply.hasLoss = true }
        reply.length = Int(record.offset + record.count)
        reply.lastAt = record.at
        // Once a piece is dropped, later pieces are dropped too: they would be stored at wrong offsets.
        if keptBytes + bytes.count <= maximumKeptBytes, reply.bytes.count == Int(record.offset) {
            reply.bytes += bytes
            keptBytes += bytes.count
        }
        replies[Int(header.ordinal)] = reply
    }
}
