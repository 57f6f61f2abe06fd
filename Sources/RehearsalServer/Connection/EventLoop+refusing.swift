import Rehearsal
import RehearsalHTTP
import RehearsalPlatform

extension EventLoop {
    /// Answers a request that broke a rule or a limit, and closes the connection: what follows cannot be trusted.
    ///
    /// - Parameters:
    ///   - bytes: what has come of its head, if it is not in the journal yet.
    ///   - tolerated: rules that it broke before, and that alone would have been tolerated.
    func refuse(
        _ connection: Connection,
        _ violation: Violation,
        head bytes: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0),
        after tolerated: [String] = [],
    ) {
        let session = connection.session
        let status = Int32(violation.status)
        if connection.ordinal < 0 {
            // It may not have been parsed, and what is left of the request before says nothing about it.
            connection.request.isHead = Self.isHead(bytes)
            enterRefused(connection, bytes, status: status)
        } else {
            session.lock.withLock {
                session.journal.decided(connection.ordinal, JournalRecord.Decided(status: status), .refused)
            }
        }
        noteLeadingLine(connection)
        note(tolerated + [violation.rule], connection)
        connection.pending = []
        connection.request.keepsAlive = false
        let reply = PreparedReply(Problem.refused(violation), session.encoder)
        connection.reply = reply
        perform(reply, connection)
    }

    /// Whether the first word of a head that was not parsed is HEAD; words end as in the journal (``RawHead``).
    private static func isHead(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count > headMethod.count, bytes.starts(with: headMethod) else { return false }
        let rest = bytes[headMethod.count...]
        return rest.first == 0x20 || rest.first == 0x09 || rest.first == 0x0A || rest.starts(with: [0x0D, 0x0A])
    }

    /// Enters a head that is not complete, and that no more will come of.
    func enterCutHead(_ connection: Connection, _ bytes: UnsafeRawBufferPointer) {
        enterRefused(connection, bytes, status: -1)
        note(["RFC 9112 §8: the head ended after \(bytes.count) bytes, before its empty line"], connection)
    }

    private func enterRefused(_ connection: Connection, _ bytes: UnsafeRawBufferPointer, status: Int32) {
        let session = connection.session
        let record = JournalRecord.Arrived(
            connection: UInt32(truncatingIfNeeded: connection.number),
            exchange: UInt32(truncatingIfNeeded: connection.exchange),
            at: connection.firstByteAt,
            headAt: 0,
            hasBody: 0,
            decided: JournalRecord.Decided(status: status)
        )
        let kept = UnsafeRawBufferPointer(rebasing: bytes.prefix(session.limits.head))
        connection.ordinal = session.lock.withLock { session.journal.arrived(record, .refused, head: kept) }
    }
}
