import RehearsalPlatform

/// Calls back at the last of so many steps.
final class Countdown: @unchecked Sendable {
    // Sendable: `left` is reached under the lock.
    private let lock = Lock()
    private var left: Int
    private let completion: @Sendable () -> Void

    init(_ count: Int, _ completion: @escaping @Sendable () -> Void) {
        left = count
        self.completion = completion
    }

    func step() {
        let isLast = lock.withLock {
            left -= 1
            return left == 0
        }
        if isLast { completion() }
    }
}
