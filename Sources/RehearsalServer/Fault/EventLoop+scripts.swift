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
        repeat {
            while let step = connection.script?.step {
                // Before a step and not after it: the end of an exchange is no later than the last byte that it sent.
                if steps > 0, steps.isMultiple(of: Self.stepsALook) {
                    now = SystemClock.now()
                    if now - start > Self.longestTurn { return giveWay(connection) }
                }
                guard take(step, reply, connection) else { return }
                steps += 1
            }
        } while connection.script?.begin() ?? false
        connection.script = nil
        complete(connection)
    }

    /// Takes one step, or as much of it as can be taken now; returns whether the next can be taken at once.
    private func take(_ step: Script.Step, _ reply: PreparedReply, _ connection: Connection) -> Bool {
        switch step {
        case .send(let end):
            let start = connection.script?.offset ?? 0
            connection.script?.offset = max(start, end)
            connection.script?.index += 1
            return transmit(reply, connection, from: start, to: end) == .done
        case .spread(let end, let size, let interval):
            return spread(to: end, size, interval, reply, connection)
        case .pause(let duration):
            connection.script?.index += 1
            if duration <= 0 { return true }
            return pause(connection, until: now + duration)
        case .stall: stall(connection)
        case .close: end(connection, by: .close)
        case .reset: end(connection, by: .reset)
        case .halfClose: halfClose(connection)
        }
        return false
    }

    /// Sends the next piece if it is due.
    private func spread(
        to end: Int,
        _ size: Int,
        _ interval: Int64,
        _ reply: PreparedReply,
        _ connection: Connection,
    ) -> Bool {
        guard var script = connection.script else { return false }
        if now < script.due { return pause(connection, until: script.due) }
        let start = script.offset
        let due = script.spreading == script.index ? script.due : now
        script.due = script.next(after: due, every: interval, at: now)
        script.spreading = script.index
        script.offset = min(start + size, end)
        if script.offset >= end { script.index += 1 }
        connection.script = script
        return transmit(reply, connection, from: start, to: script.offset) == .done
    }

    private func pause(_ connection: Connection, until time: Int64) -> Bool {
        connection.phase = .pausing
        wait(connection, for: time - now)
        return false
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
        let isSent = script.offset >= Message(reply, connection.request).length
        return isSent && (connection.pending.isEmpty || script.steps.last == .close)
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
