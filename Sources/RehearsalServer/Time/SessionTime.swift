/// The time of a session: that of this machine, or ahead of it by as much as somebody has said.
///
/// Delays, paces, lifetimes, windows and dates go by it; what a client may take for its own part does not.
final class SessionTime: @unchecked Sendable {
    // Sendable: `nanoseconds` is reached under the lock.
    private let lock = Lock()
    private var nanoseconds: Int64 = 0

    /// How far it is ahead, in nanoseconds.
    var ahead: Int64 { lock.withLock { nanoseconds } }

    /// Nanoseconds of a clock that only goes forward.
    var now: Int64 { SystemClock.now() &+ ahead }

    /// Milliseconds since 1970.
    var wallMilliseconds: Int64 { SystemClock.wallMilliseconds() &+ ahead / 1_000_000 }

    /// Returns how far it is ahead from now on.
    func advance(by duration: Int64) -> Int64 {
        lock.withLock {
            nanoseconds &+= duration
            return nanoseconds
        }
    }
}
