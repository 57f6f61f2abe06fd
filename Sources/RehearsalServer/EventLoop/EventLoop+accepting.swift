import Rehearsal
import RehearsalPlatform

extension EventLoop {
    private static let maxAcceptsPerTurn = 64
    /// The time between two attempts to accept after a failure or at a limit, in nanoseconds.
    private static let pause: Int64 = 50_000_000

    /// Accepts the connections in a listener's backlog, at most 64 in one turn.
    func accept(_ listener: Listener) {
        for _ in 0..<Self.maxAcceptsPerTurn {
            guard listener.session.hasRoom else {
                listenersAtLimit.insert(listener.slot)
                return pauseAccepting(listener)
            }
            if listener.network != nil {
                applyNetworkState(listener)
                guard listener.socket.isListening else { return }
            }
            guard let descriptor = Socket.accept(listener.socket.descriptor) else {
                let code = errno
                if code == EMFILE || code == ENFILE { rejectConnections(listener) }
                if code == ENOBUFS || code == ENOMEM { pauseAccepting(listener) }
                if code == EINTR || code == ECONNABORTED { continue }
                return
            }
            let session = listener.session
            let state = listener.network?.state
            listener.network?.countConnection()
            let number = session.connectionOpened(at: now, state)
            let loop = session.loop(for: number)
            if loop === handle {
                adopt(descriptor, for: session, number: number, state)
            } else {
                loop.submit { $0.adopt(descriptor, for: session, number: number, state) }
            }
        }
    }

    private func adopt(_ descriptor: Int32, for session: Session, number: Int, _ state: Scenario.Network?) {
        guard let run = loopSessions[ObjectIdentifier(session)]?.run else {
            session.connectionClosed(number, JournalRecord.Disconnected(at: now), .stopped)
            return Socket.close(descriptor)
        }
        let (slot, token) = takeSlot()
        let connection = HTTPConnection(descriptor, session, run, number: number, slot: slot, token: token)
        slots[Int(slot)].connection = connection
        loopSessions[ObjectIdentifier(session)]?.slots.insert(slot)
        connection.join(self, ahead: loopSessions[ObjectIdentifier(session)]?.ahead ?? 0)
        if let state { return connection.apply(state, on: self) }
        connection.watch(on: self)
        // The first bytes have often arrived already, and reading them now saves a turn of the loop.
        connection.receive(on: self)
    }

    /// Accepts connections with the reserve descriptor and closes them, so that clients do not wait for a descriptor.
    private func rejectConnections(_ listener: Listener) {
        if reserve < 0 { reserve = open("/dev/null", O_RDONLY | O_CLOEXEC) }
        if reserve >= 0 {
            Socket.close(reserve)
            var count = 0
            while count < Self.maxAcceptsPerTurn, let descriptor = Socket.accept(listener.socket.descriptor) {
                Socket.close(descriptor)
                count += 1
            }
            reserve = open("/dev/null", O_RDONLY | O_CLOEXEC)
            listener.session.lock.withLock { listener.session.journal.rejectedConnections += count }
        }
        pauseAccepting(listener)
    }

    private func pauseAccepting(_ listener: Listener) {
        poller.remove(listener.socket.descriptor)
        listener.resumesAt = now + Self.pause
        scheduleTimer(listener.slot, at: listener.resumesAt)
    }

    /// Resumes accepting for a session that was at its connection limit, after one of its connections has closed.
    func resumeAccepting(for session: Session) {
        for slot in listenersAtLimit {
            guard let listener = slots[Int(slot)].listener, listener.session === session else { continue }
            listenersAtLimit.remove(slot)
            guard listener.resumesAt != .max else { continue }
            listener.resumesAt = .max
            poller.setInterest(.read, of: listener.socket.descriptor, token: listener.token)
        }
    }

    /// Registers a session on this loop, unless it is already registered.
    func register(_ session: Session, _ run: ScenarioRun) {
        guard loopSessions[ObjectIdentifier(session)] == nil else { return }
        loopSessions[ObjectIdentifier(session)] = LoopSession(run: run, ahead: session.time.offset)
    }

    /// Sets the scenario run that decides the next requests of a session, unless it has a newer run.
    func setRun(_ run: ScenarioRun, for session: Session) {
        guard let entry = loopSessions[ObjectIdentifier(session)], entry.run.number < run.number else { return }
        loopSessions[ObjectIdentifier(session)]?.run = run
        changes += 1
    }

    /// Closes the connections and listeners of a session on this loop; open exchanges end as stopped.
    func end(_ session: Session, resetsConnections: Bool = false) {
        guard let entry = loopSessions.removeValue(forKey: ObjectIdentifier(session)) else { return }
        for slot in entry.slots {
            if let connection = self.slots[Int(slot)].connection {
                if connection.isBetweenRequests, let portOwner = connection.portOwner, portOwner !== session {
                    connection.move(to: portOwner, carrying: connection.pending.count, end: .stopped, on: self)
                    continue
                }
                connection.recordBody(on: self)
                connection.finishExchange(.stopped, on: self)
                connection.record.endConnection(.stopped)
                if resetsConnections { Socket.setReset(connection.descriptor) }
                connection.close(on: self)
            } else if let listener = self.slots[Int(slot)].listener {
                poller.remove(listener.socket.descriptor)
                Socket.close(listener.socket.descriptor)
                freeSlot(slot)
            }
        }
    }
}
