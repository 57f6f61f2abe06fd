import RehearsalPlatform

/// Calls back at the last of so many steps.
final class Countdown: Sendable {
    private let left: Locked<Int>
    private let completion: @Sendable () -> Void

    init(_ count: Int, _ completion: @escaping @Sendable () -> Void) {
        left = Locked(count)
        self.completion = completion
    }

    func step() {
        let isLast = left.withLock {
            $0 -= 1
            return $0 == 0
        }
        if isLast { completion() }
    }
}
