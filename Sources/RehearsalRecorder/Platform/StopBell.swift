import CRehearsalPlatform
import RehearsalPlatform

/// Tells every thread that the recording ends, those too that wait for bytes.
final class StopBell: Sendable {
    /// Can be read from once it has been rung, and stays so.
    let descriptor: Int32
    private let writing: Int32
    private let hasRung = Locked(false)

    init() throws(SystemError) {
        var ends: [Int32] = [0, 0]
        guard rehearsal_pipe(&ends) == 0 else { throw SystemError("make a pipe") }
        (descriptor, writing) = (ends[0], ends[1])
    }

    deinit {
        Socket.close(descriptor)
        Socket.close(writing)
    }

    var isRung: Bool { hasRung.withLock { $0 } }

    func ring() {
        hasRung.withLock {
            guard !$0 else { return }
            $0 = true
            var byte: UInt8 = 1
            _ = write(writing, &byte, 1)
        }
    }
}
