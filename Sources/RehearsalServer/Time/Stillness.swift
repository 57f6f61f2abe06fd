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
