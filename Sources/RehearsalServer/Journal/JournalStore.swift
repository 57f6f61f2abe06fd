import Rehearsal
import RehearsalPlatform

/// The journal of one session: a list of memory chunks, of which the oldest is discarded when the journal is full.
///
/// The `MARK` comments name the methods whose callers hold `lock`, the session's only lock.
final class JournalStore: @unchecked Sendable {
    // Sendable: all stored state is accessed under `lock`.
    let lock: Lock
    let cap: Int
    /// A second journal that also contains the sent bytes, for a follower that stores them; usually nil.
    ///
    /// It changes only on the loops of the session with the lock held, so that a loop can read it without the lock.
    @exclusivity(unchecked) var wireCapture: JournalStore?
    /// Whether this store, as a wire capture, also contains copies of the other records.
    let copiesRecords: Bool
    /// The chunks, oldest first; `current` is the last.
    private var chunks: [JournalChunk]
    /// The last chunk, without a retain and a release for each record.
    @exclusivity(unchecked) private var current: Unmanaged<JournalChunk>
    private var spare: JournalChunk?
    private var chunkCount = 1
    private var total = JournalStore.firstChunk
    /// The capacity of all chunks ever created, and of those that a follower has read completely.
    private var createdCapacity = JournalStore.firstChunk
    private var readCapacity = 0
    private(set) var arrivals = 0
    private(set) var dropped = 0
    /// The number of requests that no reply of the scenario answered.
    private(set) var unexpected = 0
    /// The number of notes on violations of HTTP.
    private(set) var violations = 0
    /// The number of connections that were closed unread because no descriptor was free.
    var rejectedConnections = 0
    private(set) var openCount = 0

    /// The condition that followers wait for. It is signalled only while `hasSleeper` is true, to save system calls.
    private let recordAdded = Lock.Condition()
    var hasSleeper = false
    var waiting = Waiting()
    /// Whether a task waits until no exchange is open. The flag saves an access to `waiting` for each exchange.
    var hasIdleWaiter = false

    private static let firstChunk = 4 << 10
    private static let largestChunk = 1 << 20

    init(lock: Lock, cap: Int, wireCapture: JournalStore? = nil, copiesRecords: Bool = true) {
        self.lock = lock
        self.copiesRecords = copiesRecords
        self.wireCapture = wireCapture
        self.cap = max(cap, Self.firstChunk)
        let chunk = JournalChunk(capacity: Self.firstChunk, number: 0)
        (chunks, current) = ([chunk], .passUnretained(chunk))
    }

    // MARK: Writing, with the lock held

    /// Appends an exchange and returns its ordinal.
    func appendArrival(_ record: JournalRecord.Arrived, _ decision: Journal.Decision, head: UnsafeRawBufferPointer)
        -> Int
    {
        let ordinal = arrivals
        arrivals &+= 1
        openCount &+= 1
        if decision.isUnexpected { unexpected &+= 1 }
        append(.arrived, record, of: ordinal, detail: decision.rawValue, before: head)
        current._withUnsafeGuaranteedRef { $0.arrivals &+= 1 }
        return ordinal
    }

    /// Appends an opened connection.
    func appendConnection(_ number: Int, at: Int64, _ treatment: JournalRecord.Treatment) {
        append(.connected, at, of: number, detail: treatment.rawValue)
    }

    /// Appends a closed connection.
    func appendDisconnection(_ number: Int, _ record: JournalRecord.Disconnected, _ end: Journal.ConnectionEnd) {
        append(.disconnected, record, of: number, detail: end.rawValue)
    }

    /// Appends the start of another scenario run.
    func appendRunStart(_ number: Int, at: Int64, _ scenario: String) {
        let name = Array(scenario.utf8)
        name.withUnsafeBytes { append(.runStarted, at, of: number, detail: 0, before: $0) }
    }

    /// Appends a decision about an exchange.
    func appendDecision(_ ordinal: Int, _ record: JournalRecord.Decided, _ decision: Journal.Decision) {
        if decision.isUnexpected { unexpected &+= 1 }
        append(.decided, record, of: ordinal, detail: decision.rawValue)
    }

    /// Appends the body of a request.
    func body(_ ordinal: Int, _ body: Journal.Body, at: Int64) {
        let record = JournalRecord.Body(length: UInt64(body.length), hash: body.hash, at: at)
        body.kept.withUnsafeBytes { append(.body, record, of: ordinal, detail: body.isComplete ? 1 : 0, before: $0) }
    }

    /// Appends a note on an exchange.
    func note(_ ordinal: Int, _ note: JournalRecord.Note, _ text: String) {
        var text = text
        text.withUTF8 { self.note(ordinal, note, UnsafeRawBufferPointer($0)) }
    }

    /// Appends a note on an exchange, whose text is UTF-8.
    func note(_ ordinal: Int, _ note: JournalRecord.Note, _ text: UnsafeRawBufferPointer) {
        if note == .violation { violations &+= 1 }
        append(.note, UInt64(0), of: ordinal, detail: note.rawValue, before: text)
    }

    /// Appends the end of an exchange.
    func appendEnd(_ ordinal: Int, _ record: JournalRecord.Ended, _ end: JournalRecord.EndDetail) {
        append(.ended, record, of: ordinal, detail: end.rawValue)
        openCount &-= 1
        if openCount == 0, hasIdleWaiter { wakeIdleWaiters() }
    }

