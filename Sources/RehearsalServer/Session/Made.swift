import RehearsalPlatform

/// A value that is made when it is first asked for, once.
final class Made<Value: Sendable>: @unchecked Sendable {
    // Sendable: `made` is reached under the lock.
    private let lock = Lock()
    private var made: Value?

    func value(_ make: () -> Value) -> Value {
        lock.withLock {
            if let made { return made }
            let value = make()
            made = value
            return value
        }
    }
}
