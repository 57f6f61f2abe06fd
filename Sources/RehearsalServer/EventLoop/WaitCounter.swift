import CRehearsalPlatform
import RehearsalPlatform

/// A counter of the beginnings and ends of an event loop's waits, by which other threads see whether the loop is idle.
///
/// The loop is idle if it waits and no descriptor is ready. It has then read all bytes that have arrived.
final class WaitCounter: Sendable {
    // Sendable: only the loop's thread writes the number, and each access to it is atomic.

    /// The number of beginnings and ends; odd during a wait.
    private nonisolated(unsafe) let number: UnsafeMutablePointer<Int64>
    /// A descriptor that is readable while a descriptor of the loop is ready; -1 if the poller has none.
    private let descriptor = Locked<Int32>(-1)

    init() {
        number = .allocate(capacity: 1)
        number.initialize(to: 0)
    }

    deinit { number.deallocate() }

    /// Follows the descriptors of a poller.
    func follow(_ poller: any Poller) { descriptor.withLock { $0 = poller.readinessDescriptor ?? -1 } }

    /// Records that a wait begins.
    @inline(__always)
    func begin() { rehearsal_store(number, number.pointee &+ 1) }

    /// Records that the wait has ended.
    @inline(__always)
    func end() { rehearsal_store(number, number.pointee &+ 1) }

    /// The number of beginnings and ends so far.
    var count: Int64 { rehearsal_load(number) }

    /// Whether a descriptor of the loop is ready; true if the poller has no descriptor to show it.
    var hasReadyDescriptor: Bool {
        let descriptor = descriptor.withLock { $0 }
        return descriptor < 0 || Socket.isReadable(descriptor)
    }
}

extension LoopHandle {
    /// Returns whether several loops are idle at the same time: each waits, no descriptor is ready, and no command is
    /// enqueued. False if a poller does not show this.
    ///
    /// Timers that are about to expire do not count.
    static func areIdle(_ loops: [LoopHandle]) -> Bool {
        let before = loops.map(\.waits.count)
        // A loop that is not idle can make others busy, so each must wait during the checks of all others.
        return before.allSatisfy { !$0.isMultiple(of: 2) }
            && loops.allSatisfy { !$0.hasCommands && !$0.waits.hasReadyDescriptor }
            && zip(loops, before).allSatisfy { $0.waits.count == $1 }
    }
}