    /// Appends bytes of a reply to the wire capture only. In this store they would displace records that verdicts need.
    func appendSentBytes(_ ordinal: Int, _ record: JournalRecord.Sent, _ bytes: UnsafeRawBufferPointer) {
        wireCapture?.write(.sent, record, of: ordinal, detail: 0, before: bytes)
    }

    @inline(__always)
    private func append<Fixed: BitwiseCopyable>(
        _ kind: JournalRecord.Kind,
        _ fixed: Fixed,
        of ordinal: Int,
        detail: UInt8,
        before trailing: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0),
    ) {
        write(kind, fixed, of: ordinal, detail: detail, before: trailing)
        guard let wireCapture, wireCapture.copiesRecords else { return }
        wireCapture.write(kind, fixed, of: ordinal, detail: detail, before: trailing)
    }

    @inline(__always)
    private func write<Fixed: BitwiseCopyable>(
        _ kind: JournalRecord.Kind,
        _ fixed: Fixed,
        of ordinal: Int,
        detail: UInt8,
        before trailing: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0),
    ) {
        let headerSize = MemoryLayout<JournalRecord.Header>.stride
        let fixedSize = MemoryLayout<Fixed>.stride
        let size = (headerSize &+ fixedSize &+ trailing.count &+ 7) & ~7
        if !current._withUnsafeGuaranteedRef({ $0.hasRoom(for: size) }) { addChunk(with: size) }
        let address = current._withUnsafeGuaranteedRef { $0.use(size) }
        address.storeBytes(
            of: JournalRecord.Header(
                size: UInt32(truncatingIfNeeded: size),
                trailing: UInt32(truncatingIfNeeded: trailing.count),
                ordinal: UInt64(truncatingIfNeeded: ordinal),
                kind: kind.rawValue,
                detail: detail
            ),
            as: JournalRecord.Header.self
        )
        (address + headerSize).storeBytes(of: fixed, as: Fixed.self)
        if let source = trailing.baseAddress {
            (address + headerSize + fixedSize).copyMemory(from: source, byteCount: trailing.count)
        }
        if hasSleeper { signalWaiters() }
    }

    /// Adds a chunk with room for a record, after discarding the oldest chunks if necessary.
    @inline(never)
    private func addChunk(with size: Int) {
        let usual = min(
            Self.largestChunk,
            chunks.last.map { min($0.capacity * 2, Self.largestChunk) } ?? Self.firstChunk
        )
        // At most an eighth of the cap, so that discarding one chunk keeps most records.
        let capacity = max(min(usual, max(Self.firstChunk, cap / 8)), size)
        while total + capacity > cap, !chunks.isEmpty {
            let oldest = chunks.removeFirst()
            total -= oldest.capacity
            dropped += oldest.arrivals
            spare = oldest
        }
        let chunk = takeSpare(of: capacity) ?? JournalChunk(capacity: capacity, number: chunkCount)
        chunkCount += 1
        total += chunk.capacity
        createdCapacity += chunk.capacity
        chunks.append(chunk)
        current = .passUnretained(chunk)
    }

    /// Returns the chunk discarded last if it has that capacity and no reader references it.
    private func takeSpare(of capacity: Int) -> JournalChunk? {
        guard spare?.capacity == capacity, isKnownUniquelyReferenced(&spare), let chunk = spare else {
            spare = nil
            return nil
        }
        spare = nil
        chunk.renew(number: chunkCount)
        return chunk
    }

    // MARK: Reading, with the lock held

    /// Whether no exchange is open.
    var isSettled: Bool { openCount == 0 }

    /// The part of a chunk that was written when the slice was created.
    struct ChunkSlice {
        let chunk: JournalChunk
        let number: Int
        let used: Int
        /// The number of `arrived` records in the slice.
        let arrivals: Int

        /// Calls a closure with the header and the address of the fixed part of each record after an offset.
        func forEachRecord(from start: Int, _ body: (JournalRecord.Header, UnsafeRawPointer) -> Void) {
            var offset = start
            while offset < used {
                let address = UnsafeRawPointer(chunk.base) + offset
                let header = address.load(as: JournalRecord.Header.self)
                body(header, address + MemoryLayout<JournalRecord.Header>.stride)
                offset += Int(header.size)
            }
        }
    }

    /// A position between two records.
    struct Position: Equatable {
        var chunk = 0
        var offset = 0
    }

    /// The position after the last record.
    var position: Position {
        let last = current.takeUnretainedValue()
        return Position(chunk: last.number, offset: last.used)
    }

    /// Returns the written parts of all chunks from a chunk number on.
    func slices(from number: Int = 0) -> [ChunkSlice] {
        chunks.compactMap { chunk in
            guard chunk.number >= number else { return nil }
            return ChunkSlice(chunk: chunk, number: chunk.number, used: chunk.used, arrivals: chunk.arrivals)
        }
    }

    /// Notes that a follower has read all records.
    func markAllRead() { readCapacity = createdCapacity - current.takeUnretainedValue().capacity }

    /// Whether unread data fills three quarters of the cap. Captures of replies must then be short.
    var isCrowded: Bool { createdCapacity - readCapacity > cap / 4 * 3 }

    /// Waits for a record or a call of ``wakeFollowers()``.
    func sleep() {
        hasSleeper = true
        lock.wait(for: recordAdded)
    }

    func wakeFollowers() { recordAdded.signal() }

    private func wakeIdleWaiters() {
        hasIdleWaiter = false
        waiting.settling.wakeAll()
    }

    private func signalWaiters() {
        hasSleeper = false
        recordAdded.signal()
        waiting.recordAdded.wakeAll()
    }
}
