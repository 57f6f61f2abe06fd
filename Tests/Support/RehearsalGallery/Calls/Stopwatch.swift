/// A stopwatch that measures time with any clock.
struct Stopwatch: Sendable {
    private let read: @Sendable () -> Duration

    init(_ clock: any Clock<Duration>) { read = Self.reading(clock) }

    /// The time since creation.
    var elapsed: Duration { read() }

    private static func reading<Kind: Clock<Duration>>(_ clock: Kind) -> @Sendable () -> Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }
}
