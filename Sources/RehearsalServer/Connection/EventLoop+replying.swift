import Rehearsal

extension EventLoop {
    /// Sends a reply when it is released and its time has come.
    func perform(_ reply: PreparedReply, _ connection: Connection) {
        if let hold = reply.hold {
            keep(reply, hold, connection)
        } else {
            postpone(reply, connection)
        }
    }

    private func postpone(_ reply: PreparedReply, _ connection: Connection) {
        if reply.delay > 0 {
            connection.phase = .waiting
            connection.deadline = now &+ reply.delay
            schedule(connection)
        } else {
            start(reply, connection)
        }
    }

    /// Sends a reply up to the point at which its fault takes effect, or whole.
    func start(_ reply: PreparedReply, _ connection: Connection) {
        guard let fault = reply.fault else { return transmit(reply, connection, from: 0, to: .max) }
        let message = Message(reply, connection.request)
        transmit(reply, connection, from: 0, to: message.offset(of: fault.stage))
    }

    /// Hands a part of the message to the kernel, in one call where it fits.
    private func transmit(_ reply: PreparedReply, _ connection: Connection, from start: Int, to end: Int) {
        let message = Message(reply, connection.request)
        let end = min(end, message.length)
        guard end > start else { return transmitted(connection) }
        if message.length <= Self.outputSize {
            message.copy(into: output, date: date)
            send(connection, UnsafeRawBufferPointer(start: output + start, count: end - start))
        } else {
            sendLarge(message, connection, start, end)
        }
    }

    private func send(_ connection: Connection, _ bytes: UnsafeRawBufferPointer) {
        guard let base = bytes.baseAddress else { return transmitted(connection) }
        switch Socket.send(connection.descriptor, base, bytes.count) {
        case .failed: return lose(connection)
        case .wouldBlock:
            connection.output.bytes = Array(bytes)
        case .bytes(let count):
            connection.written &+= count
            if count == bytes.count { return transmitted(connection) }
            connection.output.bytes = Array(bytes[count...])
        }
        connection.output.offset = 0
        awaitKernel(connection)
    }

    /// A message that does not fit the loop's buffer: its head is copied, its body sent from where it lies.
    private func sendLarge(_ message: Message, _ connection: Connection, _ start: Int, _ end: Int) {
        let headLength = message.headLength
        if start < headLength {
            let head = message.head(date: date)
            connection.output.bytes = Array(head[start..<min(end, headLength)])
        }
        connection.output.source = message.reply
        connection.output.sourceOffset = message.sourceOffset(of: max(start, headLength))
        connection.output.sourceEnd = message.sourceOffset(of: max(end, headLength))
        connection.phase = .writing
        drain(connection)
    }

    private func awaitKernel(_ connection: Connection) {
        connection.phase = .writing
        connection.deadline = .max
        watch(connection)
    }

