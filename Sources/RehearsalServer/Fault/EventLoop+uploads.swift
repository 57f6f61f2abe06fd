import Rehearsal
import RehearsalHTTP
import RehearsalPlatform

extension EventLoop {
    /// Applies the next fault of the request's body whose offset has been reached.
    ///
    /// Returns whether reading goes on.
    func meetUploadFaults(_ connection: Connection) -> Bool {
        let length = connection.body?.body.length ?? 0
        let isOver = connection.body?.isComplete ?? true
        guard let fault = connection.special?.upload?.nextFault(read: length, isOver: isOver) else { return true }
        switch fault.effect {
        case .stall(let duration?): holdUpload(connection, for: duration.nanoseconds)
        case .delay(let delay): holdUpload(connection, for: delay.draw(from: &connection.random))
        case .stall(nil):
            enterBody(connection)
            connection.phase = .deaf
            connection.deadline = now + UploadThrottle.probeInterval
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
        connection.special?.upload?.pause(for: duration, from: now)
        lookAgain(connection)
        watch(connection)
    }

    private func lookAgain(_ connection: Connection) {
        connection.deadline = connection.special?.upload?.deadline(at: now) ?? now
        schedule(connection)
    }

    /// The number of bytes that are read from the connection at once.
    func readSize(_ connection: Connection) -> Int {
        guard connection.phase == .body, let size = connection.special?.upload?.readSize else { return Self.inputSize }
        return size
    }

    /// Applies the pace and the faults of an upload after so many bytes have been taken for the body.
    ///
    /// Returns whether reading goes on at once.
    func goOnUploading(_ connection: Connection, after count: Int) -> Bool {
        if connection.special?.upload?.took(count, at: now) == true {
            lookAgain(connection)
            watch(connection)
        }
        return meetUploadFaults(connection) && !connection.isUploadPaused
    }

    /// Resumes reading when its pause is over; until then checks that the client is connected.
    ///
    /// Returns whether reading was paused.
    func waitForUpload(_ connection: Connection) -> Bool {
        guard let upload = connection.special?.upload, upload.isPaused else { return false }
        guard upload.isDue(at: now) else {
            if isSending(connection) { lookAgain(connection) }
            return true
        }
        connection.special?.upload?.resume()
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
            if connection.special?.upload?.isWhole ?? true { return true }
            if connection.peerClosedAt == 0 { connection.peerClosedAt = now }
            var rest = connection.body
            let bytes = connection.pending + Socket.unread(connection.descriptor)
            // What breaks a rule is said to the client when it is read.
            let used = bytes.withUnsafeBytes { try? rest?.feed($0) }
            let isWhole = used == nil || rest?.isComplete ?? true
            connection.special?.upload?.isWhole = isWhole
            if isWhole { return true }
            enterCutBody(connection)
            abandon(connection)
            return false
        }
    }

    /// A client that is not read from may have gone without our having been told.
    func probe(_ connection: Connection) {
        switch Socket.peer(connection.descriptor) {
        case .there:
            connection.deadline = now + UploadThrottle.probeInterval
            schedule(connection)
        case .reset: lose(connection)
        case .closed:
            if connection.peerClosedAt == 0 { connection.peerClosedAt = now }
            abandon(connection)
        }
    }
}
