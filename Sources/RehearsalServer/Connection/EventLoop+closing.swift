import Rehearsal
import RehearsalHTTP
import RehearsalPlatform

extension EventLoop {
    private static let lingerTime: Int64 = 2_000_000_000
    private static let acknowledgementTime: Int64 = 1_000_000_000
    private static let acknowledgementStep: Int64 = 1_000_000
    /// The kernel tells milliseconds, in steps of a few.
    private static let leastLateness: Int64 = 4_000_000

    /// Puts the end of the open exchange on record, if there is one.
    func finishExchange(_ connection: Connection, _ end: Journal.End) {
        guard connection.ordinal >= 0 else { return }
        let session = connection.session
        let record = JournalRecord.Ended(
            written: UInt64(connection.sender.written),
            at: now,
            peerClosedAt: connection.peerClosedAt
        )
        session.lock.lock()
        if connection.isHeld, let hold = connection.reply?.hold { session.gates.forget(hold, connection.ordinal) }
        if connection.phase == .waiting, connection.reply?.answer != nil {
            let note = "the exchange ended before its reply was made, which is dropped"
            session.journal.note(connection.ordinal, .violation, note)
        }
        if let ticket = connection.special?.ticket { connection.play.state.pointee.books?.end(ticket) }
        if connection.lateness > Self.leastLateness {
            session.journal.note(connection.ordinal, .lateness, "\(connection.lateness)")
        }
        session.journal.ended(connection.ordinal, record, end)
        session.lock.unlock()
        connection.ordinal = -1
        connection.lateness = 0
        connection.exchange &+= 1
        connection.sent &+= connection.sender.endReply()
        connection.reply = nil
        connection.isTimedOut = false
        connection.isHeld = false
        connection.special?.endExchange()
    }

    /// Notes that the loop does now what was due at an instant.
    func noteLateness(_ connection: Connection, since due: Int64) {
        guard connection.session.measuresLateness else { return }
        connection.lateness = max(connection.lateness, now - due)
    }

    /// Sends FIN and reads on until the peer's, so that its last words do not become an RST (RFC 9112 §9.6).
    func linger(_ connection: Connection) {
        if connection.isReadClosed { return close(connection) }
        connection.end = .closed
        Socket.shutdownWrite(connection.descriptor)
        connection.phase = .lingering
        connection.pending = []
        connection.discarded = 0
        connection.deadline = now + Self.lingerTime
        schedule(connection)
        watch(connection)
    }

    /// Sends RST once everything sent has been acknowledged, or after a second.
    func awaitAcknowledgement(_ connection: Connection) {
        let isOver = now - connection.deadline > Self.acknowledgementTime
        if isOver || Socket.unacknowledged(connection.descriptor) == 0 {
            finishExchange(connection, .fault)
            connection.end = .reset
            Socket.setReset(connection.descriptor)
            return close(connection)
        }
        wake(connection.slot, at: now + Self.acknowledgementStep)
    }

    /// The deadline has come.
    func expire(_ connection: Connection) {
        guard !hasNews(connection) else { return }
        switch connection.phase {
        case .head:
            if connection.firstByteAt == 0 {
                if let fault = connection.idleFault { return endIdle(connection, by: fault) }
                return close(connection)
            }
            let pending = connection.pending
            timeOut(connection, "the head was not complete in time", head: pending)
        case .body:
            if waitForUpload(connection) { return }
            enterBody(connection)
            timeOut(connection, "the body fell silent")
        case .waiting:
            guard let reply = connection.reply else { return }
            noteLateness(connection, since: connection.deadline)
            connection.deadline = .max
            start(reply, connection)
            proceed(connection)
        case .hello: close(connection)
        case .pausing: endPause(connection)
        case .deaf: probe(connection)
        case .resetting: awaitAcknowledgement(connection)
        case .lingering: close(connection)
        case .writing, .streaming, .stalled, .closed: break
        }
    }

    /// Whether a client that was taken to be too slow had sent enough, and the loop was too busy to read it.
    private func hasNews(_ connection: Connection) -> Bool {
        // A fault comes when its time has come, whatever has been sent.
        guard connection.phase == .head || connection.phase == .body, connection.interest.contains(.read),
            connection.idleFault == nil
        else { return false }
        receive(connection)
        let isStillSlow = connection.phase == .head || connection.phase == .body
        return !isStillSlow || connection.deadline > now
    }

    private func timeOut(_ connection: Connection, _ what: String, head: [UInt8] = []) {
        connection.isTimedOut = true
        head.withUnsafeBytes { refuse(connection, Violation(408, "RFC 9110 §15.5.9: \(what)"), head: $0) }
    }

    /// Closes a connection whose client closed it during the exchange.
    func abandon(_ connection: Connection) {
        finishExchange(connection, .closedByClient)
        close(connection)
    }

    func close(_ connection: Connection) {
        guard connection.phase != .closed else { return }
        connection.phase = .closed
        connection.pending = []
        forgetBody(connection)
        let sent = connection.sent &+ connection.sender.written
        let record = JournalRecord.Disconnected(
            at: now,
            received: UInt64(connection.received),
            sent: UInt64(sent),
            acknowledged: UInt64(max(0, sent - Socket.unacknowledged(connection.descriptor))),
            exchanges: UInt64(connection.exchange)
        )
        poller.forget(connection.descriptor)
        Socket.close(connection.descriptor)
        members[ObjectIdentifier(connection.session)]?.slots.remove(connection.slot)
        giveBack(connection.slot)
        connection.session.connectionClosed(connection.number, record, connection.end, countedBy: connection.front)
    }
}
