import CRehearsalPlatform

/// A system thread with a stack of 1 MiB.
package struct Thread: @unchecked Sendable {
    // Sendable: the handle never changes, and any thread may pass it to `pthread_join`.
    private let handle: pthread_t

    private static let stackSize = 1 << 20

    /// Starts a thread that runs a closure and ends when the closure returns.
    package static func start(_ body: @escaping @Sendable () -> Void) throws(SystemError) -> Thread {
        let box = Unmanaged.passRetained(Box(body))
        let (handle, code) = create(box.toOpaque())
        guard let handle else {
            box.release()
            throw SystemError("start a thread", code: code)
        }
        return Thread(handle: handle)
    }

    private static func create(_ argument: UnsafeMutableRawPointer) -> (handle: pthread_t?, code: Int32) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setstacksize(&attributes, stackSize)
        defer { pthread_attr_destroy(&attributes) }
        #if canImport(Darwin)
            var handle: pthread_t?
        #else
            var handle = pthread_t()
        #endif
        let code = pthread_create(
            &handle,
            &attributes,
            { argument in
                // The parameter is optional in the C library of Linux, and not in that of Darwin.
                guard let box = argument as UnsafeMutableRawPointer? else { return nil }
                Unmanaged<Box>.fromOpaque(box).takeRetainedValue().body()
                return nil
            },
            argument
        )
        return (code == 0 ? handle : nil, code)
    }

    /// Detaches the thread: the system releases it at its end, and no thread may join it.
    package func detach() { pthread_detach(handle) }

    /// Waits for the end of the thread. Tasks of Swift's cooperative pool must not call it.
    package func join() { pthread_join(handle, nil) }

    private final class Box: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
}

/// The activity of this process's threads, if the system reports it.
package enum ThreadActivity {
    /// The system's number of the current thread; nil if the system has none.
    package static var current: Int32? {
        #if os(Linux)
            // proc(5): a link to `PID/task/TID`.
            var bytes = [CChar](repeating: 0, count: 64)
            let count = readlink("/proc/thread-self", &bytes, bytes.count)
            guard count > 0 else { return nil }
            return String(endingInZero: bytes.prefix(count)).split(separator: "/").last.flatMap { Int32($0) }
        #else
            return nil
        #endif
    }

    /// Returns a phrase for each thread in the order of their numbers: `thread 4711 in clock_nanosleep`.
    ///
    /// Threads that have ended are omitted. The result is empty if the system does not report the activity of threads.
    package static func descriptions(of threads: Set<Int32>) -> [String] {
        threads.sorted().compactMap { thread in activity(of: thread).map { "thread \(thread) \($0)" } }
    }

    /// Returns the activity of one thread: `running`, or `in` and its system call.
    private static func activity(of thread: Int32) -> String? {
        #if os(Linux)
            // proc_pid_syscall(5): the number of the call and its arguments, or a word.
            let descriptor = open("/proc/self/task/\(thread)/syscall", O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { return nil }
            defer { close(descriptor) }
            var bytes = [UInt8](repeating: 0, count: 256)
            let count = read(descriptor, &bytes, bytes.count)
            guard count > 0 else { return nil }
            let word = String(decoding: bytes.prefix(count).prefix { $0 > 0x20 }, as: UTF8.self)
            guard let number = Int(word) else { return "running" }
            return "in \(calls[number] ?? "system call \(number)")"
        #else
            return nil
        #endif
    }

    /// The system calls in which blocked threads usually wait.
    #if arch(x86_64)
        private static let calls = [
            0: "read", 1: "write", 7: "poll", 23: "select", 34: "pause", 35: "nanosleep", 42: "connect", 43: "accept",
            45: "recvfrom", 47: "recvmsg", 61: "wait4", 202: "futex", 230: "clock_nanosleep", 232: "epoll_wait",
            247: "waitid", 270: "pselect6", 271: "ppoll", 281: "epoll_pwait", 288: "accept4",
        ]
    #elseif arch(arm64)
        private static let calls = [
            22: "epoll_pwait", 63: "read", 64: "write", 72: "pselect6", 73: "ppoll", 95: "waitid", 98: "futex",
            101: "nanosleep", 115: "clock_nanosleep", 202: "accept", 203: "connect", 207: "recvfrom", 212: "recvmsg",
            242: "accept4", 260: "wait4",
        ]
    #else
        private static let calls: [Int: String] = [:]
    #endif
}
