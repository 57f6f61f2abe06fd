import CRehearsalPlatform

/// A lock on a pthread mutex, which all supported systems have and the thread sanitizer supports.
package final class Lock: @unchecked Sendable {
    // Sendable: the mutex is designed for sharing, and nothing else is stored.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    package init() {
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    @inline(__always) package func lock() { pthread_mutex_lock(mutex) }
    @inline(__always) package func unlock() { pthread_mutex_unlock(mutex) }

    @inline(__always)
    package func withLock<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        lock()
        defer { unlock() }
        return try body()
    }

    /// Waits on a condition; the caller holds this lock.
    package func wait(for condition: Condition) { pthread_cond_wait(condition.pointer, mutex) }

    /// Waits on a condition, or until an instant of ``SystemClock``; the caller holds this lock.
    package func wait(for condition: Condition, until instant: Int64) {
        #if canImport(Darwin)
            var time = Self.time(max(0, instant - SystemClock.now()))
            pthread_cond_timedwait_relative_np(condition.pointer, mutex, &time)
        #else
            var time = Self.time(instant)
            pthread_cond_timedwait(condition.pointer, mutex, &time)
        #endif
    }

    private static func time(_ nanoseconds: Int64) -> timespec {
        timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    }

    /// A condition variable.
    package final class Condition: @unchecked Sendable {
        // Sendable: for the same reason as the mutex above.
        fileprivate let pointer: UnsafeMutablePointer<pthread_cond_t>

        package init() {
            pointer = .allocate(capacity: 1)
            pointer.initialize(to: pthread_cond_t())
            #if canImport(Darwin)
                pthread_cond_init(pointer, nil)
            #else
                // Deadlines use the monotonic clock, because the wall clock can be changed.
                var attributes = pthread_condattr_t()
                pthread_condattr_init(&attributes)
                pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
                pthread_cond_init(pointer, &attributes)
                pthread_condattr_destroy(&attributes)
            #endif
        }

        deinit {
            pthread_cond_destroy(pointer)
            pointer.deallocate()
        }

        package func signal() { pthread_cond_broadcast(pointer) }
    }
}

/// A value that threads share and access only while they hold its lock.
///
/// The lock is not recursive: a closure must not call a method of the same `Locked`.
package final class Locked<Value>: @unchecked Sendable {
    // Sendable: only the closures below access `value`, and the lock orders them.
    private let lock = Lock()
    private let changes = Lock.Condition()
    private var value: Value

    package init(_ value: sending Value) { self.value = value }

    /// Runs a closure on the value while no other thread accesses it.
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

    /// Blocks the thread as ``wait(for:)`` does, but at most until an instant of ``SystemClock``; then returns nil.
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
