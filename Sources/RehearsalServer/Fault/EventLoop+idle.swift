import Rehearsal

extension EventLoop {
    /// The head of another request is there: meets the fault that the reply before it left to the connection.
    ///
    /// Returns whether it is to be looked at now.
    func meetIdleFault(_ connection: Connection) -> Bool {
        guard let fault = connection.idleFault else { return true }
        connection.idleFault = nil
        guard fault.stage == .idle(.nextRequest), case .delay(let delay) = fault.effect else {
            if fault.stage == .idle(.nextRequest) { connection.dooming = fault }
            return true
        }
        var random = RandomSource(seed: connection.session.seed, endpoint: 0, request: connection.number)
        connection.phase = .pausing
        connection.deadline = now + delay.draw(from: &random)
        schedule(connection)
        return false
    }

    /// Enters a request that will not be decided about, and ends its connection.
    func doom(_ connection: Connection, by fault: Fault, head: UnsafeRawBufferPointer, hasBody: Bool) {
        let session = connection.session
        let (ordinal, _) = session.enter(.needsBody, connection: connection, at: now, head: head, hasBody: hasBody)
        connection.ordinal = ordinal
        session.lock.withLock { session.journal.note(ordinal, .fault, fault.description) }
        end(connection, by: fault.effect)
    }

    /// The time has come at which an idle connection meets its fault.
    func endIdle(_ connection: Connection, by fault: Fault) {
        connection.idleFault = nil
        end(connection, by: fault.effect)
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
