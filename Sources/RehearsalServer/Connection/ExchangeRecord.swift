import Rehearsal
import RehearsalHTTP
import RehearsalPlatform

/// The journal data of a connection and its open exchange.
///
/// A value without references, changed in short steps: a mutation that spans a system call or the session's lock
/// would cost each request an exclusivity check.
struct ExchangeRecord {
    /// The number of the connection in its session.
    private(set) var connection: Int
    /// The number of the open or next exchange on the connection.
    private(set) var exchange = 0
    /// The ordinal of the open exchange in the journal; -1 before it is recorded.
    private(set) var ordinal = -1
    /// The time at which the first byte of the exchange was read; 0 before it.
    private(set) var firstByteAt: Int64 = 0
    /// The time at which the client closed its side; 0 before it.
    private(set) var peerClosedAt: Int64 = 0
    /// The longest delay of the loop in reading the exchange or sending its reply, in nanoseconds.
    private(set) var lateness: Int64 = 0
    /// The bytes received on the connection, and those sent in ended exchanges.
    private(set) var received = 0
    private(set) var sent = 0
    /// The side that ends the connection.
    private(set) var end = Journal.ConnectionEnd.closedByClient
    /// The kind of empty lines before the head: 0 for none, 1 for CRLF, 2 if one ended in LF alone.
    private var leadingLine = 0

    /// The least lateness that is recorded: the kernel's resolution is a few milliseconds.
    private static let leastLateness: Int64 = 4_000_000

    init(connection: Int) { self.connection = connection }

    /// Whether the exchange is in the journal and has not ended.
    var isOpen: Bool { ordinal >= 0 }
    /// Whether no byte of the next request has been read.
    var isUntouched: Bool { firstByteAt == 0 }
    /// Whether empty lines were skipped before the head.
    var hasLeadingLine: Bool { leadingLine > 0 }

    @inline(__always) mutating func begin(at time: Int64) { firstByteAt = time }
    @inline(__always) mutating func record(as ordinal: Int) { self.ordinal = ordinal }
    @inline(__always) mutating func countReceived(_ count: Int) { received &+= count }
    @inline(__always) mutating func countSent(_ count: Int) { sent &+= count }
    @inline(__always) mutating func noteLateness(_ time: Int64) { lateness = max(lateness, time) }

    /// Records a skipped empty line of one or two bytes before a head.
    mutating func skip(emptyLineOf count: Int) { leadingLine = max(leadingLine, 3 - count) }

    /// Records the time at which the client closed its side.
    mutating func peerClosed(at time: Int64) { peerClosedAt = time }

    /// Records the time at which a closed client side was detected, unless a time is recorded.
    mutating func foundPeerClosed(at time: Int64) { if peerClosedAt == 0 { peerClosedAt = time } }

    /// Records the way in which the connection ends.
    mutating func endConnection(_ end: Journal.ConnectionEnd) { self.end = end }

    /// Resets the state of the exchange that has ended.
    @inline(__always)
    mutating func endExchange(sent count: Int) {
        ordinal = -1
        lateness = 0
        exchange &+= 1
        sent &+= count
    }

    /// Restarts the record for another session, with a number of bytes that were read and not used.
    mutating func move(to connection: Int, carrying count: Int) {
        (self.connection, exchange, sent, received) = (connection, 0, 0, count)
    }

    /// Takes the rule that the empty lines before the head broke.
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
    /// Records rules that the exchange broke.
    func note(_ rules: [String], in session: Session) { note(rules, as: .violation, in: session) }

    /// Records notes of one kind.
    func note(_ texts: [String], as kind: JournalRecord.Note, in session: Session) {
        guard !texts.isEmpty else { return }
        session.lock.withLock {
            for text in texts { session.journal.note(ordinal, kind, text) }
        }
    }

    /// Records a head that was refused without a decision, and returns its ordinal.
    func recordRefused(_ head: UnsafeRawBufferPointer, status: Int32, in session: Session) -> Int {
        let record = arrival(headAt: 0, hasBody: false, JournalRecord.Decided(status: status))
        let kept = UnsafeRawBufferPointer(rebasing: head.prefix(session.limits.head))
        return session.lock.withLock { session.journal.arrived(record, .refused, head: kept) }
    }

    /// Returns the record of the exchange's arrival.
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

    /// Records a later decision about the exchange, with the names of its faults.
    func record(_ decision: Journal.Decision, status: Int32, faults: String? = nil, in session: Session) {
        session.lock.withLock {
            session.journal.decided(ordinal, JournalRecord.Decided(status: status), decision)
            if let faults { session.journal.note(ordinal, .fault, faults) }
        }
    }

    /// Records the end of the exchange; the caller holds the session's lock.
    @inline(__always)
    func record(_ end: Journal.End, written: Int, at now: Int64, in journal: JournalStore) {
        if lateness > Self.leastLateness { journal.note(ordinal, .lateness, "\(lateness)") }
        let record = JournalRecord.Ended(written: UInt64(written), at: now, peerClosedAt: peerClosedAt)
        journal.ended(ordinal, record, end)
    }

    /// Returns the record of the connection's end.
    ///
    /// - Parameters:
    ///   - sent: the number of all bytes sent.
    ///   - unused: the number of bytes that were read and belong to another session.
    func disconnected(at now: Int64, sent: Int, acknowledged: Int, unused: Int = 0) -> JournalRecord.Disconnected {
        JournalRecord.Disconnected(
            at: now,
            received: UInt64(received - unused),
            sent: UInt64(sent),
            acknowledged: UInt64(acknowledged),
            exchanges: UInt64(exchange)
        )
    }

    /// Returns the entry of the open exchange, for a closure that makes its reply.
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
