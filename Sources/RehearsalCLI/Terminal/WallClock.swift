import Rehearsal
import RehearsalPlatform

/// A converter from the journal's monotonic clock to the local time of day.
struct WallClock: Sendable {
    /// The nanoseconds between 1970 and the origin of the monotonic clock.
    private let offset: Int64

    init() {
        offset = Self.read(CLOCK_REALTIME) - Self.read(CLOCK_MONOTONIC)
    }

    /// The current time, in seconds since 1970.
    static var seconds: Int64 { read(CLOCK_REALTIME) / 1_000_000_000 }

    /// Converts an instant of the monotonic clock to nanoseconds since 1970.
    func since1970(_ instant: Int64) -> Int64 { instant + offset }

    /// Returns the local time of day at an instant of the monotonic clock: `14:03:07.250`.
    func text(_ instant: Int64) -> String {
        let nanoseconds = since1970(instant)
        var seconds = time_t(nanoseconds / 1_000_000_000)
        var day = tm()
        localtime_r(&seconds, &day)
        let parts = [day.tm_hour, day.tm_min, day.tm_sec].map { $0.padded(to: 2) }
        return parts.joined(separator: ":") + "." + (nanoseconds / 1_000_000 % 1_000).padded(to: 3)
    }

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
