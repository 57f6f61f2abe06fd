import RehearsalPlatform

/// A value that is made when it is first asked for, once.
final class Made<Value: Sendable>: Sendable {
    private let made = Locked<Value?>(nil)

    func value(_ make: () -> Value) -> Value {
        made.withLock {
            if let made = $0 { return made }
            let value = make()
            $0 = value
            return value
        }
    }
}
