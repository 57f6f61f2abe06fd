import CRehearsalPlatform
import RehearsalPlatform
import RehearsalServer

/// Tells every thread that the recording ends, those too that wait for bytes.
final class StopBell: @unchecked Sendable {
    // Sendable: the descriptors never change, and what changes is reached under the lock.
    /// Can be read from once it has been rung, and stays so.
    let descriptor: Int32
    private let writing: Int32
    private let lock = Lock()
    private var hasRung = false

    init() throws(SystemError) {
        var ends: [Int32] = [0, 0]
        guard rehearsal_pipe(&ends) == 0 else { throw SystemError("make a pipe") }
        (descriptor, writing) = (ends[0], ends[1])
    }

    deinit {
        Socket.close(descriptor)
        Socket.close(writing)
    }

    var isRung: Bool { lock.withLock { hasRung } }

    func ring() {
        lock.withLock {
            guard !hasRung else { return }
            hasRung = true
            var byte: UInt8 = 1
            _ = write(writing, &byte, 1)
        }
    }
}
