import Rehearsal
import RehearsalHTTP
import RehearsalPlatform

/// The journal data of a connection and its open exchange.
///
/// It is a value without references, and each mutation is short. A mutation that spans a system call or the session's
/// lock would add an exclusivity check to each request.
struct ExchangeRecord {
    /// The number of the connection in its session.
    private(set) var connection: Int
    /// The number of the open or the next exchange on the connection, from 0.
    private(set) var exchange = 0
    /// The ordinal of the open exchange in the journal; -1 before it is recorded.
    private(set) var ordinal = -1
    /// The time at which the first byte of the exchange was read; 0 before that.
    private(set) var firstByteAt: Int64 = 0
    /// The time at which the client closed its side of the connection; 0 before that.
    private(set) var peerClosedAt: Int64 = 0
    /// Whether the wire capture has received bytes of the reply.
    private(set) var isCaptured = false
    /// The longest delay that the event loop caused in this exchange, in reading or sending, in nanoseconds.
    private(set) var lateness: Int64 = 0
    /// The number of bytes received on the connection.
    private(set) var received = 0
    /// The number of bytes sent in ended exchanges, and in interim replies.
    private(set) var sent = 0
    /// The reason for the end of the connection, as known so far.
    private(set) var end = Journal.ConnectionEnd.closedByClient
    /// The kind of empty lines before the head: 0 for none, 1 for CRLF, 2 if any line ended in LF alone.
    private var leadingLine = 0

    /// The delay above which the journal has a note. Shorter delays are within the kernel's timer resolution.
    private static let noteThreshold: Int64 = 4_000_000

    init(connection: Int) { self.connection = connection }

    /// Whether the exchange is in the journal and has not ended.
    var isOpen: Bool { ordinal >= 0 }
    /// Whether no byte of the next request has been read.
    var isUntouched: Bool { firstByteAt == 0 }
    /// Whether empty lines were skipped before the head.
    var hasLeadingLine: Bool { leadingLine > 0 }

    @inline(__always) mutating func begin(at time: Int64) { firstByteAt = time }
    @inline(__always) mutating func setOrdinal(as ordinal: Int) { self.ordinal = ordinal }
    @inline(__always) mutating func countReceived(_ count: Int) { received &+= count }
    @inline(__always) mutating func countSent(_ count: Int) { sent &+= count }
    @inline(__always) mutating func noteLateness(_ time: Int64) { lateness = max(lateness, time) }

    /// Records that the wire capture has received bytes of the reply.
    @inline(__always) mutating func noteCapture() { isCaptured = true }

    /// Records that the server skipped an empty line before a head.
    ///
    /// - Parameter count: the length of the line: 2 for CRLF, 1 for LF.
    mutating func skip(emptyLineOf count: Int) { leadingLine = max(leadingLine, 3 - count) }

    /// Records the time at which the client closed its side of the connection.
    mutating func peerClosed(at time: Int64) { peerClosedAt = time }

    /// Records the time at which the server detected that the client had closed its side, unless a time is known.
    mutating func foundPeerClosed(at time: Int64) { if peerClosedAt == 0 { peerClosedAt = time } }

    /// Records the reason for the end of the connection.
    mutating func endConnection(_ end: Journal.ConnectionEnd) { self.end = end }

    /// Ends the exchange, and prepares the record for the next exchange.
    ///
    /// - Parameter count: the number of sent bytes of the reply.
    @inline(__always)
    mutating func endExchange(sent count: Int) {
        ordinal = -1
        lateness = 0
        isCaptured = false
        exchange &+= 1
        sent &+= count
    }

    /// Restarts the record for a connection that moves to another session.
    ///
    /// - Parameter count: the number of received bytes that belong to the new session.
    mutating func move(to connection: Int, carrying count: Int) {
        (self.connection, exchange, sent, received) = (connection, 0, 0, count)
    }

