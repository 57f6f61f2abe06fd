extension Session {
    /// Waits until no exchange is open, also of what had been sent before this was called, or until that time has passed.
    ///
    /// - Returns: whether none is open.
    func settled(within limit: Duration?) async -> Bool {
        // As `Backend.catchUp()` does: a client that waits for no answer may be gone before its request is read.
        for _ in 0..<4 { await turnLoops() }
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
