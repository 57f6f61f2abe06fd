import Rehearsal
import RehearsalPlatform

/// The time of a session: that of this machine, or ahead of it by as much as somebody has said; with a virtual clock,
/// that of its beginning and as much more as has passed on the clock.
///
/// Delays, paces, lifetimes, windows and dates go by it; what a client may take for its own part does not.
final class SessionTime: Sendable {
    private let nanoseconds = Locked<Int64>(0)
    /// The farthest that it goes ahead, in nanoseconds: a lifetime of that length can still be added to an instant.
    static let farthest = Duration.seconds(Int64.max).nanoseconds
    /// When it began, by this machine, where this machine's time does not count.
    private let beginning: (now: Int64, wallMilliseconds: Int64)?

    init(isVirtual: Bool) {
        beginning = isVirtual ? (SystemClock.now(), SystemClock.wallMilliseconds()) : nil
    }

    /// How far it is ahead, in nanoseconds.
    var ahead: Int64 { nanoseconds.withLock { $0 } }

    /// Nanoseconds of a clock that only goes forward.
    var now: Int64 { at(SystemClock.now()) }

    /// The same at an instant of this machine's clock.
    func at(_ instant: Int64) -> Int64 { (beginning?.now ?? instant) &+ ahead }

    /// Milliseconds since 1970.
    var wallMilliseconds: Int64 {
        (beginning?.wallMilliseconds ?? SystemClock.wallMilliseconds()) &+ ahead / 1_000_000
    }

    /// Lets so much time pass, or what is left to the farthest.
    ///
    /// - Returns: how much has passed, and how far it is ahead from now on.
    func advance(by duration: Int64) -> (passed: Int64, ahead: Int64) {
        nanoseconds.withLock {
            let passed = min(duration, Self.farthest - $0)
            $0 += passed
            return (passed, $0)
        }
    }
}
