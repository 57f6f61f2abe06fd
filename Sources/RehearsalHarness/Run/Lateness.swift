/// How late tasks of this process are put back, while something goes on.
///
/// Whoever waits is woken late on a busy machine, and a client in the process of a test shares its threads with all
/// tests: if they are held, nobody ends anything in time.
package enum Lateness {
    /// Between two looks.
    private static let step = Duration.milliseconds(10)
    /// As late as may be where times are told from.
    package static let bearable = Duration.milliseconds(50)

    /// What the body returns, and the longest that a short pause took too long meanwhile.
    @Sendable package static func measured<Value: Sendable>(during body: @Sendable () async -> Value) async -> (
        Value, Duration
    ) {
        let watch = Task {
            var longest = Duration.zero
            repeat {
                let start = ContinuousClock.now
                try? await Task.sleep(for: step)
                if Task.isCancelled, ContinuousClock.now - start < step { break }
                longest = max(longest, .now - start - step)
            } while !Task.isCancelled
            return longest
        }
        let value = await body()
        watch.cancel()
        return (value, await watch.value)
    }
}
