import RehearsalPlatform

/// A change that is made while no loop of a session serves requests.
enum LoopPause {
    /// The lock is held during a pause, because two pauses at once could wait for each other, each on a loop that the
    /// other one needs.
    private static let lock = Lock()

    /// Pauses the loops of a session, runs a change on one of them, and then a command on each. Blocks the calling
    /// thread, which must not be that of a loop, until all commands have run.
    static func run<Value: Sendable>(
        on session: Session,
        _ change: @escaping @Sendable () -> Value,
        then command: @escaping @Sendable (Value, EventLoop) -> Void,
    ) {
        lock.withLock {
            let state = Locked((remaining: session.loops.count, result: Value?.none))
            session.onEveryLoop { loop in
                let isLast = state.withLock {
                    $0.remaining -= 1
                    return $0.remaining == 0
                }
                if isLast {
                    let result = change()
                    state.withLock { $0.result = result }
                    state.notify()
                }
                command(state.wait { $0.result }, loop)
            }
        }
    }
}
