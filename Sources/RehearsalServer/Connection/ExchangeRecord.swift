import Rehearsal
import RehearsalHTTP
import RehearsalPlatform

/// The facts of a connection and of its open exchange that the journal of its session holds, and their way into it.
///
/// A value without references that changes in single steps: a change that lasted through a call of the system, or
/// through the lock of the session, would cost each request a check for exclusive access.
struct ExchangeRecord {
    /// The place of the connection among those of its session.
    private(set) var connection: Int
    /// The place of the open exchange, or of the next one, among those of the connection.
    private(set) var exchange = 0
    /// The ordinal of the open exchange in the journal, or -1 before it is entered.
    private(set) var ordinal = -1
    /// The time at which the first byte of the exchange was read, or 0.
    private(set) var firstByteAt: Int64 = 0
    /// The time at which the client closed its side, or 0.
    private(set) var peerClosedAt: Int64 = 0
    /// The longest time by which the loop read the exchange, or sent its reply, too late, in nanoseconds.
    private(set) var lateness: Int64 = 0
    /// The bytes received on the connection, and those sent of all exchanges that have ended.
    private(set) var received = 0
    private(set) var sent = 0
    /// The side that ends the connection.
    private(set) var end = Journal.ConnectionEnd.closedByClient
    /// The lines passed over before the head: 1 for empty lines, 2 for one that ended in LF alone.
    private var leadingLine = 0

    /// The kernel tells milliseconds, in steps of a few.
    private static let leastLateness: Int64 = 4_000_000

    init(connection: Int) { self.connection = connection }

    /// Whether the exchange is in the journal and has not ended.
    var isOpen: Bool { ordinal >= 0 }
    /// Whether no byte of the next request has been read.
    var isUntouched: Bool { firstByteAt == 0 }
    /// Whether lines were passed over before the head.
    var hasLeadingLine: Bool { leadingLine > 0 }

    @inline(__always) mutating func begin(at time: Int64) { firstByteAt = time }
    @inline(__always) mutating func enter(as ordinal: Int) { self.ordinal = ordinal }
    @inline(__always) mutating func countReceived(_ count: Int) { received &+= count }
    @inline(__always) mutating func countSent(_ count: Int) { sent &+= count }
    @inline(__always) mutating func noteLateness(_ time: Int64) { lateness = max(lateness, time) }

    /// Passes over an empty line before a head.
    mutating func passOver(emptyLineOf count: Int) { leadingLine = max(leadingLine, 3 - count) }

    /// Notes the time at which the client closed its side.
    mutating func peerClosed(at time: Int64) { peerClosedAt = time }

    /// Notes the time at which the client was found to have closed its side, unless it is known.
    mutating func foundPeerClosed(at time: Int64) { if peerClosedAt == 0 { peerClosedAt = time } }

    /// Notes the way in which the connection ends.
    mutating func endConnection(_ end: Journal.ConnectionEnd) { self.end = end }

    /// Forgets the exchange that has ended.
    @inline(__always)
    mutating func endExchange(sent count: Int) {
        ordinal = -1
        lateness = 0
        exchange &+= 1
        sent &+= count
    }

    /// Makes the record one of a connection of another session, which begins with bytes that have been read.
    mutating func move(to connection: Int, carrying count: Int) {
        (self.connection, exchange, sent, received) = (connection, 0, 0, count)
    }

    /// Takes the rule that was broken by the lines before the head.
    mutating func takeLeadingLine() -> [String] {
        defer { leadingLine = 0 }
        switch leadingLine {
        case 0: return []
        case 1: return ["RFC 9112 §2.2: an empty line stands before the request"]
        default: return ["RFC 9112 §2.2: an empty line that ends in LF without CR stands before the request"]
        }
    }
}

extension ExchangeRecord {
    /// Enters rules that the exchange broke.
    func note(_ rules: [String], in session: Session) { note(rules, as: .violation, in: session) }

    /// Enters notes of one kind.
    func note(_ texts: [String], as kind: JournalRecord.Note, in session: Session) {
        guard !texts.isEmpty else { return }
        session.lock.withLock {
            for text in texts { session.journal.note(ordinal, kind, text) }
        }
    }

    /// Enters a head that nothing is decided about, and returns its ordinal.
    func enterRefused(_ head: UnsafeRawBufferPointer, status: Int32, in session: Session) -> Int {
        let record = arrival(headAt: 0, hasBody: false, JournalRecord.Decided(status: status))
        let kept = UnsafeRawBufferPointer(rebasing: head.prefix(session.limits.head))
        return session.lock.withLock { session.journal.arrived(record, .refused, head: kept) }
    }

    /// The record with which the exchange enters the journal.
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

    /// Enters another decision about the exchange, with the faults that it comes with.
    func enter(_ decision: Journal.Decision, status: Int32, faults: String? = nil, in session: Session) {
        session.lock.withLock {
            session.journal.decided(ordinal, JournalRecord.Decided(status: status), decision)
            if let faults { session.journal.note(ordinal, .fault, faults) }
        }
    }

    /// Enters the end of the exchange; the lock of the session is held.
    @inline(__always)
    func enter(_ end: Journal.End, written: Int, at now: Int64, in journal: JournalStore) {
        if lateness > Self.leastLateness { journal.note(ordinal, .lateness, "\(lateness)") }
        let record = JournalRecord.Ended(written: UInt64(written), at: now, peerClosedAt: peerClosedAt)
        journal.ended(ordinal, record, end)
    }

    /// The record of the end of the connection.
    ///
    /// - Parameters:
    ///   - sent: all bytes that were sent.
    ///   - unused: bytes that were read and belong to another session.
    func disconnected(at now: Int64, sent: Int, acknowledged: Int, unused: Int = 0) -> JournalRecord.Disconnected {
        JournalRecord.Disconnected(
            at: now,
            received: UInt64(received - unused),
            sent: UInt64(sent),
            acknowledged: UInt64(acknowledged),
            exchanges: UInt64(exchange)
        )
    }

    /// The exchange as far as it has come, for a closure that makes its reply.
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
