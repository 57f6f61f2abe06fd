package import RehearsalPlatform

/// A group of event loops, each on its own thread.
package final class LoopGroup: Sendable {
    let loops: [LoopHandle]
    private let turn = Locked(0)

    /// The shared loops of this process: one for each processor, at most four.
    static let shared = Result<LoopGroup, SystemError> { () throws(SystemError) in
        try LoopGroup(threads: min(4, Processors.count))
    }

    /// Starts the threads.
    package init(threads: Int, poller: PollerKind = .native) throws(SystemError) {
        Self.raiseDescriptorLimit()
        var loops: [LoopHandle] = []
        for _ in 0..<max(1, threads) { loops.append(try Self.startLoop(poller)) }
        self.loops = loops
    }

    /// Returns the next loop in round-robin order.
    func next() -> LoopHandle {
        turn.withLock {
            $0 = ($0 + 1) % loops.count
            return loops[$0]
        }
    }

    /// Starts a thread with an event loop. Waits until the loop runs or its creation has failed.
    private static func startLoop(_ poller: PollerKind) throws(SystemError) -> LoopHandle {
        let handle = try LoopHandle()
        let outcome = Locked<Result<Void, SystemError>?>(nil)
        let report: @Sendable (Result<Void, SystemError>) -> Void = { result in
            outcome.withLock { $0 = result }
            outcome.notify()
        }
        try Thread.start {
            do throws(SystemError) {
                let loop = try EventLoop(handle, poller)
                report(.success(()))
                loop.run()
            } catch {
                report(.failure(error))
            }
        }.detach()
        try outcome.wait { $0 }.get()
        return handle
    }

    /// Raises the soft limit of descriptors to the hard limit: each connection needs one.
    package static func raiseDescriptorLimit() {
        var limit = rlimit()
        #if canImport(Darwin)
            let resource = RLIMIT_NOFILE
            // setrlimit(2) of Darwin: use the smaller of OPEN_MAX and the hard limit.
            let most = rlim_t(OPEN_MAX)
        #else
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
            let most = rlim_t.max
        #endif
        guard getrlimit(resource, &limit) == 0, let raised = raisedLimit(limit, most: most) else { return }
        limit.rlim_cur = raised
        setrlimit(resource, &limit)
    }

    /// Returns the new soft limit; nil if the current one is as high or higher.
    static func raisedLimit(_ limit: rlimit, most: rlim_t) -> rlim_t? {
        let raised = min(limit.rlim_max, most)
        return raised > limit.rlim_cur ? raised : nil
    }
}

/// A thread-safe handle of a loop: a queue of commands and a pipe that wakes the loop.
final class LoopHandle: Sendable {
    typealias Command = @Sendable (EventLoop) -> Void

    private let queue = Locked<[Command]>([])
    let wakeReader: Int32
    private let wakeWriter: Int32
    /// The number of waits of the loop for events; see ``WaitCounter``.
    let waits = WaitCounter()

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

    /// Enqueues a command for the loop's thread, and wakes the loop.
    func submit(_ command: @escaping Command) {
        let isFirst = queue.withLock {
            $0.append(command)
            return $0.count == 1
        }
        guard isFirst else { return }
        var byte: UInt8 = 1
        _ = write(wakeWriter, &byte, 1)
    }

    /// Enqueues a command that the loop runs in one of its next turns; 1 is the next one.
    func submit(inTurn turn: Int, _ command: @escaping Command) {
        guard turn > 1 else { return submit(command) }
        submit { $0.run(command, inTurn: turn - 1) }
    }

    /// Whether a command is enqueued. The byte that wakes the loop can still be missing.
    var hasCommands: Bool { queue.withLock { !$0.isEmpty } }

    /// Removes and returns the enqueued commands, in order.
    func takeCommands() -> [Command] {
        var bytes: (UInt64, UInt64) = (0, 0)
        _ = read(wakeReader, &bytes, MemoryLayout.size(ofValue: bytes))
        return queue.withLock { commands in
            defer { commands = [] }
            return commands
        }
    }
}
