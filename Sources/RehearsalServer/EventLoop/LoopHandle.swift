import RehearsalPlatform

/// The one part of a loop that other threads touch: a queue of commands and a descriptor that wakes it.
final class LoopHandle: Sendable {
    typealias Command = @Sendable (EventLoop) -> Void

    private let queue = Locked(Queue())
    let wakeReader: Int32
    private let wakeWriter: Int32

    private struct Queue {
        var commands: [Command] = []
        var isClosed = false
    }

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

    /// Runs a command on the loop's thread, soon. Returns false if the loop has ended and never will.
    @discardableResult
    func submit(_ command: @escaping Command) -> Bool {
        let (isFirst, isAccepted) = queue.withLock {
            guard !$0.isClosed else { return (false, false) }
            $0.commands.append(command)
            return ($0.commands.count == 1, true)
        }
        if isFirst {
            var byte: UInt8 = 1
            _ = write(wakeWriter, &byte, 1)
        }
        return isAccepted
    }

    /// Takes what has been submitted, in order.
    func takeCommands() -> [Command] {
        var bytes: (UInt64, UInt64) = (0, 0)
        _ = read(wakeReader, &bytes, MemoryLayout.size(ofValue: bytes))
        return queue.withLock { value in
            defer { value.commands = [] }
            return value.commands
        }
    }

    /// Takes nothing more; what was submitted and not taken is returned.
    func shut() -> [Command] {
        queue.withLock { value in
            value.isClosed = true
            defer { value.commands = [] }
            return value.commands
        }
    }
}
