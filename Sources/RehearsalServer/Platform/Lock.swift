#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The one kind of lock: a pthread mutex, which the thread sanitizer understands and every supported system has.
package final class Lock: @unchecked Sendable {
    // Sendable: the mutex is made for being shared, and nothing else is stored.
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
    package func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
        lock()
        defer { unlock() }
        return try body()
    }

    /// Waits on a condition while this lock is held.
    func wait(for condition: Condition) { pthread_cond_wait(condition.pointer, mutex) }

    /// What a thread waits for.
    final class Condition: @unchecked Sendable {
        // Sendable: as the mutex above.
        fileprivate let pointer: UnsafeMutablePointer<pthread_cond_t>

        init() {
            pointer = .allocate(capacity: 1)
            pointer.initialize(to: pthread_cond_t())
            pthread_cond_init(pointer, nil)
        }

        deinit {
            pthread_cond_destroy(pointer)
            pointer.deallocate()
        }

        func signal() { pthread_cond_broadcast(pointer) }
    }
}
