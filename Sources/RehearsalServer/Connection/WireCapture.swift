import Rehearsal
import RehearsalPlatform

/// A record of the bytes of one reply that the kernel has taken, for a session that keeps them.
struct WireCapture {
    /// The bytes that are kept of one reply, at most: 8 MiB.
    private static let mostKept = 8 << 20
    /// The same while the store has too little room for what waits to be written: a head is no longer.
    private static let leastKept = 4 << 10

    private let session: Session
    private let ordinal: Int
    private let descriptor: Int32

    /// Returns nil for a session that keeps no replies, and for bytes that belong to no exchange.
    @inline(__always)
    init?(_ connection: HTTPConnection) {
        guard connection.session.journal.tape != nil, connection.ordinal >= 0 else { return nil }
        (session, ordinal, descriptor) = (connection.session, connection.ordinal, connection.descriptor)
    }

    /// Keeps bytes that the kernel has just taken, which begin at an offset of the reply.
    @inline(never)
    func keep(_ base: UnsafeRawPointer, _ count: Int, at offset: Int) {
        // Later than this turn of the loop has begun: what came before is what a client waits for.
        var record = JournalRecord.Sent(at: SystemClock.now(), offset: UInt64(offset), count: UInt64(count))
        if offset == 0 { record.take(Socket.ownAddress(descriptor)) }
        session.lock.withLock {
            let most = session.journal.tape?.isCrowded == true ? Self.leastKept : Self.mostKept
            let kept = min(count, max(0, most - offset))
            session.journal.sent(ordinal, record, UnsafeRawBufferPointer(start: base, count: kept))
        }
    }
}
