import CRehearsalPlatform

/// A readiness notifier for event loops, with the same three operations on every system.
package protocol Poller: AnyObject {
    /// Replaces the events of interest; an empty set removes the descriptor, so that not even a hang-up wakes the loop.
    func setInterest(_ interest: Interest, of descriptor: Int32, token: UInt64)

    /// Removes a descriptor. Callers must do so before they close it.
    func remove(_ descriptor: Int32)

    /// Waits until a descriptor is ready, or until an instant of ``SystemClock/now()``; `.max` means no limit.
    ///
    /// If no descriptor is ready, this can return before the instant. It does not wait for an instant of the past.
    ///
    /// - Returns: the ready descriptors, in memory that the next call overwrites.
    func wait(until instant: Int64) -> UnsafeBufferPointer<Readiness>

    /// A descriptor that is readable while a descriptor of interest is ready; nil for none. Every thread may poll it.
    var readinessDescriptor: Int32? { get }
}

extension Poller {
    package var readinessDescriptor: Int32? { nil }
}

/// The events of interest of a descriptor.
package struct Interest: OptionSet, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let read = Interest(rawValue: 1)
    package static let write = Interest(rawValue: 2)

    // The generic operations of `OptionSet` are not specialized across modules and would take 700 instructions for each
    // request.
    package init(reads: Bool, writes: Bool) { rawValue = (reads ? 1 : 0) | (writes ? 2 : 0) }
    package var reads: Bool { rawValue & 1 != 0 }
    package var writes: Bool { rawValue & 2 != 0 }
}

/// A ready descriptor, identified by its token.
package struct Readiness {
    package var token: UInt64
    /// The ready events; a hang-up or an error sets both, and `recv` or `send` reports it.
    package var interest: Interest

    package init(token: UInt64, interest: Interest) { (self.token, self.interest) = (token, interest) }
}

/// A kind of poller for event loops.
package enum PollerKind: Sendable, Hashable, CaseIterable {
    /// epoll on Linux, kqueue on Apple's systems.
    case native
    /// `poll(2)` on every system.
    case poll

    package func make() throws(SystemError) -> any Poller {
        switch self {
        case .poll: PollPoller()
        case .native:
            #if canImport(Darwin) || KQUEUE
                try KqueuePoller()
            #else
                try EpollPoller()
            #endif
        }
    }
}

/// A portable poller on `poll(2)`, which takes time in proportion to the number of descriptors.
package final class PollPoller: Poller {
    private var entries: [pollfd] = []
    private var tokens: [UInt64] = []
    /// The index in `entries` by descriptor, or -1.
    private var entryIndices: [Int32] = []
    private var ready = UnsafeMutableBufferPointer<Readiness>.allocate(capacity: 64)

    deinit { ready.deallocate() }

    package func setInterest(_ interest: Interest, of descriptor: Int32, token: UInt64) {
        if interest.isEmpty { return remove(descriptor) }
        let index = Int(descriptor)
        if index >= entryIndices.count {
            entryIndices.append(contentsOf: repeatElement(-1, count: index + 64 - entryIndices.count))
        }
        var events: Int16 = 0
        if interest.contains(.read) { events |= Int16(POLLIN) }
        if interest.contains(.write) { events |= Int16(POLLOUT) }
        let entryIndex = Int(entryIndices[index])
        if entryIndex >= 0 {
            entries[entryIndex].events = events
            tokens[entryIndex] = token
        } else {
            entryIndices[index] = Int32(entries.count)
            entries.append(pollfd(fd: descriptor, events: events, revents: 0))
            tokens.append(token)
        }
    }

    package func remove(_ descriptor: Int32) {
        let index = Int(descriptor)
        guard entryIndices.indices.contains(index), entryIndices[index] >= 0 else { return }
        let entryIndex = Int(entryIndices[index])
        entryIndices[index] = -1
        let last = entries.count - 1
        if entryIndex != last {
            entries[entryIndex] = entries[last]
            tokens[entryIndex] = tokens[last]
            entryIndices[Int(entries[entryIndex].fd)] = Int32(entryIndex)
        }
        entries.removeLast()
        tokens.removeLast()
    }

    package func wait(until instant: Int64) -> UnsafeBufferPointer<Readiness> {
        if ready.count < entries.count {
            ready.deallocate()
            ready = .allocate(capacity: 2 * entries.count)
        }
        var count = 0
        let nanoseconds = SystemClock.time(until: instant)
        let milliseconds = nanoseconds.map { min(($0 + 999_999) / 1_000_000, 3_600_000) } ?? -1
        var remaining = poll(&entries, nfds_t(entries.count), Int32(milliseconds))
        for index in entries.indices where remaining > 0 && entries[index].revents != 0 {
            remaining -= 1
            let events = Int32(entries[index].revents)
            var interest: Interest = []
            let failed = Int32(POLLHUP | POLLERR | POLLNVAL)
            if events & (Int32(POLLIN) | failed) != 0 { interest.insert(.read) }
            if events & (Int32(POLLOUT) | failed) != 0 { interest.insert(.write) }
            ready[count] = Readiness(token: tokens[index], interest: interest)
            count += 1
        }
        return UnsafeBufferPointer(rebasing: ready[..<count])
    }
}
