import Rehearsal
import RehearsalHTTP
import RehearsalPlatform

extension EventLoop {
    /// How often a client that is not read from is asked whether it is still there, in nanoseconds.
    private static let probeInterval: Int64 = 100_000_000
    /// As good as for ever, and still a time that others can be added to, in nanoseconds.
    private static let longestHold: Int64 = 1 << 60

    /// Notes what happens to a body that is about to be read, and how fast it is read.
    func prepareUpload(_ connection: Connection, _ ruling: Play.Ruling, hasBody: Bool) {
        guard !ruling.uploadFaults.isEmpty || (hasBody && ruling.uploadPace != nil) else { return }
        let faults = ruling.uploadFaults.map { (fault: $0, at: offset(of: $0.stage)) }
        connection.upload = Connection.Upload(
            faults: faults.sorted { $0.at < $1.at },
            names: ruling.uploadFaults.isEmpty ? nil : ruling.faultNames,
            pace: ruling.uploadPace
        )
    }

    /// How much of the body has been read when a fault is met, at the latest at its end.
    private func offset(of stage: Fault.Stage) -> Int {
        guard case .requestBody(let amount) = stage else { return 0 }
        guard head.pointee.isChunked else { return amount.bytes(of: head.pointee.contentLength ?? 0) }
        guard case .percent(let share) = amount else { return amount.bytes(of: .max) }
        // How much half of a chunked body is, nobody can tell before its end.
        return share > 0 ? (share < 100 ? 1 : .max) : 0
    }

    /// The faults of a request's body whose offsets have been reached, one after the other.
    ///
    /// Returns whether reading goes on.
    func meetUploadFaults(_ connection: Connection) -> Bool {
        let length = connection.body?.body.length ?? 0
        let isOver = connection.body?.isComplete ?? true
        while let (fault, at) = connection.upload?.faults.first, length >= at || isOver {
            connection.upload?.faults.removeFirst()
            switch fault.effect {
            case .stall(let duration?): holdUpload(connection, for: duration.nanoseconds)
            case .delay(let delay):
                var random = connection.random ?? RandomSource(seed: 0, endpoint: 0, request: 0)
                holdUpload(connection, for: delay.draw(from: &random))
                connection.random = random
            case .stall(nil):
                enterBody(connection)
                connection.phase = .deaf
                connection.deadline = now + Self.probeInterval
                Socket.shrinkReceiveBuffer(connection.descriptor)
                schedule(connection)
                watch(connection)
            default:
                enterBody(connection)
                end(connection, by: fault.effect)
            }
            return false
        }
        return true
    }

    /// Nothing is read for that long, after what is waited for already.
    private func holdUpload(_ connection: Connection, for duration: Int64) {
        let begin = max(now, connection.upload?.resumesAt ?? 0)
        connection.upload?.resumesAt = begin + min(max(1, duration), Self.longestHold)
        lookAgain(connection)
        watch(connection)
    }

    private func lookAgain(_ connection: Connection) {
        connection.deadline = min(connection.upload?.resumesAt ?? now, now + Self.probeInterval)
        schedule(connection)
    }

    /// Bytes that may be read at once, so that a paced upload is neither bursty nor a system call a byte.
    func readSize(_ connection: Connection) -> Int {
        guard let pace = connection.upload?.pace, connection.phase == .body else { return Self.inputSize }
        return min(Self.inputSize, max(1, pace / 20))
    }

    /// How many of so many bytes are taken for the body now: no more than its pace allows,
    /// nor than come before a fault.
    func uploadSize(_ connection: Connection, _ count: Int) -> Int {
        guard let upload = connection.upload else { return count }
        var size = min(count, readSize(connection))
        if let next = upload.faults.first { size = min(size, max(1, next.at - (connection.body?.body.length ?? 0))) }
        return size
    }

    /// So many bytes have been taken for the body: meets what is due, and keeps to its pace.
    ///
    /// Returns whether reading goes on at once.
    func goOnUploading(_ connection: Connection, after count: Int) -> Bool {
        if let pace = connection.upload?.pace, count > 0 {
            holdUpload(connection, for: Int64(count) * 1_000_000_000 / Int64(max(1, pace)))
        }
        return meetUploadFaults(connection) && connection.upload?.resumesAt ?? 0 == 0
    }

    /// Goes on reading if the time has come; until then sees to it that the client is still there.
    ///
    /// Returns whether anything was waited for.
    func waitForUpload(_ connection: Connection) -> Bool {
        guard let resumesAt = connection.upload?.resumesAt, resumesAt > 0 else { return false }
        guard resumesAt <= now else {
            if isSending(connection) { lookAgain(connection) }
            return true
        }
        connection.upload?.resumesAt = 0
        guard meetUploadFaults(connection) else { return true }
        connection.deadline = now + connection.session.limits.bodyTimeout.nanoseconds
        schedule(connection)
        if connection.body?.isComplete ?? true {
            finishBody(connection)
            proceed(connection)
        } else {
            askForBody(connection)
            resume(connection)
        }
        return true
    }

    /// Whether the client is still there, or has at least sent all of the body before it went; if not, that is the end.
    private func isSending(_ connection: Connection) -> Bool {
        switch Socket.peer(connection.descriptor) {
        case .there: return true
        case .reset:
            lose(connection)
            return false
        case .closed:
            if connection.upload?.isWhole ?? true { return true }
            if connection.peerClosedAt == 0 { connection.peerClosedAt = now }
            var rest = connection.body
            let bytes = connection.pending + Socket.unread(connection.descriptor)
            // What breaks a rule is said to the client when it is read.
            let used = bytes.withUnsafeBytes { try? rest?.feed($0) }
            connection.upload?.isWhole = used == nil || rest?.isComplete ?? true
            if connection.upload?.isWhole ?? true { return true }
            enterCutBody(connection)
            finishExchange(connection, .closedByClient)
            close(connection)
            return false
        }
    }

    /// A client that is not read from may have gone without our having been told.
    func probe(_ connection: Connection) {
        switch Socket.peer(connection.descriptor) {
        case .there:
            connection.deadline = now + Self.probeInterval
            schedule(connection)
        case .reset: lose(connection)
        case .closed:
            if connection.peerClosedAt == 0 { connection.peerClosedAt = now }
            finishExchange(connection, .closedByClient)
            close(connection)
        }
    }
}
