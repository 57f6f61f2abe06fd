import Rehearsal
import RehearsalHTTP
import RehearsalPlatform

extension EventLoop {
    /// Unparsed bytes beyond which a connection is not read from.
    private static let mostPending = 64 << 10
    private static let mostDiscarded = 1 << 20

    /// Takes what the kernel has for a connection.
    func receive(_ connection: Connection) {
        let waited = connection.session.measuresLateness ? Socket.sinceLastData(connection.descriptor) : 0
        let received = Socket.receive(connection.descriptor, into: input, readSize(connection))
        now = SystemClock.now()
        switch received {
        case .wouldBlock: return
        case .failed: lose(connection)
        case .bytes(0): finishReading(connection)
        case .bytes(let count):
            connection.received &+= count
            // A paced upload is read late on purpose.
            if waited > connection.lateness, connection.special?.upload == nil { connection.lateness = waited }
            if connection.phase == .lingering || connection.phase == .resetting {
                connection.discarded += count
                if connection.phase == .lingering, connection.discarded > Self.mostDiscarded { close(connection) }
                return
            }
            feed(connection, UnsafeRawBufferPointer(start: input, count: count))
        }
    }

    private func feed(_ connection: Connection, _ bytes: UnsafeRawBufferPointer) {
        if connection.pending.isEmpty {
            connection.arrivedAt = now
            let used = process(connection, bytes)
            if used < bytes.count, connection.phase != .closed {
                connection.pending = Array(bytes[used...])
            }
        } else {
            var pending = connection.pending
            connection.pending = []
            pending.append(contentsOf: bytes)
            connection.pending = consume pending
            processPending(connection)
        }
        settle(connection)
    }

    /// Goes on with what was read before, after something else has ended.
    func resume(_ connection: Connection) {
        processPending(connection)
        settle(connection)
    }

    private func processPending(_ connection: Connection) {
        guard !connection.pending.isEmpty else { return }
        var bytes = connection.pending
        connection.pending = []
        let used = bytes.withUnsafeBytes { process(connection, $0) }
        guard connection.phase != .closed, used < bytes.count else { return }
        if used > 0 { bytes.removeFirst(used) }
        connection.pending = bytes
    }

