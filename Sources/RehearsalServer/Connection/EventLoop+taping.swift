import Rehearsal
import RehearsalPlatform

extension EventLoop {
    /// The most that is kept of one reply: 8 MiB.
    private static let mostTaped = 8 << 20
    /// The same where more waits to be written down than there is room for: a head has no more.
    private static let leastTaped = 4 << 10

    /// Hands bytes to the kernel, and keeps those that it took where somebody wants them.
    func send(_ connection: Connection, _ base: UnsafeRawPointer, _ count: Int, more: Bool) -> Socket.Transfer {
        let sent = Socket.send(connection.descriptor, base, count, more: more)
        if case .bytes(let count) = sent, connection.session.journal.tape != nil { keep(base, count, connection) }
        return sent
    }

    /// Keeps bytes of a reply that the kernel has just taken, before they are counted.
    @inline(never)
    func keep(_ base: UnsafeRawPointer, _ count: Int, _ connection: Connection) {
        guard connection.ordinal >= 0 else { return }
        let offset = connection.written
        // Later than this turn of the loop has begun: what came before is what a client waits for.
        var record = JournalRecord.Sent(at: SystemClock.now(), offset: UInt64(offset), count: UInt64(count))
        if offset == 0 { record.take(Socket.ownAddress(connection.descriptor)) }
        let session = connection.session
        session.lock.withLock {
            let most = session.journal.tape?.isCrowded == true ? Self.leastTaped : Self.mostTaped
            let kept = min(count, max(0, most - offset))
            session.journal.sent(connection.ordinal, record, UnsafeRawBufferPointer(start: base, count: kept))
        }
    }
}
