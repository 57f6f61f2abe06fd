/// When something is decided: policies have no clock of their own.
package struct Moment: Sendable {
    /// Nanoseconds of the session's monotonic clock.
    package var now: Int64
    /// Milliseconds since 1970, for what clients read.
    package var wall: Int64

    package init(now: Int64, wall: Int64 = 0) {
        self.now = now
        self.wall = wall
    }
}
