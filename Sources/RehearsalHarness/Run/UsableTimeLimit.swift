import Rehearsal
import RehearsalPlatform
import RehearsalServer

/// A time limit that the scheduling delays of the client extend.
///
/// The time for which the client was ready to run but did not run is added to the limit, up to a minute.
struct UsableTimeLimit: Sendable {
    private static let maximumExtension = Duration.seconds(60)

    private let limit: Duration
    private let lost: @Sendable () -> Duration
    private let lostBefore: Duration
    private let startedAt = SystemClock.now()

    /// Creates a limit that begins now.
    ///
    /// - Parameter lost: returns the client's total delay so far, which never decreases.
    init(_ limit: Duration, lost: @escaping @Sendable () -> Duration) {
        (self.limit, self.lost, lostBefore) = (limit, lost, lost())
    }

    /// The remaining time; zero or negative after the limit.
    var left: Duration {
        let extra = min(lost() - lostBefore, Self.maximumExtension)
        return limit + extra - .nanoseconds(SystemClock.now() - startedAt)
    }

    /// Waits until the limit has passed.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    func pass() async throws {
        while case let left = left, left > .zero { try await Task.sleep(for: left) }
    }

    /// Repeats an action until it returns true, the limit has passed, or the task is cancelled.
    ///
    /// - Parameter body: the action, which receives the remaining time.
    func attempt(_ body: (Duration) async -> Bool) async {
        while !Task.isCancelled, case let left = left, left > .zero {
            if await body(left) { return }
        }
    }
}

/// A function that runs work with a time limit.
enum TimeLimitedWork {
    /// Returns the result of the work; nil if the limit passes first.
    ///
    /// In the latter case, the work is cancelled, and the function does not wait for its end.
    static func run<Value: Sendable>(
        within limit: UsableTimeLimit,
        _ work: @escaping @Sendable () async -> Value,
    ) async -> Value? {
        let race = Race<Value>()
        let worker = Task { race.end(with: await work()) }
        let timer = Task {
            try await limit.pass()
            race.end(with: nil)
        }
        let value = await race.value
        timer.cancel()
        if value == nil { worker.cancel() }
        return value
    }

    /// The first of two results.
    private final class Race<Value: Sendable>: Sendable {
        private let state = Locked(State())

        private struct State {
            var ended: Value??
            var waiter: CheckedContinuation<Value?, Never>?
        }

        func end(with value: Value?) {
            let waiter: CheckedContinuation<Value?, Never>? = state.withLock { state in
                guard state.ended == nil else { return nil }
                state.ended = .some(value)
                defer { state.waiter = nil }
                return state.waiter
            }
            waiter?.resume(returning: value)
        }

        var value: Value? {
            get async {
                await withCheckedContinuation { continuation in
                    let ended: Value?? = state.withLock {
                        if $0.ended == nil { $0.waiter = continuation }
                        return $0.ended
                    }
                    if let ended { continuation.resume(returning: ended) }
                }
            }
        }
    }
}
