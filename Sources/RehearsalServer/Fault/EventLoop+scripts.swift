import Rehearsal
import RehearsalHTTP
import RehearsalPlatform

extension EventLoop {
    /// How long a script goes on while others wait, in nanoseconds.
    private static let longestTurn: Int64 = 1_000_000
    /// Steps between two looks at the clock.
    private static let stepsALook = 16

    /// Goes on with the script of a reply until it has to wait or is over, or others have waited for long enough.
    func perform(_ connection: Connection) {
        guard let reply = connection.reply else { return }
        let start = SystemClock.now()
        var steps = 0
        while connection.special?.script?.hasNext() == true {
            // Before a step and not after it: the end of an exchange is no later than the last byte that it sent.
            if steps > 0, steps.isMultiple(of: Self.stepsALook) {
                now = SystemClock.now()
                if now - start > Self.longestTurn { return giveWay(connection) }
            }
            guard let action = connection.special?.script?.next(at: now), take(action, reply, connection) else {
                return
            }
            steps += 1
        }
        connection.script = nil
        complete(connection)
    }

    /// Carries out an action of a script; returns whether the next step can be taken at once.
    private func take(_ action: Script.Action, _ reply: PreparedReply, _ connection: Connection) -> Bool {
        switch action {
        case .send(let range): return transmit(range, of: reply, connection)
        case .skip: return true
        case .wait(let time): pause(connection, until: time)
        case .stall: stall(connection)
        case .end(let effect): end(connection, by: effect)
        case .halfClose: halfClose(connection)
        }
        return false
    }

    private func pause(_ connection: Connection, until time: Int64) {
        connection.phase = .pausing
        wait(connection, for: time - now)
    }

    /// Others have their turn before it goes on.
    private func giveWay(_ connection: Connection) {
        connection.phase = .pausing
        connection.deadline = now + 1
        schedule(connection)
    }

    private func stall(_ connection: Connection) {
        // The client has gone already, and nothing else would end this.
        if connection.isReadClosed { return abandon(connection) }
        connection.phase = .stalled
        connection.deadline = .max
    }

    /// Whether a client that sends no more has nothing to wait for either: what is left is a pause.
    func owesNothing(_ connection: Connection) -> Bool {
        guard connection.ordinal >= 0 else { return connection.pending.isEmpty }
        guard let script = connection.script, let reply = connection.reply else { return false }
        let length = Message(reply, connection.request).length
        return script.isOver(at: length, ignoresRest: connection.pending.isEmpty)
    }

    /// FIN; what the client sends is thrown away until it closes too.
    private func halfClose(_ connection: Connection) {
        finishExchange(connection, .fault)
        if connection.isReadClosed { return close(connection) }
        connection.end = .closed
        Socket.shutdownWrite(connection.descriptor)
        connection.phase = .lingering
        connection.pending = []
        connection.discarded = .min
        connection.deadline = .max
        watch(connection)
    }

    /// A pause is over.
    func endPause(_ connection: Connection) {
        connection.deadline = .max
        if connection.script != nil {
            perform(connection)
        } else {
            // The head of a request, or the connection itself, has waited to be looked at.
            connection.phase = .head
            connection.scan = HeadScan()
            connection.deadline = now &+ connection.session.idle
            schedule(connection)
        }
        proceed(connection)
    }
}
