import RehearsalPlatform

/// Something that happens once, and that threads can wait for.
final class Flag: Sendable {
    private let isRaised = Locked(false)

    /// Whether the caller is the one who raised it.
    func raise() -> Bool {
        defer { isRaised.notify() }
        return isRaised.withLock { value in
            defer { value = true }
            return !value
        }
    }

    func wait() { isRaised.wait { $0 ? () : nil } }
}
