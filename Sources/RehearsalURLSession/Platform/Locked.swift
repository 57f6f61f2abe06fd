import Foundation

/// A value that threads share, and that each of them reaches only while it holds the value's lock.
final class Locked<Value>: @unchecked Sendable {
    // Sendable: `value` is reached in `withLock` alone, whose lock orders every access.
    private let lock = NSLock()
    private var value: Value

    init(_ value: sending Value) { self.value = value }

    func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(&value)
    }
}
