import Rehearsal
import RehearsalPlatform

extension EventLoop {
    private static let mostAcceptsATurn = 64
    private static let pause: Int64 = 50_000_000

    /// Accepts the connections that wait at a listener, up to 64 in one turn.
    func accept(_ listener: Listener) {
        for _ in 0..<Self.mostAcceptsATurn {
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
        guard let play = loopSessions[ObjectIdentifier(session)]?.play else {
            session.connectionClosed(number, JournalRecord.Disconnected(at: now), .stopped)
            return Socket.close(descriptor)
        }
        let (slot, token) = takeSlot()
        let connection = HTTPConnection(descriptor, session, play, number: number, slot: slot, token: token)
        slots[Int(slot)].connection = connection
        loopSessions[ObjectIdentifier(session)]?.slots.insert(slot)
        connection.join(self, ahead: loopSessions[ObjectIdentifier(session)]?.ahead ?? 0)
        if let state { return connection.apply(state, on: self) }
        connection.watch(on: self)
        // The first bytes have often arrived already; reading them now saves a turn of the loop.
        connection.receive(on: self)
    }

    /// Closes waiting connections with the reserve descriptor, so that clients do not wait if no descriptor is free.
    private func rejectConnections(_ listener: Listener) {
        if reserve < 0 { reserve = open("/dev/null", O_RDONLY | O_CLOEXEC) }
        if reserve >= 0 {
            Socket.close(reserve)
            var count = 0
            while count < Self.mostAcceptsATurn, let descriptor = Socket.accept(listener.socket.descriptor) {
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
        wake(listener.slot, at: listener.resumesAt)
    }

    /// Resumes accepting for a session that was at its connection limit and has lost a connection.
    func resumeAccepting(for session: Session) {
        for slot in listenersAtLimit {
            guard let listener = slots[Int(slot)].listener, listener.session === session else { continue }
            listenersAtLimit.remove(slot)
            guard listener.resumesAt != .max else { continue }
            listener.resumesAt = .max
            poller.setInterest(.read, of: listener.socket.descriptor, token: listener.token)
        }
    }

    /// Registers a session on this loop, unless it is registered.
    func register(_ session: Session, _ play: ScenarioRun) {
        guard loopSessions[ObjectIdentifier(session)] == nil else { return }
        loopSessions[ObjectIdentifier(session)] = LoopSession(play: play, ahead: session.time.offset)
    }

    /// Makes another scenario run decide the next requests of a session.
    func setRun(_ play: ScenarioRun, for session: Session) {
        guard let member = loopSessions[ObjectIdentifier(session)], member.play.number < play.number else { return }
        loopSessions[ObjectIdentifier(session)]?.play = play
        changes += 1
    }

    /// Closes the connections and listeners of a session on this loop; open exchanges end as stopped.
    func end(_ session: Session) {
        guard let member = loopSessions.removeValue(forKey: ObjectIdentifier(session)) else { return }
        for slot in member.slots {
            if let connection = self.slots[Int(slot)].connection {
                if connection.isBetweenRequests, let front = connection.portOwner, front !== session {
                    connection.move(to: front, carrying: connection.pending.count, end: .stopped, on: self)
                    continue
                }
                connection.recordBody(on: self)
                connection.finishExchange(.stopped, on: self)
                connection.record.endConnection(.stopped)
                connection.close(on: self)
            } else if let listener = self.slots[Int(slot)].listener {
                poller.remove(listener.socket.descriptor)
                Socket.close(listener.socket.descriptor)
                giveBack(slot)
            }
        }
    }
}
