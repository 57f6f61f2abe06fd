import CRehearsalPlatform
package import RehearsalPlatform

/// A wait for events of file descriptors, which uses `poll`.
package enum DescriptorWait {
    /// A descriptor and the events to wait for. An error or hang-up ends the wait in any case.
    package struct Interest {
        package var descriptor: Int32
        package var reads = false
        package var writes = false
        /// Whether the peer's FIN ends the wait even if `reads` is false. It has no effect on Darwin.
        package var endsOnFIN = false

        package init(descriptor: Int32, reads: Bool = false, writes: Bool = false, hangs: Bool = false) {
            (self.descriptor, self.reads, self.writes, self.endsOnFIN) = (descriptor, reads, writes, hangs)
        }
    }

    /// The reason why a wait ended.
    package enum EndReason: Equatable {
        /// A descriptor has an event.
        case ready
        /// The deadline passed.
        case timedOut
        /// The stop flag was raised.
        case stopped
    }

    /// Waits until a descriptor is ready, the deadline passes or the flag is raised.
    ///
    /// - Parameters:
    ///   - deadline: an instant of ``SystemClock``, in nanoseconds.
    ///   - stop: a flag that ends the wait when it is raised; nil for none.
    package static func wait(for interests: [Interest], until deadline: Int64, or stop: StopFlag?) -> EndReason {
        var requests = interests.map { pollfd(fd: $0.descriptor, events: events(of: $0), revents: 0) }
        if let stop { requests.append(pollfd(fd: stop.descriptor, events: Int16(POLLIN), revents: 0)) }
        while true {
            let remaining = max(0, deadline &- SystemClock.now())
            let milliseconds = Int32(min(remaining / 1_000_000 + (remaining % 1_000_000 > 0 ? 1 : 0), 60_000))
            let count = poll(&requests, nfds_t(requests.count), milliseconds)
            if count < 0, errno == EINTR { continue }
            if stop != nil, let last = requests.last, last.revents != 0 { return .stopped }
            if count != 0 { return .ready }
            if deadline <= SystemClock.now() { return .timedOut }
        }
    }

    #if !canImport(Darwin)
        /// `POLLRDHUP`, which `poll.h` defines only if `_GNU_SOURCE` is defined.
        private static let peerHasFinished: Int32 = 0x2000
    #endif

    private static func events(of interest: Interest) -> Int16 {
        var events = (interest.reads ? POLLIN : 0) | (interest.writes ? POLLOUT : 0)
        #if !canImport(Darwin)
            if interest.endsOnFIN { events |= Self.peerHasFinished }
        #endif
        return Int16(events)
    }
}

/// A flag that stops threads, including those that wait for descriptors.
package final class StopFlag: Sendable {
    /// A descriptor that becomes readable when the flag is raised.
    package let descriptor: Int32
    private let writing: Int32
    private let raised = Locked(false)

    package init() throws(SystemError) {
        var descriptors: [Int32] = [0, 0]
        guard rehearsal_pipe(&descriptors) == 0 else { throw SystemError("create a pipe") }
        (descriptor, writing) = (descriptors[0], descriptors[1])
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
