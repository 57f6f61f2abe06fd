import Rehearsal

extension Backend {
    /// Lets time pass at once: what waits for it, a delayed reply or a token that lasts for a while,
    /// waits that much less.
    ///
    /// It is the time of this backend alone: `Date`, `{{now}}`, delays, paces, what happens to the network, lifetimes
    /// and windows; with a virtual clock it is the clock that goes on, for everybody. How long a client may take to
    /// send its request is not changed by it, and neither is the journal's clock.
    ///
    /// - Parameter duration: nothing happens for one that is not positive. All of them together are at most 136 years;
    ///   what would go beyond that does not pass.
    public func advance(by duration: Duration) {
        guard duration.nanoseconds > 0 else { return }
        if let clock { clock.advance(by: duration) } else { session.advance(by: duration.nanoseconds) }
    }

    /// How far its time is ahead of this machine's.
    package var ahead: Duration { .nanoseconds(session.time.ahead) }
}
