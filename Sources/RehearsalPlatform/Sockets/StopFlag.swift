import CRehearsalPlatform

/// A flag that ends the work of threads, also of those that wait for the news of descriptors.
package final class StopFlag: Sendable {
    /// A descriptor that is readable from the moment at which the flag is raised.
    package let descriptor: Int32
    private let writing: Int32
    private let raised = Locked(false)

    package init() throws(SystemError) {
        var ends: [Int32] = [0, 0]
        guard rehearsal_pipe(&ends) == 0 else { throw SystemError("make a pipe") }
        (descriptor, writing) = (ends[0], ends[1])
    }

    deinit {
        Socket.close(descriptor)
        Socket.close(writing)
    }

    package var isRaised: Bool { raised.withLock { $0 } }

    package func raise() {
        raised.withLock {
            guard !$0 else { return }
            $0 = true
            var byte: UInt8 = 1
            _ = write(writing, &byte, 1)
        }
    }
}
