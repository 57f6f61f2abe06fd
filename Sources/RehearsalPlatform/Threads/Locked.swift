/// A value that threads share, and that each of them reaches only while it holds the value's lock.
///
/// The lock is not recursive: a closure must not call a method of the same `Locked`.
package final class Locked<Value>: @unchecked Sendable {
    // Sendable: `value` is reached in the closures below alone, and the lock orders them.
    private let lock = Lock()
    private let changes = Lock.Condition()
    private var value: Value

    package init(_ value: sending Value) { self.value = value }

    /// Runs a closure on the value while no other thread reaches it.
    @inline(__always)
    package func withLock<Result, Failure>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }

    /// Wakes the threads that wait for a change.
    package func notify() { changes.signal() }

    /// Blocks the thread until a closure returns a result; the closure runs at once and after each ``notify()``.
    package func wait<Result>(for body: (inout Value) -> Result?) -> Result {
        lock.lock()
        defer { lock.unlock() }
        while true {
            if let result = body(&value) { return result }
            lock.wait(for: changes)
        }
    }

    /// Blocks the thread as ``wait(for:)`` does; returns nil at an instant of ``SystemClock``.
    package func wait<Result>(until instant: Int64, for body: (inout Value) -> Result?) -> Result? {
        lock.lock()
        defer { lock.unlock() }
        while true {
            if let result = body(&value) { return result }
            if SystemClock.now() >= instant { return nil }
            lock.wait(for: changes, until: instant)
        }
    }

    /// Blocks the thread until the next ``notify()``, or an instant of ``SystemClock``.
    package func pause(until instant: Int64) {
        lock.lock()
        defer { lock.unlock() }
        lock.wait(for: changes, until: instant)
    }
}