    /// Returns the rule that the skipped empty lines violate, if any. Resets the kind of the empty lines.
    mutating func takeLeadingLine() -> [String] {
        defer { leadingLine = 0 }
        switch leadingLine {
        case 0: return []
        case 1: return ["RFC 9112 §2.2: an empty line precedes the request"]
        default: return ["RFC 9112 §2.2: an empty line that ends in LF without CR precedes the request"]
        }
    }
}

extension ExchangeRecord {
    /// Records HTTP rules that the request violates.
    func recordViolations(_ rules: [String], in session: Session) { recordNotes(rules, as: .violation, in: session) }

    /// Records notes of one kind in the journal.
    func recordNotes(_ texts: [String], as kind: JournalRecord.Note, in session: Session) {
        guard !texts.isEmpty else { return }
        session.lock.withLock {
            for text in texts { session.journal.note(ordinal, kind, text) }
        }
    }

    /// Records the arrival of a head that the server rejects before matching. Returns the exchange's ordinal.
    func recordRefused(_ head: UnsafeRawBufferPointer, status: Int32, in session: Session) -> Int {
        let record = arrival(headAt: 0, hasBody: false, JournalRecord.Decided(status: status))
        let kept = UnsafeRawBufferPointer(rebasing: head.prefix(session.limits.head))
        return session.lock.withLock { session.journal.appendArrival(record, .refused, head: kept) }
    }

    /// Returns the journal record for the arrival of the exchange and the decision about it.
    @inline(__always)
    func arrival(headAt: Int64, hasBody: Bool, _ decided: JournalRecord.Decided) -> JournalRecord.Arrived {
        JournalRecord.Arrived(
            connection: UInt32(truncatingIfNeeded: connection),
            exchange: UInt32(truncatingIfNeeded: exchange),
            at: firstByteAt,
            headAt: headAt,
            hasBody: hasBody ? 1 : 0,
            decided: decided
        )
    }

    /// Records a decision that is made after the arrival of the exchange, with the names of its faults.
    func recordDecision(_ decision: Journal.Decision, status: Int32, faults: String? = nil, in session: Session) {
        session.lock.withLock {
            session.journal.appendDecision(ordinal, JournalRecord.Decided(status: status), decision)
            if let faults { session.journal.note(ordinal, .fault, faults) }
        }
    }

    /// Records the end of the exchange. The caller must hold the session's lock.
    @inline(__always)
    func recordEnd(_ end: Journal.End, written: Int, at now: Int64, in journal: JournalStore) {
        if lateness > Self.noteThreshold { journal.note(ordinal, .lateness, "\(lateness)") }
        let record = JournalRecord.Ended(written: UInt64(written), at: now, peerClosedAt: peerClosedAt)
        journal.appendEnd(ordinal, record, JournalRecord.EndDetail(end, isCaptured: isCaptured))
    }

    /// Returns the journal record for the end of the connection.
    ///
    /// - Parameters:
    ///   - sent: the number of bytes sent on the connection.
    ///   - acknowledged: the number of sent bytes that the client's kernel has acknowledged.
    ///   - unused: the number of received bytes that belong to another session.
    func disconnected(at now: Int64, sent: Int, acknowledged: Int, unused: Int = 0) -> JournalRecord.Disconnected {
        JournalRecord.Disconnected(
            at: now,
            received: UInt64(received - unused),
            sent: UInt64(sent),
            acknowledged: UInt64(acknowledged),
            exchanges: UInt64(exchange)
        )
    }

    /// Returns the journal entry of the open exchange, which a closure receives to create the reply.
    func entry(head: [UInt8], body: [UInt8], at now: Int64, in session: Session) -> Journal.Entry {
        var entry = Journal.Entry(
            ordinal: ordinal,
            session: session.name,
            connection: connection,
            exchange: exchange,
            at: firstByteAt,
            headAt: now,
            rawHead: head
        )
        entry.body = Journal.Body(length: body.count, kept: body, hash: StableHash.of(body))
        entry.decision = .reply
        return entry
    }
}
