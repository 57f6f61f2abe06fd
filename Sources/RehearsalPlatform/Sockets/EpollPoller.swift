#if os(Linux)
    import CRehearsalPlatform
    import Glibc

    /// A level-triggered poller on Linux's epoll.
    package final class EpollPoller: Poller {
        private let descriptor: Int32
        /// A timer that ends a wait (`timerfd_create(2)`).
        ///
        /// With a timeout, the kernel would read the clock and start a timer in each wait, although few timers of a
        /// loop become due.
        private let timer: Int32
        /// The instant for which the timer is set; `.max` if it has expired, or was never set.
        private var timerAt = Int64.max
        private static let timerToken = UInt64.max
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
            // An edge-triggered timer need not be read after it has expired.
            var event = epoll_event(events: EPOLLIN.rawValue | EPOLLET.rawValue, data: epoll_data(u64: Self.timerToken))
            timer = rehearsal_create_timer()
            guard timer >= 0, epoll_ctl(descriptor, EPOLL_CTL_ADD, timer, &event) == 0 else {
                throw SystemError("create a timer for an epoll instance")
            }
        }

        deinit {
            if timer >= 0 { close(timer) }
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

        package func wait(until instant: Int64) -> UnsafeBufferPointer<Readiness> {
            // A timer that expires too early ends one wait, and is set again in the next one.
            if instant < timerAt, instant > 0 { setTimer(instant) }
            let found = Int(rehearsal_epoll_wait(descriptor, events, Int32(Self.capacity), instant <= 0 ? 0 : 1))
            var count = 0
            for index in 0..<max(0, found) {
                guard events[index].data.u64 != Self.timerToken else {
                    timerAt = .max
                    continue
                }
                let flags = events[index].events
                let failed = flags & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0
                let interest = Interest(
                    reads: failed || flags & EPOLLIN.rawValue != 0,
                    writes: failed || flags & EPOLLOUT.rawValue != 0
                )
                ready[count] = Readiness(token: events[index].data.u64, interest: interest)
                count += 1
            }
            return UnsafeBufferPointer(start: ready, count: count)
        }

        package var readinessDescriptor: Int32? { descriptor }

        @inline(never)
        private func setTimer(_ instant: Int64) {
            timerAt = instant
            rehearsal_set_timer(timer, instant)
        }
    }
#endif
