import Rehearsal

extension Backend {
    /// Lets time pass at once: what waits for it, a delayed reply or a token that lasts for a while, waits that much less.
    ///
    /// It is the time of this backend alone: `Date`, `{{now}}`, delays, paces, what happens to the network, lifetimes and
    /// windows. How long a client may take to send its request is not changed by it, and neither is the journal's clock.
    ///
    /// - Parameter duration: nothing happens for one that is not positive.
    public func advance(by duration: Duration) {
        let nanoseconds = duration.nanoseconds
        guard nanoseconds > 0 else { return }
        let ahead = session.time.advance(by: nanoseconds)
        onEveryLoop { [session] in $0.advance(session, by: nanoseconds, to: ahead) }
    }

    /// How far its time is ahead of this machine's.
    package var ahead: Duration { .nanoseconds(session.time.ahead) }
}
