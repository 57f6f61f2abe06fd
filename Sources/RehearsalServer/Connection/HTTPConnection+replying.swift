import Rehearsal
import RehearsalHTTP
import RehearsalPlatform

extension HTTPConnection {
    /// Sends a reply after its hold is released and its delay has passed.
    func sendAfterHoldAndDelay(_ reply: PreparedReply, on loop: EventLoop) {
        if reply.isPlain {
            start(reply, on: loop)
        } else if let hold = reply.hold {
            self.hold(reply, hold, on: loop)
        } else {
            postpone(reply, on: loop)
        }
    }

    private func postpone(_ reply: PreparedReply, on loop: EventLoop) {
        var delay = reply.delay
        if reply.variesByRequest, specialState?.random != nil {
            delay = reply.source.delay.sample(from: &random)
        }
        if delay > 0 {
            phase = .waiting
            wait(for: delay, on: loop)
        } else {
            start(reply, on: loop)
        }
    }

    /// Starts sending a reply, either at once or by a script.
    func start(_ reply: PreparedReply, on loop: EventLoop) {
        if reply.isScripted {
            let script = ReplyScript(reply, OutgoingReply(reply, request), &random)
            requiredSpecialState.faults.begin(script)
            runScript(on: loop)
        } else {
            if let stream = reply.source.stream, !request.isHead {
                requiredSpecialState.streaming = Streaming(stream)
            }
            if transmit(0..<Int.max, of: reply, on: loop) { complete(on: loop) }
        }
    }

    /// Sends a range of the reply as adapted to the request. Returns whether the kernel accepted all of it.
    private func transmit(_ range: Range<Int>, of reply: PreparedReply, on loop: EventLoop) -> Bool {
        let message = OutgoingReply(reply, request)
        let (start, end) = (range.lowerBound, min(range.upperBound, message.length))
        guard end > start else { return true }
        if message.length <= EventLoop.outputSize {
            if usesSystemTime, let date = loop.date.baseAddress {
                message.copy(into: loop.output, date: date)
            } else {
                date(on: loop).withUnsafeBytes {
                    if let date = $0.baseAddress { message.copy(into: loop.output, date: date) }
                }
            }
            return send(UnsafeRawBufferPointer(start: loop.output + start, count: end - start), on: loop)
        }
        var sender = sender
        sender.enqueue(with: start..<end, of: message, date: date(on: loop))
        return drain(&sender, on: loop)
    }

    /// Sends bytes in one system call, and stores the bytes that the kernel does not accept.
    ///
    /// `sender` is changed only after the system call, because a mutation that spans a call costs an exclusivity check.
    func send(_ bytes: UnsafeRawBufferPointer, on loop: EventLoop) -> Bool {
        guard let base = bytes.baseAddress else { return true }
        var accepted = 0
        switch Socket.send(descriptor, base, bytes.count) {
        case .failed: return conclude(.lost, on: loop)
        case .wouldBlock: break
        case .bytes(let count):
            if let capture = WireCaptureWriter(self) {
                capture.keep(base, count, at: sender.written)
                record.noteCapture()
            }
            sender.count(count)
            if count == bytes.count { return true }
            accepted = count
        }
        sender.enqueue(with: Array(bytes[accepted...]))
        return conclude(.pending, on: loop)
    }

    /// Sends the stored bytes until the kernel accepts no more, and then stores the changed copy of `sender`.
    private func drain(_ copy: inout ReplySender, on loop: EventLoop) -> Bool {
        var now = loop.now
        let (capture, before) = (WireCaptureWriter(self), copy.written)
        let sent = copy.drain(at: &now, capture)
        if capture != nil, copy.written > before { record.noteCapture() }
        (sender, loop.now) = (copy, now)
        return conclude(sent, on: loop)
    }

    /// Waits until the kernel accepts more bytes, or ends a lost connection. Returns whether all bytes have been sent.
    private func conclude(_ transmission: ReplySender.Transmission, on loop: EventLoop) -> Bool {
        switch transmission {
        case .done: return true
        case .lost: handleConnectionLoss(on: loop)
        case .pending:
            phase = .writing
            deadline = .max
            watch(on: loop)
        }
        return false
    }

    /// Sends the rest of a reply when the kernel accepts more bytes, and then processes bytes received in the meantime.
    func flush(on loop: EventLoop) {
        loop.readClock()
        var sender = sender
        if drain(&sender, on: loop) {
            if hasScript { runScript(on: loop) } else { complete(on: loop) }
        }
        proceed(on: loop)
    }

    /// Processes pending bytes if the connection is ready for a request; otherwise watches for the next event.
    func proceed(on loop: EventLoop) {
        switch phase {
        case .head: resume(on: loop)
        case .closed: break
        default: watch(on: loop)
        }
    }

