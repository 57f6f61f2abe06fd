import Rehearsal
import RehearsalHTTP
import RehearsalPlatform

extension HTTPConnection {
    private static let maximumDiscarded = 1 << 20

    /// Reads the bytes in the receive buffer of the connection.
    func receive(on loop: EventLoop) {
        let waited = session.measuresLateness ? Socket.timeSinceLastData(descriptor) : 0
        let received = Socket.receive(descriptor, into: loop.input, readSize)
        loop.readClock()
        switch received {
        case .wouldBlock: return
        case .failed: handleConnectionLoss(on: loop)
        case .bytes(0): finishReading(on: loop)
        case .bytes(let count):
            record.countReceived(count)
            // The throttle of an upload delays reading on purpose.
            if waited > record.lateness, specialState?.upload == nil { record.noteLateness(waited) }
            if phase == .lingering || phase == .resetting {
                discarded += count
                if phase == .lingering, discarded > Self.maximumDiscarded { close(on: loop) }
                return
            }
            feed(UnsafeRawBufferPointer(start: loop.input, count: count), on: loop)
        }
    }

    private func feed(_ bytes: UnsafeRawBufferPointer, on loop: EventLoop) {
        if self.pending.isEmpty {
            arrivedAt = loop.now
            if phase == .head, answerRepeated(bytes, on: loop) {
                // Most connections then wait for the next request as before.
                if phase == .head, !isReadClosed { return }
                return closeOrWatch(on: loop)
            }
            let used = processWhole(bytes, on: loop) ?? process(bytes, on: loop)
            if used < bytes.count, phase != .closed {
                self.pending = Array(bytes[used...])
            }
        } else {
            var pending = self.pending
            self.pending = []
            pending.append(contentsOf: bytes)
            self.pending = consume pending
            processPending(on: loop)
        }
        closeOrWatch(on: loop)
    }

    /// Processes the pending bytes after a reply or a pause has ended.
    func resume(on loop: EventLoop) {
        processPending(on: loop)
        closeOrWatch(on: loop)
    }

    private func processPending(on loop: EventLoop) {
        guard !pending.isEmpty else { return }
        var bytes = pending
        pending = []
        let used = bytes.withUnsafeBytes { process($0, on: loop) }
        guard phase != .closed, used < bytes.count else { return }
        if used > 0 { bytes.removeFirst(used) }
        pending = bytes
    }

    /// Processes bytes that are one whole head, as most requests without a body are. Returns the number of parsed
    /// bytes; nil, without an effect, for other bytes.
    @inline(__always)
    private func processWhole(_ bytes: UnsafeRawBufferPointer, on loop: EventLoop) -> Int? {
        guard phase == .head, record.isUntouched, parseWholeHead(bytes, on: loop) else { return nil }
        record.begin(at: arrivedAt)
        return beginParsed(bytes, unread: bytes.count, on: loop) ? bytes.count : 0
    }

