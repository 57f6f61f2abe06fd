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
    private final class Race<Value: Sendable>: @unchecked Sendable {
        // Sendable: everything below is reached under the lock.
        private let lock = Lock()
        private var ended: Value??
        private var waiter: CheckedContinuation<Value?, Never>?

        func end(with value: Value?) {
            let waiter: CheckedContinuation<Value?, Never>? = lock.withLock {
                guard ended == nil else { return nil }
                ended = .some(value)
                defer { self.waiter = nil }
                return self.waiter
            }
            waiter?.resume(returning: value)
        }

        var value: Value? {
            get async {
                await withCheckedContinuation { continuation in
                    let ended: Value?? = lock.withLock {
                        if self.ended == nil { waiter = continuation }
                        return self.ended
                    }
                    if let ended { continuation.resume(returning: ended) }
                }
            }
        }
    }
}
