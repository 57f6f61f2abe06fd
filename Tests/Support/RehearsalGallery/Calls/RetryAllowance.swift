import RehearsalPlatform

/// The number of retries that a client has left for all its calls.
final class RetryAllowance: Sendable {
    private let left: Locked<Int>
    private let defect: Defect?

    init(_ count: Int, defect: Defect?) { (left, self.defect) = (Locked(count), defect) }

    /// Takes a retry. Returns whether one was left.
    func take() -> Bool {
        if defect == .ignoresBudget { return true }
        return left.withLock {
            guard $0 > 0 else { return false }
            $0 -= 1
            return true
        }
    }

    /// Returns the retries of a call that succeeded.
    func give(back count: Int) { left.withLock { $0 += count } }
}