    /// The kernel takes more: sends on where it stopped, then goes on with what was read meanwhile.
    func flush(_ connection: Connection) {
        drain(connection)
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

    /// Sends until all is sent or the kernel takes no more.
    private func drain(_ connection: Connection) {
        while !connection.output.isEmpty {
            let isHead = connection.output.offset < connection.output.bytes.count
            now = SystemClock.now()
            let sent = isHead ? flushBytes(connection) : flushSource(connection)
            switch sent {
            case .failed: return lose(connection)
            case .wouldBlock: return awaitKernel(connection)
            case .bytes(let count):
                connection.written &+= count
                if isHead { connection.output.offset += count } else { connection.output.sourceOffset += count }
            }
        }
        connection.output = Output()
        transmitted(connection)
    }

    private func flushBytes(_ connection: Connection) -> Socket.Transfer {
        let output = connection.output
        return output.bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return .bytes(0) }
            let hasMore = output.sourceOffset < output.sourceEnd
            return Socket.send(connection.descriptor, base + output.offset, bytes.count - output.offset, more: hasMore)
        }
    }

    private func flushSource(_ connection: Connection) -> Socket.Transfer {
        let output = connection.output
        guard let source = output.source else { return .failed }
        return source.encoded.bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return .bytes(0) }
            let count = output.sourceEnd - output.sourceOffset
            return Socket.send(connection.descriptor, base + output.sourceOffset, count)
        }
    }

    /// What was to be sent has been taken: the exchange ends, or its fault takes effect.
    private func transmitted(_ connection: Connection) {
        guard let reply = connection.reply, let fault = reply.fault else { return complete(connection) }
        switch fault.effect {
        case .close:
            finishExchange(connection, .fault)
            linger(connection)
        case .reset:
            connection.phase = .resetting
            connection.deadline = now
            awaitAcknowledgement(connection)
        case .stall(nil) where connection.isReadClosed:
            // The client has gone already, and nothing else would end this.
            finishExchange(connection, .closedByClient)
            close(connection)
        case .stall(let duration):
            connection.phase = .stalled
            connection.deadline = duration.map { now + $0.nanoseconds } ?? .max
            schedule(connection)
        }
    }

    /// A stall of a stated length is over: the rest follows, and no further fault.
    func endStall(_ connection: Connection) {
        guard let reply = connection.reply, let fault = reply.fault else { return }
        let start = Message(reply, connection.request).offset(of: fault.stage)
        let rest = PreparedReply(faultless: reply)
        connection.reply = rest
        transmit(rest, connection, from: start, to: .max)
        proceed(connection)
    }

    private func complete(_ connection: Connection) {
        let closes = !connection.request.keepsAlive || connection.reply?.encoded.closesConnection ?? false
        finishExchange(connection, connection.isTimedOut ? .timeout : .completed)
        if closes { linger(connection) } else { next(connection) }
    }

    /// Makes the connection ready for another request.
    private func next(_ connection: Connection) {
        connection.phase = .head
        connection.scan = HeadScan()
        connection.firstByteAt = 0
        connection.deadline = now &+ connection.session.idle
        schedule(connection)
    }

    /// Keeps a reply back until it is released.
    private func keep(_ reply: PreparedReply, _ hold: Scenario.Hold, _ connection: Connection) {
        // The client has gone already, and nobody knows when this would be released.
        if connection.isReadClosed {
            finishExchange(connection, .closedByClient)
            return close(connection)
        }
        let session = connection.session
        let held = Gates.Held(loop: handle, token: connection.token, ordinal: connection.ordinal)
        switch session.lock.withLock({ session.gates.pass(hold, held) }) {
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
    func release(_ token: UInt64, _ ordinal: Int) {
        guard let connection = connection(token, ordinal), connection.isHeld, let reply = connection.reply else {
            return
        }
        connection.isHeld = false
        postpone(reply, connection)
        proceed(connection)
    }

    /// The connection of an exchange that is still open.
    private func connection(_ token: UInt64, _ ordinal: Int) -> Connection? {
        let slot = Int(token & 0xffff_ffff)
        guard slots[slot].generation == UInt32(token >> 32), let connection = slots[slot].connection,
            connection.ordinal == ordinal
        else { return nil }
        return connection
    }

    /// Has a reply made by a closure; it comes back as a command.
    func ask(_ answer: @escaping Scenario.Reply.Answer, about request: Journal.Entry, _ connection: Connection) {
        connection.phase = .waiting
        connection.deadline = .max
        let session = connection.session
        let (token, handle) = (connection.token, handle)
        Task {
            let prepared = PreparedReply(await LaterReply.made(by: answer, request), session.encoder)
            handle.submit { $0.answer(prepared, to: token, request.ordinal, session) }
        }
    }

    private func answer(_ reply: PreparedReply, to token: UInt64, _ ordinal: Int, _ session: Session) {
        // If the client has gone, that is on record already, and the reply is dropped.
        guard let connection = connection(token, ordinal) else { return }
        session.lock.withLock {
            session.journal.decided(ordinal, JournalRecord.Decided(status: reply.statusOnTheWire), .reply)
            if let fault = reply.fault { session.journal.note(ordinal, .fault, fault.description) }
        }
        connection.reply = reply
        perform(reply, connection)
        proceed(connection)
    }
}