    /// Parses requests until the bytes end or a request must wait. Returns the number of parsed bytes.
    private func process(_ bytes: UnsafeRawBufferPointer, on loop: EventLoop) -> Int {
        var offset = 0
        while true {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[offset...])
            switch phase {
            case .head:
                guard let used = processHead(rest, on: loop) else { return offset }
                offset += used
            case .awaitingClientHello:
                guard let used = readClientHello(rest, on: loop) else { return offset }
                offset += used
            case .body:
                guard !rest.isEmpty, !isUploadPaused else { return offset }
                offset += processBody(rest, on: loop)
            case .lingering, .resetting, .readingStopped, .closed: return bytes.count
            // The stall lasts until the client closes the connection, so no later request is answered.
            case .stalled where deadline == .max: return bytes.count
            case .waiting, .writing, .streaming, .stalled, .pausing: return offset
            }
        }
    }

    /// Processes a head or an empty line before it. Returns its length; nil if it is incomplete or must wait.
    private func processHead(_ bytes: UnsafeRawBufferPointer, on loop: EventLoop) -> Int? {
        let leniency = session.leniency
        if record.isUntouched {
            // RFC 9112 §2.2: empty lines before a request are skipped.
            guard let empty = HeadScan.leadingLine(bytes, acceptsBareLF: leniency.contains(.bareLineFeeds)) else {
                return nil
            }
            if empty > 0 {
                record.skip(emptyLineOf: empty)
                return empty
            }
            record.begin(at: arrivedAt)
            headDeadline = loop.now + session.headTimeout
        }
        var scan = self.scan
        let outcome = scan.scan(bytes, session.requestLimits, tolerating: leniency)
        self.scan = scan
        switch outcome {
        case .incomplete:
            if deadline != headDeadline {
                deadline = headDeadline
                loop.schedule(self)
            }
            return nil
        case .broken(let violation):
            if let portOwner = self.portOwner { move(to: portOwner, carrying: bytes.count, on: loop) }
            refuse(violation, head: bytes, on: loop)
            return bytes.count
        case .complete(let length):
            let head = UnsafeRawBufferPointer(rebasing: bytes[..<length])
            if parse(head, on: loop) { return beginParsed(head, unread: bytes.count, on: loop) ? length : nil }
            if let portOwner = self.portOwner {
                return beginOnSharedPort(of: portOwner, head, unread: bytes.count, on: loop) ? length : nil
            }
            guard !hasIdleFault || applyIdleFault(on: loop) else { return nil }
            begin(head, isParsed: false, hasMore: bytes.count > length, on: loop)
            return length
        }
    }

    /// Processes the parsed head. Returns whether it was processed; if a fault delays it, the loop processes it later.
    ///
    /// - Parameter unread: the number of received bytes from the start of the head.
    @inline(__always)
    private func beginParsed(_ head: UnsafeRawBufferPointer, unread: Int, on loop: EventLoop) -> Bool {
        if let portOwner = self.portOwner, mayMove(from: portOwner, on: loop) {
            return beginOnSharedPort(of: portOwner, head, unread: unread, on: loop)
        }
        if answerAtOnce(head, on: loop) { return true }
        guard !hasIdleFault || applyIdleFault(on: loop) else { return false }
        begin(head, isParsed: true, hasMore: unread > head.count, on: loop)
        return true
    }

    private func processBody(_ bytes: UnsafeRawBufferPointer, on loop: EventLoop) -> Int {
        do throws(Violation) {
            let size = specialState?.upload?.size(of: bytes.count, read: body?.length ?? 0) ?? bytes.count
            let used = try takeBody(UnsafeRawBufferPointer(rebasing: bytes.prefix(size)), on: loop)
            if specialState?.upload != nil, !continueUpload(after: used, on: loop) { return used }
            if body?.isComplete ?? true {
                finishBody(on: loop)
            } else {
                deadline = loop.now + session.limits.bodyTimeout.nanoseconds
                loop.schedule(self)
            }
            return used
        } catch {
            recordBody(on: loop)
            refuse(error, on: loop)
            return bytes.count
        }
    }

    /// Feeds bytes to the body. Returns the number of bytes that belong to it.
    private func takeBody(_ piece: UnsafeRawBufferPointer, on loop: EventLoop) throws(Violation) -> Int {
        let before = body?.keptCount ?? 0
        defer { loop.countArriving((body?.keptCount ?? 0) - before, of: session) }
        let (arriving, limit) = (loop.arrivingBytes(of: session), session.limits.bodies)
        return try body?.feed(piece, arriving: arriving, limit: limit) ?? 0
    }

    /// Handles the client's FIN. After this half-close the client may still read the reply.
    private func finishReading(on loop: EventLoop) {
        isReadClosed = true
        record.peerClosed(at: loop.now)
        switch phase {
        case .head where !record.isUntouched: endInHead(on: loop)
        case .head, .awaitingClientHello, .lingering: close(on: loop)
        case .body:
            recordTruncatedBody(on: loop)
            closeAfterClientClose(on: loop)
        // Nothing else may ever end these phases, so the client's FIN ends the exchange.
        case .stalled where deadline == .max, .waiting where isWaitingForHold, .streaming, .readingStopped,
            .pausing where isOnlyPausing:
            closeAfterClientClose(on: loop)
        case .waiting, .writing, .stalled, .pausing, .resetting: watch(on: loop)
        case .closed: break
        }
    }

    /// Records a head that the client's FIN made incomplete. The server sends no reply (RFC 9112 §8).
    private func endInHead(on loop: EventLoop) {
        let pending = self.pending
        pending.withUnsafeBytes { recordTruncatedHead($0) }
        closeAfterClientClose(on: loop)
    }

    /// Handles the loss of the connection by RST or another fatal error.
    func handleConnectionLoss(on loop: EventLoop) {
        record.foundPeerClosed(at: loop.now)
        if record.end == .closedByClient { record.endConnection(.resetByClient) }
        if phase == .head, !record.isUntouched, !record.isOpen {
            let pending = self.pending
            pending.withUnsafeBytes { recordTruncatedHead($0) }
        }
        if body?.isComplete == false { recordTruncatedBody(on: loop) }
        if body != nil { recordBody(on: loop) }
        finishExchange(.resetByClient, on: loop)
        close(on: loop)
    }

    /// Closes the connection if the client's FIN rules out another request; otherwise watches for the next event.
    private func closeOrWatch(on loop: EventLoop) {
        guard phase != .closed else { return }
        if isReadClosed, phase == .head {
            return record.isUntouched ? close(on: loop) : endInHead(on: loop)
        }
        // The FIN arrived together with these bytes, so the rest of the body will not arrive.
        if isReadClosed, phase == .body, !isUploadPaused {
            recordTruncatedBody(on: loop)
            return closeAfterClientClose(on: loop)
        }
        watch(on: loop)
    }
}

