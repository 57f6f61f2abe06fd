/// How long somebody waits for what could also be done without.
struct Patience {
    var duration: Duration
    var clock: any Clock<Duration>

    /// The value of an operation; nil if it fails or takes longer than that, and then it is cancelled.
    func value<Value: Sendable>(of operation: @escaping @Sendable () async throws -> Value) async -> Value? {
        await withTaskGroup(of: Value?.self) { group in
            group.addTask { try? await operation() }
            group.addTask {
                try? await clock.sleep(for: duration)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next().flatMap(\.self)
        }
    }
}