    /// Ends the exchange after its reply was sent, and closes the connection or waits for the next request.
    private func complete(on loop: EventLoop) {
        if let streaming = specialState?.streaming, !streaming.isOver { return requestNextPiece(streaming, on: loop) }
        let request = self.request
        let isEnd = self.reply?.encoded.shape.closesConnection(toHead: request.isHead) ?? false
        let closes = !request.keepsAlive || isEnd
        if let reply = self.reply, !reply.isPlain { scheduleIdleFault(of: reply) }
        finishExchange(isTimedOut ? .timeout : .completed, on: loop)
        if closes { linger(on: loop) } else { next(on: loop) }
    }

    /// Prepares the connection for the next request.
    func next(on loop: EventLoop) {
        phase = .head
        scan = HeadScan()
        record.begin(at: 0)
        deadline = loop.now &+ session.idle
        if let time = specialState?.faults.idleTime { deadline = loop.now + time }
        loop.schedule(self)
    }

    /// Sends a reply if its hold is open; otherwise makes the reply wait until the hold is released.
    private func hold(_ reply: PreparedReply, _ hold: Scenario.Hold, on loop: EventLoop) {
        // The hold may never be released, and the client has closed its side.
        if isReadClosed { return closeAfterClientClose(on: loop) }
        let session = self.session
        let pendingReply = HoldRegistry.PendingReply(loop: loop.handle, token: token, ordinal: record.ordinal)
        switch session.enqueue(hold, pendingReply, of: run) {
        case .open(let releasedReplies):
            session.send(releasedReplies)
            postpone(reply, on: loop)
        case .waits:
            isWaitingForHold = true
            phase = .waiting
            deadline = .max
        }
    }

    /// Starts a task that calls the closure for the reply and submits the reply to the loop.
    func callReplyClosure(_ answer: @escaping Scenario.Reply.Handler, about request: Journal.Entry, on loop: EventLoop)
    {
        phase = .waiting
        deadline = .max
        let session = self.session
        let (token, handle, ticket, run) = (self.token, loop.handle, specialState?.pendingPolicyWork, self.run)
        let kinds: RequestModifiers.Kinds = run.compiled.allowsCrossOrigin ? .all : [.conditions, .ranges]
        let modifiers = RequestModifiers(request.method, kinds) { request.headers.values(of: $0) }
        // A client waits for this reply, so the task has priority over others.
        Task(priority: .high) {
            let reply = await AsyncReply.evaluate(by: answer, request)
            // Policies count the reply even if the client disconnected, because the closure has processed the request.
            let prepared = run.prepared(
                run.applyingPolicies(reply, ticket, of: request.ordinal) ?? reply,
                for: modifiers
            )
            handle.submit { loop in
                // If the client disconnected, `connection` returns nil, and the journal has the end of the exchange.
                loop.connection(token, request.ordinal, session)?.answer(prepared, on: loop)
            }
        }
    }

    /// Sends a reply whose hold was released.
    func release(on loop: EventLoop) {
        guard isWaitingForHold, let reply else { return }
        isWaitingForHold = false
        postpone(reply, on: loop)
        proceed(on: loop)
    }

    /// Sends a reply that a closure has returned.
    private func answer(_ reply: PreparedReply, on loop: EventLoop) {
        record.recordDecision(.reply, status: reply.sentStatus, faults: reply.faultNames, in: session)
        self.reply = reply
        sendAfterHoldAndDelay(reply, on: loop)
        proceed(on: loop)
    }
}

extension HTTPConnection {
    /// Requests the next piece of a streamed body from its producer; starts the producer on the first call.
    private func requestNextPiece(_ streaming: Streaming, on loop: EventLoop) {
        if isReadClosed { return closeAfterClientClose(on: loop) }
        phase = .streaming
        deadline = .max
        watch(on: loop)
        if let acknowledge = streaming.acknowledge {
            streaming.acknowledge = nil
            return acknowledge.resume(returning: true)
        }
        let (handle, token, ordinal, session) = (loop.handle, self.token, record.ordinal, self.session)
        let next = streaming.next
        streaming.task = Task(priority: .high) {
            while let piece = await next(), !Task.isCancelled {
                guard !piece.isEmpty else { continue }
                let continues = await withCheckedContinuation { acknowledge in
                    handle.submit { loop in
                        guard let connection = loop.connection(token, ordinal, session) else {
                            return acknowledge.resume(returning: false)
                        }
                        connection.push(piece, acknowledge, on: loop)
                    }
                }
                guard continues else { return }
            }
            handle.submit { $0.connection(token, ordinal, session)?.endStream(on: $0) }
        }
    }

    /// Sends a piece of a streamed body as a chunk (RFC 9112 §7.1).
    private func push(_ piece: [UInt8], _ acknowledge: CheckedContinuation<Bool, Never>, on loop: EventLoop) {
        guard let streaming = specialState?.streaming else { return acknowledge.resume(returning: false) }
        streaming.acknowledge = acknowledge
        send(Array("\(String(piece.count, radix: 16))\r\n".utf8) + piece + [0x0D, 0x0A], on: loop)
    }

    private func endStream(on loop: EventLoop) {
        guard let streaming = specialState?.streaming else { return }
        streaming.isOver = true
        send(Array("0\r\n\r\n".utf8), on: loop)
        proceed(on: loop)
    }

