package import RehearsalServer

extension VirtualClock {
    /// Waits until at least `count` sleeps have been requested, including those that have ended.
    package func waitForSleeps(atLeast count: Int) async {
        let (counts, continuation) = AsyncStream.makeStream(of: Int.self)
        observeRequests { continuation.yield($0) }
        for await seen in counts where seen >= count { return }
    }
}
