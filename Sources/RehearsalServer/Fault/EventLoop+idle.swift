import Rehearsal
import RehearsalPlatform

extension EventLoop {
    /// The head of another request is there: meets the fault that the reply before it left to the connection.
    ///
    /// Returns whether it is to be looked at now.
    func meetIdleFault(_ connection: Connection) -> Bool {
        guard let fault = connection.idleFault else { return true }
        connection.idleFault = nil
        guard fault.stage == .idle(.nextRequest) else { return true }
        guard case .delay = fault.effect else {
            connection.dooming = fault
            return true
        }
        beDeaf(connection)
        return false
    }

    /// Looks at nothing for as long as the fault of the reply before says.
    private func beDeaf(_ connection: Connection) {
        connection.phase = .pausing
        wait(connection, for: connection.idleDelay)
    }

    /// Leaves the fault to the connection that a reply has for it, with what is to be drawn for it.
    func leaveIdleFault(of reply: PreparedReply, _ connection: Connection) {
        connection.idleFault = reply.idleFault
        guard case .delay(let delay)? = connection.idleFault?.effect else { return }
        connection.idleDelay = delay.draw(from: &connection.random)
    }

    /// Enters a request that will not be decided about, and ends its connection.
    func doom(
        _ connection: Connection,
        by fault: Fault,
        head: UnsafeRawBufferPointer,
        hasBody: Bool,
        breaking rules: [String]
    ) {
        let session = connection.session
        let (ordinal, _) = connection.play.enter(
            .needsBody,
            connection: connection,
            at: now,
            head: head,
            hasBody: hasBody
        )
        connection.ordinal = ordinal
        session.lock.withLock { session.journal.note(ordinal, .fault, fault.description) }
        noteLeadingLine(connection)
        note(rules, connection)
        end(connection, by: fault.effect)
    }

    /// The time has come at which an idle connection meets its fault.
    func endIdle(_ connection: Connection, by fault: Fault) {
        connection.idleFault = nil
        if case .delay = fault.effect { beDeaf(connection) } else { end(connection, by: fault.effect) }
    }

    /// FIN or RST, whatever the connection is doing.
    func end(_ connection: Connection, by effect: Fault.Effect) {
        guard effect == .reset else {
            finishExchange(connection, .fault)
            return linger(connection)
        }
        connection.phase = .resetting
        connection.deadline = now
        awaitAcknowledgement(connection)
    }
}
