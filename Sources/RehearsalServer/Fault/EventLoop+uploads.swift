import Rehearsal

extension EventLoop {
    /// How often a client that is not read from is asked whether it is still there, in nanoseconds.
    private static let probeInterval: Int64 = 100_000_000

    /// The fault of a request's body, if that much of it has been read.
    ///
    /// Returns whether reading goes on.
    func meetUploadFault(_ connection: Connection) -> Bool {
        guard let (fault, at) = connection.upload?.fault, connection.body?.body.length ?? 0 >= at else { return true }
        connection.upload?.fault = nil
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

    private func holdUpload(_ connection: Connection, for duration: Int64) {
        connection.upload?.resumesAt = now + max(1, duration)
        connection.deadline = now + max(1, duration)
        schedule(connection)
        watch(connection)
    }

    /// Bytes that may be read at once, so that a paced upload is neither bursty nor a system call a byte.
    func readSize(_ connection: Connection) -> Int {
        guard let pace = connection.upload?.pace, connection.phase == .body else { return Self.inputSize }
        return min(Self.inputSize, max(1, pace / 20))
    }

    /// So many bytes of a body have been read: the next are read when their time has come.
    func paceUpload(_ connection: Connection, _ count: Int) {
        guard let pace = connection.upload?.pace, connection.phase == .body else { return }
        holdUpload(connection, for: Int64(count) * 1_000_000_000 / Int64(max(1, pace)))
    }

    /// Whether the time to read on has come; if so, reading goes on.
    func resumeUpload(_ connection: Connection) -> Bool {
        guard let upload = connection.upload, upload.resumesAt > 0, upload.resumesAt <= now else { return false }
        connection.upload?.resumesAt = 0
        connection.deadline = now + connection.session.limits.bodyTimeout.nanoseconds
        schedule(connection)
        if connection.body?.isComplete ?? true {
            finishBody(connection)
        } else {
            askForBody(connection)
            resume(connection)
        }
        return true
    }

    /// A client that is not read from may have gone without our having been told.
    func probe(_ connection: Connection) {
        guard Socket.peerHasGone(connection.descriptor) else {
            connection.deadline = now + Self.probeInterval
            return schedule(connection)
        }
        connection.peerClosedAt = now
        finishExchange(connection, .closedByClient)
        close(connection)
    }
}
