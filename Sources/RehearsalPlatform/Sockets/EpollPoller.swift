#if os(Linux)
    import CRehearsalPlatform
    import Glibc

    /// A level-triggered poller on Linux's epoll.
    package final class EpollPoller: Poller {
        private let descriptor: Int32
        private var interests: [Interest] = []
        private let events: UnsafeMutablePointer<epoll_event>
        private let ready: UnsafeMutablePointer<Readiness>
        /// The number of events that one system call can report.
        private static let capacity = 256

        package init() throws(SystemError) {
            descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
            guard descriptor >= 0 else { throw SystemError("create an epoll instance") }
            events = .allocate(capacity: Self.capacity)
            ready = .allocate(capacity: Self.capacity)
        }

        deinit {
            close(descriptor)
            events.deallocate()
            ready.deallocate()
        }

        package func setInterest(_ interest: Interest, of target: Int32, token: UInt64) {
            let index = Int(target)
            if index >= interests.count {
                interests.append(contentsOf: repeatElement([], count: index + 64 - interests.count))
            }
            let current = interests[index]
            guard current != interest else { return }
            if interest.isEmpty { return remove(target) }
            interests[index] = interest
            var event = epoll_event()
            event.data.u64 = token
            if interest.contains(.read) { event.events |= EPOLLIN.rawValue }
            if interest.contains(.write) { event.events |= EPOLLOUT.rawValue }
            epoll_ctl(descriptor, current.isEmpty ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, target, &event)
        }

        package func remove(_ target: Int32) {
            let index = Int(target)
            guard interests.indices.contains(index), !interests[index].isEmpty else { return }
            interests[index] = []
            var event = epoll_event()
            epoll_ctl(descriptor, EPOLL_CTL_DEL, target, &event)
        }

        package func wait(nanoseconds: Int64) -> UnsafeBufferPointer<Readiness> {
            let count = max(0, Int(rehearsal_epoll_wait(descriptor, events, Int32(Self.capacity), nanoseconds)))
            for index in 0..<count {
                let flags = events[index].events
                let failed = flags & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0
                let interest = Interest(
                    reads: failed || flags & EPOLLIN.rawValue != 0,
                    writes: failed || flags & EPOLLOUT.rawValue != 0
                )
                ready[index] = Readiness(token: events[index].data.u64, interest: interest)
            }
            return UnsafeBufferPointer(start: ready, count: count)
        }
    }
#endif
