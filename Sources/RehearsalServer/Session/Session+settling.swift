extension Session {
    /// Turns after which a loop has taken in all that had reached this machine before: one that had begun, one that
    /// accepts a connection, one that reads from it, one that says so.
    ///
    /// A client that sends and does not wait for an answer may be gone before its request is read.
    static let turnsToCatchUp = 4

    /// Waits until no exchange is open, also of what had been sent before this was called,
    /// or until that time has passed.
    ///
    /// - Returns: whether none is open.
    func settled(within limit: Duration?) async -> Bool {
        for _ in 0..<Self.turnsToCatchUp { await turnLoops() }
        return await journal.settled(within: limit)
    }

    private func turnLoops() async {
        await withCheckedContinuation { continuation in
            let countdown = Countdown(loops.count) { continuation.resume() }
            for loop in loops {
                loop.submit { _ in countdown.step() }
            }
        }
    }
}
