package import RehearsalPlatform

/// Event loops, each on its thread.
package final class LoopGroup: Sendable {
    let loops: [LoopHandle]
    private let turn = Locked(0)

    /// The loops of this process: one for each core, up to four.
    static let shared = Result<LoopGroup, SystemError> { () throws(SystemError) in
        try LoopGroup(threads: min(4, max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))))
    }

    package init(threads: Int, poller: PollerKind = .native) throws(SystemError) {
        Self.raiseDescriptorLimit()
        var loops: [LoopHandle] = []
        for _ in 0..<max(1, threads) { loops.append(try Self.startLoop(poller)) }
        self.loops = loops
    }

    /// The loop whose turn it is to take a session.
    func next() -> LoopHandle {
        turn.withLock {
            $0 = ($0 + 1) % loops.count
            return loops[$0]
        }
    }

    /// Starts a thread with a loop of its own, and waits until the loop is there or could not be made.
    private static func startLoop(_ poller: PollerKind) throws(SystemError) -> LoopHandle {
        let handle = try LoopHandle()
        let outcome = Locked<Result<Void, SystemError>?>(nil)
        let settle: @Sendable (Result<Void, SystemError>) -> Void = { result in
            outcome.withLock { $0 = result }
            outcome.notify()
        }
        try Thread.start {
            do throws(SystemError) {
                let loop = try EventLoop(handle, poller)
                settle(.success(()))
                loop.run()
            } catch {
                settle(.failure(error))
            }
        }.detach()
        try outcome.wait { $0 }.get()
        return handle
    }

    /// Takes as many descriptors as the system lets this process have: a connection is one.
    package static func raiseDescriptorLimit() {
        var limit = rlimit()
        #if canImport(Darwin)
            let resource = RLIMIT_NOFILE
        #else
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #endif
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
        limit.rlim_cur = limit.rlim_max
        #if canImport(Darwin)
            limit.rlim_cur = min(limit.rlim_cur, rlim_t(OPEN_MAX))
        #endif
        setrlimit(resource, &limit)
    }
}

/// The one part of a loop that other threads touch: a queue of commands and a descriptor that wakes it.
final class LoopHandle: Sendable {
    typealias Command = @Sendable (EventLoop) -> Void

    private let queue = Locked<[Command]>([])
    let wakeReader: Int32
    private let wakeWriter: Int32

    init() throws(SystemError) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw SystemError("make a pipe") }
        (wakeReader, wakeWriter) = (ends[0], ends[1])
        Socket.setNonBlocking(wakeReader)
        Socket.setNonBlocking(wakeWriter)
    }

    deinit {
        close(wakeReader)
        close(wakeWriter)
    }

    /// Runs a command on the loop's thread, soon.
    func submit(_ command: @escaping Command) {
        let isFirst = queue.withLock {
            $0.append(command)
            return $0.count == 1
        }
        guard isFirst else { return }
        var byte: UInt8 = 1
        _ = write(wakeWriter, &byte, 1)
    }

    /// Takes what has been submitted, in order.
    func takeCommands() -> [Command] {
        var bytes: (UInt64, UInt64) = (0, 0)
        _ = read(wakeReader, &bytes, MemoryLayout.size(ofValue: bytes))
        return queue.withLock { commands in
            defer { commands = [] }
            return commands
        }
    }
}
