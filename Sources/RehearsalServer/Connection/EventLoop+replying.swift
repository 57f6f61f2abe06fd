import Rehearsal
import RehearsalHTTP
import RehearsalPlatform

extension EventLoop {
    /// Sends a reply when it is released and its time has come.
    func perform(_ reply: PreparedReply, _ connection: Connection) {
        if reply.isPlain {
            start(reply, connection)
        } else if let hold = reply.hold {
            keep(reply, hold, connection)
        } else {
            postpone(reply, connection)
        }
    }

    private func postpone(_ reply: PreparedReply, _ connection: Connection) {
        var delay = reply.delay
        if reply.isDrawn, connection.special?.random != nil {
            delay = reply.source.delay.draw(from: &connection.random)
        }
        if delay > 0 {
            connection.phase = .waiting
            wait(connection, for: delay)
        } else {
            start(reply, connection)
        }
    }

    /// Sends a reply, whole or as its script says.
    func start(_ reply: PreparedReply, _ connection: Connection) {
        if reply.isScripted {
            connection.script = Script(reply, Message(reply, connection.request), &connection.random)
            perform(connection)
        } else {
            if let stream = reply.source.stream, !connection.request.isHead {
                connection.streaming = Streaming(stream)
            }
            if transmit(0..<Int.max, of: reply, connection) { complete(connection) }
        }
    }

    /// Sends a range of a reply as this request receives it; returns whether the kernel took all of it.
    func transmit(_ range: Range<Int>, of reply: PreparedReply, _ connection: Connection) -> Bool {
        let sent = connection.sender.transmit(
            range,
            of: Message(reply, connection.request),
            through: output,
            date: date(for: connection),
            at: &now,
            WireCapture(connection)
        )
        return conclude(sent, connection)
    }

    /// Waits for the kernel, or ends a connection that is lost; returns whether everything has been sent.
    func conclude(_ transmission: ReplySender.Transmission, _ connection: Connection) -> Bool {
        switch transmission {
        case .done: return true
        case .lost: lose(connection)
        case .pending:
            connection.phase = .writing
            connection.deadline = .max
            watch(connection)
        }
        return false
    }

    /// The kernel takes more: sends on where it stopped, then goes on with what was read meanwhile.
    func flush(_ connection: Connection) {
        if conclude(connection.sender.drain(at: &now, WireCapture(connection)), connection) {
            if connection.script == nil { complete(connection) } else { perform(connection) }
        }
        proceed(connection)
    }

    /// After something that began outside of reading has ended: reads on, or waits for what comes next.
    func proceed(_ connection: Connection) {
        switch connection.phase {
        case .head: resume(connection)
        case .closed: break
        default: watch(connection)
        }
    }

    /// The reply has been sent: the exchange ends, and the connection waits for another, or ends too.
    func complete(_ connection: Connection) {
        if let streaming = connection.streaming, !streaming.isOver { return goOn(streaming, connection) }
        let request = connection.request
        let isEnd = connection.reply?.encoded.closesConnection(toHead: request.isHead) ?? false
        let closes = !request.keepsAlive || isEnd
        if let reply = connection.reply, !reply.isPlain { leaveIdleFault(of: reply, connection) }
        finishExchange(connection, connection.isTimedOut ? .timeout : .completed)
        if closes { linger(connection) } else { next(connection) }
    }

    /// Makes the connection ready for another request.
    private func next(_ connection: Connection) {
        connection.phase = .head
        connection.scan = HeadScan()
        connection.firstByteAt = 0
        connection.deadline = now &+ connection.session.idle
        if let special = connection.special, case .idle(.after(let duration))? = special.idleFault?.stage {
            connection.deadline = now + max(0, duration.nanoseconds)
        }
        schedule(connection)
    }

    /// Keeps a reply back until it is released.
    private func keep(_ reply: PreparedReply, _ hold: Scenario.Hold, _ connection: Connection) {
        // The client has gone already, and nobody knows when this would be released.
        if connection.isReadClosed { return abandon(connection) }
        let session = connection.session
        let held = Gates.Held(loop: handle, token: connection.token, ordinal: connection.ordinal)
        switch session.pass(hold, held, of: connection.play) {
        case .open(let others):
            session.go(others)
            postpone(reply, connection)
        case .held:
            connection.isHeld = true
            connection.phase = .waiting
            connection.deadline = .max
        }
    }

    /// A reply that was held may go.
    func release(_ token: UInt64, _ ordinal: Int, of session: Session) {
        guard let connection = connection(token, ordinal, session), connection.isHeld, let reply = connection.reply
        else {
            return
        }
        connection.isHeld = false
        postpone(reply, connection)
        proceed(connection)
    }

    /// The connection of an exchange that is still open.
    func connection(_ token: UInt64, _ ordinal: Int, _ session: Session) -> Connection? {
        let slot = Int(token & 0xffff_ffff)
        guard slots[slot].generation == UInt32(token >> 32), let connection = slots[slot].connection,
            connection.ordinal == ordinal, connection.session === session
        else { return nil }
        return connection
    }

    /// Has a reply made by a closure; it comes back as a command.
    func ask(_ answer: @escaping Scenario.Reply.Answer, about request: Journal.Entry, _ connection: Connection) {
        connection.phase = .waiting
        connection.deadline = .max
        let session = connection.session
        let (token, handle, ticket, play) = (connection.token, handle, connection.special?.ticket, connection.play)
        let kinds: RequestTerms.Kinds = play.playbook.sharesWithOrigins ? .all : [.conditions, .ranges]
        let terms = RequestTerms(request.method, kinds) { request.headers.values(of: $0) }
        // Before whatever else has been queued: a client waits for it.
        Task(priority: .high) {
            let made = await LaterReply.made(by: answer, request)
            // What policies do with it is done also for a client that has gone: the request was applied.
            let prepared = play.prepared(play.concluded(made, ticket, of: request.ordinal) ?? made, for: terms)
            handle.submit { $0.answer(prepared, to: token, request.ordinal, session) }
        }
    }

    private func answer(_ reply: PreparedReply, to token: UInt64, _ ordinal: Int, _ session: Session) {
        // If the client has gone, that is on record already, and the reply is dropped.
        guard let connection = connection(token, ordinal, session) else { return }
        session.lock.withLock {
            session.journal.decided(ordinal, JournalRecord.Decided(status: reply.statusOnTheWire), .reply)
            if let fault = reply.faultNames { session.journal.note(ordinal, .fault, fault) }
        }
        connection.reply = reply
        perform(reply, connection)
        proceed(connection)
    }
}
