import RehearsalPlatform
import RehearsalServer

/// Work that is waited for only so long.
enum Bounded {
    /// What the work returns; nil if time is up first. Then it is cancelled and, if that does not end it, left behind.
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

    /// What comes first.
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