extension HTTPConnection {
    /// Applies the next fault of the request's body if its offset has been reached.
    ///
    /// - Returns: whether reading continues.
    func applyUploadFault(on loop: EventLoop) -> Bool {
        let length = body?.length ?? 0
        let isOver = body?.isComplete ?? true
        guard let fault = specialState?.upload?.nextFault(read: length, isOver: isOver) else { return true }
        switch fault.effect {
        case .stall(let duration?): pauseUpload(for: duration.nanoseconds, on: loop)
        case .delay(let delay): pauseUpload(for: delay.sample(from: &random), on: loop)
        case .stall(nil):
            recordBody(on: loop)
            phase = .readingStopped
            deadline = loop.now + UploadThrottle.probeInterval
            Socket.shrinkReceiveBuffer(descriptor)
            loop.schedule(self)
            watch(on: loop)
        default:
            recordBody(on: loop)
            terminate(by: fault.effect, on: loop)
        }
        return false
    }

    private func pauseUpload(for duration: Int64, on loop: EventLoop) {
        specialState?.upload?.pause(for: duration, from: loop.now)
        scheduleUploadCheck(on: loop)
        watch(on: loop)
    }

    private func scheduleUploadCheck(on loop: EventLoop) {
        deadline = specialState?.upload?.deadline(at: loop.now) ?? loop.now
        loop.schedule(self)
    }

    /// The number of bytes that are read from the connection at once.
    private var readSize: Int {
        guard phase == .body, let size = specialState?.upload?.readSize else { return EventLoop.inputSize }
        return size
    }

    /// Applies the pace and the faults of an upload after a number of body bytes.
    ///
    /// - Returns: whether reading continues at once.
    private func continueUpload(after count: Int, on loop: EventLoop) -> Bool {
        if specialState?.upload?.pauseForPace(count, at: loop.now) == true {
            scheduleUploadCheck(on: loop)
            watch(on: loop)
        }
        return applyUploadFault(on: loop) && !isUploadPaused
    }

