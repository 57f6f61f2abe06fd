#if os(Linux)
    import CRehearsalPlatform
    import Glibc

    /// A level-triggered poller on Linux's epoll.
    package final class EpollPoller: Poller {
        private let descriptor: Int32
        private var interests: [Interest] = []
        private let events: UnsafeMutableBufferPointer<epoll_event>

        package init() throws(SystemError) {
            descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
            guard descriptor >= 0 else { throw SystemError("create an epoll instance") }
            events = .allocate(capacity: 256)
        }

        deinit {
            close(descriptor)
            events.deallocate()
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

        package func wait(nanoseconds: Int64, into ready: inout [Readiness]) {
            let count = rehearsal_epoll_wait(descriptor, events.baseAddress, Int32(events.count), nanoseconds)
            guard count > 0 else { return }
            for index in 0..<Int(count) {
                let event = events[index]
                var interest: Interest = []
                if event.events & (EPOLLIN.rawValue | EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0 {
                    interest.insert(.read)
                }
                if event.events & (EPOLLOUT.rawValue | EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0 {
                    interest.insert(.write)
                }
                ready.append(Readiness(token: event.data.u64, interest: interest))
            }
        }
    }
#endif
