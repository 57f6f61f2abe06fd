/// What everybody who goes by a virtual clock is doing at one moment.
struct Stillness {
    /// Something is on its way that no time is waited for.
    private(set) var isBusy = false
    /// Equal numbers mean that nothing has happened.
    private(set) var mark = 0
    private var serverLeft: Int64?
    private var sleeperLeft: Int64?

    /// Somebody waits for a time.
    var isWaiting: Bool { serverLeft != nil || sleeperLeft != nil }

    init(of clock: VirtualClock) {
        var hasher = Hasher()
        for session in clock.sleepers.sessions {
            for part in session.stillness() {
                isBusy = isBusy || part.isBusy
                hasher.combine(part.mark)
                serverLeft = [serverLeft, part.left].compactMap(\.self).min()
            }
        }
        let state = clock.sleepers.progress
        hasher.combine(state.changes)
        sleeperLeft = state.left
        mark = hasher.finalize()
    }

    /// How far time goes: to the earliest that is waited for.
    /// Whoever sleeps stays asleep while the backend has its turn.
    var jump: (by: Int64, wakesSleepers: Bool)? {
        switch (serverLeft, sleeperLeft) {
        case (let server?, let sleeper?): (min(server, sleeper), sleeper < server)
        case (let server?, nil): (server, false)
        case (nil, let sleeper?): (sleeper, true)
        case (nil, nil): nil
        }
    }

    /// One session on one of its loops.
    struct Part: Sendable {
        var isBusy = false
        var mark = 0
        /// How long the first of its exchanges still waits, in nanoseconds.
        var left: Int64?
    }
}

extension EventLoop {
    /// What the connections of a session are doing on this loop.
    func stillness(of session: Session) -> Stillness.Part {
        var part = Stillness.Part()
        var hasher = Hasher()
        for slot in members[ObjectIdentifier(session)]?.slots.sorted() ?? [] {
            guard let connection = slots[Int(slot)].connection else { continue }
            hasher.combine(connection.token)
            hasher.combine(connection.phase)
            hasher.combine(connection.received)
            hasher.combine(connection.sent &+ connection.sender.written)
            hasher.combine(connection.exchange)
            part.isBusy = part.isBusy || isBusy(connection)
            if connection.left != .max { part.left = min(part.left ?? .max, connection.left) }
        }
        part.mark = hasher.finalize()
        return part
    }

    /// Whether something will happen on a connection without any time being let pass.
    private func isBusy(_ connection: Connection) -> Bool {
        switch connection.phase {
        case .head: connection.firstByteAt != 0 || !connection.pending.isEmpty
        case .waiting, .pausing: connection.left == .max
        case .body, .writing, .streaming: true
        case .stalled, .deaf, .hello, .resetting, .lingering, .closed: false
        }
    }
}