    private func send(_ bytes: [UInt8], on loop: EventLoop) {
        loop.readClock()
        if bytes.withUnsafeBytes({ send($0, on: loop) }) { complete(on: loop) }
    }
}

extension HTTPConnection {
    /// The longest time that a script runs without yielding to other connections, in nanoseconds.
    private static let longestTurn: Int64 = 1_000_000
    /// The number of steps between two reads of the clock.
    private static let stepsPerClockRead = 16

    /// Runs the script of a reply until it waits, ends, or has run for the longest time of a turn.
    func runScript(on loop: EventLoop) {
        guard let reply = self.reply else { return }
        let start = SystemClock.now()
        var steps = 0
        while specialState?.faults.hasNextStep() == true {
            // The clock is read before a step, so that the exchange does not end later than its last byte.
            if steps > 0, steps.isMultiple(of: Self.stepsPerClockRead) {
                loop.readClock()
                if loop.now - start > Self.longestTurn { return yieldTurn(on: loop) }
            }
            guard let action = specialState?.faults.nextAction(at: loop.now), perform(action, reply, on: loop) else {
                return
            }
            steps += 1
        }
        complete(on: loop)
    }

    /// Performs an action of a script. Returns whether the next step can follow at once.
    private func perform(_ action: ReplyScript.Action, _ reply: PreparedReply, on loop: EventLoop) -> Bool {
        switch action {
        case .send(let range): return transmit(range, of: reply, on: loop)
        case .skip: return true
        case .wait(let time): pause(until: time, on: loop)
        case .stall: stall(on: loop)
        case .end(let effect): terminate(by: effect, on: loop)
        case .halfClose: halfClose(on: loop)
        }
        return false
    }

    private func pause(until time: Int64, on loop: EventLoop) {
        phase = .pausing
        wait(for: time - loop.now, on: loop)
    }

    /// Pauses the script until other connections have been served.
    private func yieldTurn(on loop: EventLoop) {
        phase = .pausing
        deadline = loop.now + 1
        loop.schedule(self)
    }

    private func stall(on loop: EventLoop) {
        // Only the client can end the stall, and it has closed its side.
        if isReadClosed { return closeAfterClientClose(on: loop) }
        phase = .stalled
        deadline = .max
    }

    /// Whether all bytes have been sent and only a pause remains, so that the client's FIN ends the exchange.
    var isOnlyPausing: Bool {
        guard record.isOpen else { return pending.isEmpty }
        guard let faults = specialState?.faults, let reply = self.reply else { return false }
        let length = OutgoingReply(reply, request).length
        return faults.isOver(at: length, ignoresRest: pending.isEmpty)
    }

    /// Sends FIN and discards received bytes until the client closes its side.
    private func halfClose(on loop: EventLoop) {
        finishExchange(.fault, on: loop)
        if isReadClosed { return close(on: loop) }
        record.endConnection(.closed)
        Socket.shutdownWrite(descriptor)
        phase = .lingering
        pending = []
        discarded = .min
        deadline = .max
        watch(on: loop)
    }

    /// Continues after a pause.
    func endPause(on loop: EventLoop) {
        deadline = .max
        if hasScript {
            runScript(on: loop)
        } else {
            // A fault delayed a request's head, or a network state delayed the connection.
            phase = .head
            scan = HeadScan()
            deadline = loop.now &+ session.idle
            loop.schedule(self)
        }
        proceed(on: loop)
    }

    /// Applies the fault that the previous reply scheduled for the next request.
    ///
    /// - Returns: whether the request is processed now; false if the fault delays it.
    func applyIdleFault(on loop: EventLoop) -> Bool {
        guard let delay = specialState?.faults.applyToNextRequest() else { return true }
        pauseReading(for: delay, on: loop)
        return false
    }

    /// Pauses the connection for a number of nanoseconds.
    private func pauseReading(for delay: Int64, on loop: EventLoop) {
        phase = .pausing
        wait(for: delay, on: loop)
    }

    /// Schedules the idle fault of a reply; selects its delay if that is random.
    private func scheduleIdleFault(of reply: PreparedReply) {
        let fault = reply.idleFault
        guard fault != nil || specialState != nil else { return }
        var delay: Int64 = 0
        if case .delay(let duration)? = fault?.effect { delay = duration.sample(from: &random) }
        requiredSpecialState.faults.scheduleIdleFault(fault, delay: delay)
    }

    /// Applies the idle fault of the connection, or closes the idle connection.
    func endIdle(on loop: EventLoop) {
        switch specialState?.faults.takeIdleFault() {
        case .pause(let delay)?: pauseReading(for: delay, on: loop)
        case .end(let effect)?: terminate(by: effect, on: loop)
        case nil: close(on: loop)
        }
    }

    /// Ends the connection, in any phase: with RST for a reset, otherwise with FIN.
    func terminate(by effect: Fault.Effect, on loop: EventLoop) {
        guard effect == .reset else {
            finishExchange(.fault, on: loop)
            return linger(on: loop)
        }
        phase = .resetting
        deadline = loop.now
        awaitAcknowledgement(on: loop)
    }
}
