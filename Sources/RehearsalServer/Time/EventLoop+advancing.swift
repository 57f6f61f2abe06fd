import Rehearsal
import RehearsalPlatform

extension EventLoop {
    /// The time of a session goes ahead: whatever waits for a time on this loop waits that much less.
    ///
    /// - Parameter ahead: how far it is ahead of this machine's then, in nanoseconds.
    func advance(_ session: Session, by duration: Int64, to ahead: Int64) {
        now = SystemClock.now()
        guard let member = members[ObjectIdentifier(session)] else { return }
        members[ObjectIdentifier(session)]?.ahead = max(member.ahead, ahead)
        var networks: [NetworkPlay] = []
        for slot in member.slots.sorted() {
            if let connection = slots[Int(slot)].connection {
                connection.ahead = max(connection.ahead, ahead)
                hurry(connection, by: duration)
            } else if let listener = slots[Int(slot)].listener, let network = listener.network {
                guard !networks.contains(where: { $0 === network }) else { continue }
                networks.append(network)
                network.hurry(by: duration)
                follow(listener)
            }
        }
    }

    /// Lets a connection wait for a time of its scenario: by this machine's clock, or by a virtual one.
    func wait(_ connection: Connection, for duration: Int64) {
        if let clock = connection.session.clock {
            (connection.left, connection.deadline) = (max(0, duration), .max)
            clock.stir()
        } else {
            connection.deadline = now &+ duration
            schedule(connection)
        }
    }

    private func hurry(_ connection: Connection, by duration: Int64) {
        connection.special?.script?.advance(by: duration)
        if connection.left != .max {
            connection.left -= duration
            guard connection.left <= 0 else { return }
            (connection.left, connection.deadline) = (.max, now)
            return schedule(connection)
        }
        switch connection.phase {
        case .waiting, .pausing:
            guard connection.deadline != .max else { return }
            connection.deadline -= duration
        case .body:
            guard let resumesAt = connection.special?.upload?.advance(by: duration) else { return }
            connection.deadline = min(connection.deadline, resumesAt)
        case .head:
            // Between two requests there is nothing else that waits for a time of the scenario's.
            guard connection.ordinal < 0, case .idle(.after)? = connection.idleFault?.stage else { return }
            connection.deadline -= duration
        default: return
        }
        schedule(connection)
    }

    /// The date as a client of that connection is told it.
    func date(for connection: Connection) -> [UInt8] {
        guard connection.ahead != 0 || connection.session.clock != nil else { return date }
        return HTTPDate.format(connection.session.time.wallMilliseconds / 1_000)
    }
}
