import Rehearsal
import RehearsalPlatform
import RehearsalServer

/// A time limit that counts only the time in which the client could run.
///
/// Time that the client lost while it was ready to run extends the limit, but by at most a minute.
struct UsableTimeLimit: Sendable {
    private static let mostAdded = Duration.seconds(60)

    private let limit: Duration
    private let lost: @Sendable () -> Duration
    private let lostBefore: Duration
    private let startedAt = SystemClock.now()

    /// Starts the limit.
    ///
    /// - Parameter lost: returns the time lost so far; it never decreases.
    init(_ limit: Duration, lost: @escaping @Sendable () -> Duration) {
        (self.limit, self.lost, lostBefore) = (limit, lost, lost())
    }

    /// The remaining time; zero or negative after the limit.
    var left: Duration {
        let added = min(lost() - lostBefore, Self.mostAdded)
        return limit + added - .nanoseconds(SystemClock.now() - startedAt)
    }

    /// Waits until the limit has passed.
    ///
    /// - Throws: `CancellationError` at once if the task is cancelled.
    func pass() async throws {
        while case let left = left, left > .zero { try await Task.sleep(for: left) }
    }

    /// Repeats an action with the remaining time until it succeeds or the limit has passed.
    func attempt(_ body: (Duration) async -> Bool) async {
        while !Task.isCancelled, case let left = left, left > .zero {
            if await body(left) { return }
        }
    }
}

/// Work with a time limit.
enum TimeLimitedWork {
    /// Returns the result of the work; nil if the limit passes first.
    ///
    /// The work is then cancelled, and not awaited.
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