    /// Resumes reading if its pause is over; otherwise checks that the client is connected.
    ///
    /// - Returns: whether reading was paused.
    func waitForUpload(on loop: EventLoop) -> Bool {
        guard let upload = specialState?.upload, upload.isPaused else { return false }
        guard upload.isDue(at: loop.now) else {
            if checkUploadingClient(on: loop) { scheduleUploadCheck(on: loop) }
            return true
        }
        specialState?.upload?.resume()
        guard applyUploadFault(on: loop) else { return true }
        deadline = loop.now + session.limits.bodyTimeout.nanoseconds
        loop.schedule(self)
        if body?.isComplete ?? true {
            finishBody(on: loop)
            proceed(on: loop)
        } else {
            sendContinue()
            resume(on: loop)
        }
        return true
    }

    /// Returns whether the client is connected or has sent the whole body; otherwise ends the exchange.
    private func checkUploadingClient(on loop: EventLoop) -> Bool {
        switch Socket.peer(descriptor) {
        case .connected: return true
        case .reset:
            handleConnectionLoss(on: loop)
            return false
        case .closed:
            if specialState?.upload?.wasCompleteAtClose ?? true { return true }
            record.foundPeerClosed(at: loop.now)
            let isWhole = body?.isCompleted(by: pending + Socket.peekReceived(descriptor)) ?? true
            specialState?.upload?.clientClosed(afterWhole: isWhole)
            if isWhole { return true }
            recordTruncatedBody(on: loop)
            closeAfterClientClose(on: loop)
            return false
        }
    }

    /// Checks whether the client is still connected while the server does not read. If not, ends the exchange.
    func checkClient(on loop: EventLoop) {
        switch Socket.peer(descriptor) {
        case .connected:
            deadline = loop.now + UploadThrottle.probeInterval
            loop.schedule(self)
        case .reset: handleConnectionLoss(on: loop)
        case .closed:
            record.foundPeerClosed(at: loop.now)
            closeAfterClientClose(on: loop)
        }
    }

    /// Applies a network state to a new connection before any byte is read.
    func apply(_ network: Scenario.Network, on loop: EventLoop) {
        if network.on == .clientHello, network.state != .open {
            phase = .awaitingClientHello
            requiredSpecialState.faults.deferUntilHello(network)
            deadline = loop.now + session.limits.headTimeout.nanoseconds
            loop.schedule(self)
            return watch(on: loop)
        }
        switch network.state {
        case .open, .refusing: watch(on: loop)
        case .resetting: terminate(by: .reset, on: loop)
        case .closing: linger(on: loop)
        case .silent:
            phase = .readingStopped
            deadline = loop.now
            loop.schedule(self)
            watch(on: loop)
        case .bytes(let bytes):
            let piece = Scenario.Body.Piece(bytes)
            let reply = PreparedReply(Scenario.Reply(body: .raw([piece])), run.encoder)
            self.reply = reply
            start(reply, on: loop)
            proceed(on: loop)
        case .slow(let delay):
            let seed = run.seed
            var random = RandomSource(seed: seed, endpoint: .max, request: record.connection)
            phase = .pausing
            deadline = loop.now + delay.sample(from: &random)
            loop.schedule(self)
            watch(on: loop)
        }
    }

    /// Reads the first message of a TLS handshake. Returns the number of bytes used; nil while it is incomplete.
    private func readClientHello(_ bytes: UnsafeRawBufferPointer, on loop: EventLoop) -> Int? {
        guard let length = TLSRecord.length(of: bytes) else { return nil }
        guard let network = specialState?.faults.takeNetworkAfterHello() else { return length }
        phase = .head
        apply(Scenario.Network(network.state), on: loop)
        // After the pause of a slow network state, the bytes are parsed as a request.
        return phase == .pausing ? 0 : length
    }
}
