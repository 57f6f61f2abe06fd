#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A system thread with a stack of its own size.
package struct Thread: @unchecked Sendable {
    // Sendable: a handle never changes, and `pthread_join` takes it from any thread.
    private let handle: pthread_t

    private static let stackSize = 1 << 20

    /// Starts a thread that runs `body` and ends with it.
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
        let code = pthread_create(&handle, &attributes, main, argument)
        return (code == 0 ? handle : nil, code)
    }

    /// Lets the system take the thread back by itself when it ends; nobody may wait for it then.
    package func detach() { pthread_detach(handle) }

    /// Waits for the end of the thread. Never called on a thread of Swift's cooperative pool.
    package func join() {
        pthread_join(handle, nil)
    }

    private final class Box: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    #if canImport(Darwin)
        private static let main: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = {
            Unmanaged<Box>.fromOpaque($0).takeRetainedValue().body()
            return nil
        }
    #else
        private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
            if let argument = $0 { Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body() }
            return nil
        }
    #endif
}
