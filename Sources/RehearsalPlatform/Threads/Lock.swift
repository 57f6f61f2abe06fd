#if canImport(Darwin)
    public import Darwin
#else
    // The module's header declares the types of the C library too.
    public import CRehearsalPlatform
#endif

// The functions that lock are inlinable, because a generic function of another module is slow. The compiler inlines a
// function of the package only if its type is `@usableFromInline`.

/// A lock on a pthread mutex, which all supported systems have and the thread sanitizer supports.
@usableFromInline package final class Lock: @unchecked Sendable {
    // Sendable: the mutex is designed for sharing, and nothing else is stored.
    @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>

    package init() {
        mutex = .allocate(capacity: 1)
        mutex.initialize()
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    @inlinable @inline(__always) package func lock() { pthread_mutex_lock(mutex) }
    @inlinable @inline(__always) package func unlock() { pthread_mutex_unlock(mutex) }

    @inlinable @inline(__always)
    package func withLock<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        lock()
        // Keeps the mutex until it is unlocked, although this function is inlined.
        defer { withExtendedLifetime(self) { unlock() } }
        return try body()
    }

    /// Waits on a condition; the caller holds this lock.
    package func wait(for condition: Condition) { pthread_cond_wait(condition.pointer, mutex) }

    /// Waits on a condition, or until an instant of ``SystemClock``; the caller holds this lock.
    package func wait(for condition: Condition, until instant: Int64) {
        condition.pointer.wait(until: instant, mutex)
    }

    /// A condition variable.
    package final class Condition: @unchecked Sendable {
        // Sendable: for the same reason as the mutex above.
        fileprivate let pointer: UnsafeMutablePointer<pthread_cond_t>

        package init() {
            pointer = .allocate(capacity: 1)
            pointer.initialize()
        }

        deinit {
            pthread_cond_destroy(pointer)
            pointer.deallocate()
        }

        package func signal() { pthread_cond_broadcast(pointer) }
    }
}

extension UnsafeMutablePointer<pthread_mutex_t> {
    fileprivate func initialize() {
        initialize(to: pthread_mutex_t())
        pthread_mutex_init(self, nil)
    }
}

extension UnsafeMutablePointer<pthread_cond_t> {
    fileprivate func initialize() {
        initialize(to: pthread_cond_t())
        #if canImport(Darwin)
            pthread_cond_init(self, nil)
        #else
            // Deadlines use the monotonic clock, because the wall clock can be changed.
            var attributes = pthread_condattr_t()
            pthread_condattr_init(&attributes)
            pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
            pthread_cond_init(self, &attributes)
            pthread_condattr_destroy(&attributes)
        #endif
    }

    /// Waits until an instant of ``SystemClock``; the caller holds the mutex.
    fileprivate func wait(until instant: Int64, _ mutex: UnsafeMutablePointer<pthread_mutex_t>) {
        #if canImport(Darwin)
            var time = Self.time(max(0, instant - SystemClock.now()))
            pthread_cond_timedwait_relative_np(self, mutex, &time)
        #else
            var time = Self.time(instant)
            pthread_cond_timedwait(self, mutex, &time)
        #endif
    }

    private static func time(_ nanoseconds: Int64) -> timespec {
        timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    }
}

/// A value that threads share and access only while they hold its lock.
///
/// The lock is not recursive: a closure must not call a method of the same `Locked`.
@usableFromInline package final class Locked<Value>: @unchecked Sendable {
    // Sendable: only the methods below access `value`, and the mutex orders the accesses.
    @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let changes: UnsafeMutablePointer<pthread_cond_t>
    // The mutex excludes overlapping accesses: a recursive call would deadlock.
    @exclusivity(unchecked) @usableFromInline var value: Value

    package init(_ value: sending Value) {
        self.value = value
        mutex = .allocate(capacity: 1)
        mutex.initialize()
        changes = .allocate(capacity: 1)
        changes.initialize()
    }

    deinit {
        pthread_cond_destroy(changes)
        changes.deallocate()
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Runs a closure on the value while no other thread accesses it.
    @inlinable @inline(__always)
    package func withLock<Result, Failure>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        // Keeps the mutex until it is unlocked, although this function is inlined.
        defer { withExtendedLifetime(self) { _ = pthread_mutex_unlock(mutex) } }
        return try body(&value)
    }

    /// Wakes the threads that wait for a change.
    package func notify() { pthread_cond_broadcast(changes) }

    /// Blocks the thread until a closure returns a result; the closure runs at once and after each ``notify()``.
    package func wait<Result>(for body: (inout Value) -> Result?) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&value) { return result }
            pthread_cond_wait(changes, mutex)
        }
    }

    /// Blocks the thread as ``wait(for:)`` does, but at most until an instant of ``SystemClock``; then returns nil.
    package func wait<Result>(until instant: Int64, for body: (inout Value) -> Result?) -> Result? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&value) { return result }
            if SystemClock.now() >= instant { return nil }
            changes.wait(until: instant, mutex)
        }
    }

    /// Blocks the thread until the next ``notify()``, or an instant of ``SystemClock``.
    package func pause(until instant: Int64) {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        changes.wait(until: instant, mutex)
    }
}