    /// Reads requests out of the bytes until they end or one has to wait; returns how many were used.
    private func process(_ connection: Connection, _ bytes: UnsafeRawBufferPointer) -> Int {
        var offset = 0
        while true {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[offset...])
            switch connection.phase {
            case .head:
                guard let used = processHead(connection, rest) else { return offset }
                offset += used
            case .hello:
                guard let used = readGreeting(connection, rest) else { return offset }
                offset += used
            case .body:
                guard !rest.isEmpty, !connection.isUploadPaused else { return offset }
                offset += processBody(connection, rest)
            case .lingering, .resetting, .deaf, .closed: return bytes.count
            // After a stall that only the client can end nothing is answered, so nothing is kept either.
            case .stalled where connection.deadline == .max: return bytes.count
            case .waiting, .writing, .streaming, .stalled, .pausing: return offset
            }
        }
    }

    /// Returns nil if there is no complete head.
    private func processHead(_ connection: Connection, _ bytes: UnsafeRawBufferPointer) -> Int? {
        let leniency = connection.session.leniency
        if connection.firstByteAt == 0 {
            // RFC 9112 §2.2: empty lines before a request are passed over.
            guard let empty = HeadScan.leadingLine(bytes, takesFeeds: leniency.contains(.bareLineFeeds)) else {
                return nil
            }
            if empty > 0 {
                connection.leadingLine = max(connection.leadingLine, 3 - empty)
                return empty
            }
            connection.firstByteAt = connection.arrivedAt
            connection.headDeadline = now + connection.session.headTimeout
        }
        var scan = connection.scan
        let outcome = scan.run(bytes, connection.session.requestLimits, tolerating: leniency)
        connection.scan = scan
        switch outcome {
        case .incomplete:
            if connection.deadline != connection.headDeadline {
                connection.deadline = connection.headDeadline
                schedule(connection)
            }
            return nil
        case .broken(let violation):
            if let front = connection.front { move(connection, to: front, carrying: bytes.count) }
            refuse(connection, violation, head: bytes)
            return bytes.count
        case .complete(let length):
            let head = UnsafeRawBufferPointer(rebasing: bytes[..<length])
            if let front = connection.front {
                return beginShared(connection, of: front, head, unread: bytes.count) ? length : nil
            }
            guard connection.idleFault == nil || meetIdleFault(connection) else { return nil }
            begin(connection, head, hasMore: bytes.count > length)
            return length
        }
    }

    private func processBody(_ connection: Connection, _ bytes: UnsafeRawBufferPointer) -> Int {
        do throws(Violation) {
            let read = connection.body?.body.length ?? 0
            let size = connection.special?.upload?.size(of: bytes.count, read: read) ?? bytes.count
            let used = try takeBody(connection, UnsafeRawBufferPointer(rebasing: bytes.prefix(size)))
            if connection.special?.upload != nil, !goOnUploading(connection, after: used) { return used }
            if connection.body?.isComplete ?? true {
                finishBody(connection)
            } else {
                connection.deadline = now + connection.session.limits.bodyTimeout.nanoseconds
                schedule(connection)
            }
            return used
        } catch {
            enterBody(connection)
            refuse(connection, error)
            return bytes.count
        }
    }

    /// Reads more of a body; returns how many bytes belong to it.
    private func takeBody(_ connection: Connection, _ piece: UnsafeRawBufferPointer) throws(Violation) -> Int {
        let (session, before) = (ObjectIdentifier(connection.session), connection.body?.kept ?? 0)
        defer { members[session]?.arrivingBytes += (connection.body?.kept ?? 0) - before }
        let limit = connection.session.limits.bodies
        let wanted = min(piece.count, connection.body?.room ?? 0)
        guard (members[session]?.arrivingBytes ?? 0) + wanted <= limit else { throw BodyReader.noRoom(limit) }
        return try connection.body?.feed(piece) ?? 0
    }

    /// The peer has sent its FIN: a half-close, after which it may still read.
    private func finishReading(_ connection: Connection) {
        connection.isReadClosed = true
        connection.peerClosedAt = now
        switch connection.phase {
        case .head where connection.firstByteAt > 0: endInHead(connection)
        case .head, .hello, .lingering: close(connection)
        case .body:
            enterCutBody(connection)
            abandon(connection)
        // Nothing says when these end, so a client that sends no more is taken to have gone.
        case .stalled where connection.deadline == .max, .waiting where connection.isHeld, .streaming, .deaf,
            .pausing where owesNothing(connection):
            abandon(connection)
        case .waiting, .writing, .stalled, .pausing, .resetting: watch(connection)
        case .closed: break
        }
    }

    /// The peer has sent its FIN in the middle of a head, which is on record and not answered (RFC 9112 §8).
    private func endInHead(_ connection: Connection) {
        let pending = connection.pending
        pending.withUnsafeBytes { enterCutHead(connection, $0) }
        abandon(connection)
    }

    /// The connection is gone: RST, or something as final.
    func lose(_ connection: Connection) {
        if connection.peerClosedAt == 0 { connection.peerClosedAt = now }
        if connection.end == .closedByClient { connection.end = .resetByClient }
        if connection.phase == .head, connection.firstByteAt > 0, connection.ordinal < 0 {
            let pending = connection.pending
            pending.withUnsafeBytes { enterCutHead(connection, $0) }
        }
        if connection.body?.isComplete == false { enterCutBody(connection) }
        if connection.body != nil { enterBody(connection) }
        finishExchange(connection, .resetByClient)
        close(connection)
    }

    /// After reading: closes what can bring no further request, and watches for what may come next.
    private func settle(_ connection: Connection) {
        guard connection.phase != .closed else { return }
        if connection.isReadClosed, connection.phase == .head {
            return connection.firstByteAt > 0 ? endInHead(connection) : close(connection)
        }
        // The FIN was read with what is before it, and what is missing of the body will not come.
        if connection.isReadClosed, connection.phase == .body, !connection.isUploadPaused {
            enterCutBody(connection)
            return abandon(connection)
        }
        watch(connection)
    }

    /// Asks the poller for what the connection now waits for.
    func watch(_ connection: Connection) {
        var interest: Interest = []
        let isFull = connection.pending.count >= Self.mostPending
        let reads = connection.phase == .head || connection.phase == .body || !isFull
        let isDeaf = connection.phase == .deaf || connection.isUploadPaused
        if reads, !isDeaf, !connection.isReadClosed { interest.insert(.read) }
        if connection.phase == .writing { interest.insert(.write) }
        guard interest != connection.interest else { return }
        connection.interest = interest
        poller.want(interest, of: connection.descriptor, token: connection.token)
    }
}
