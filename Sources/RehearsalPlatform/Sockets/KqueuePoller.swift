#if canImport(Darwin) || KQUEUE
    #if canImport(Darwin)
        import Darwin
    #else
        import CKqueue
        import Glibc
    #endif

    /// A level-triggered poller on kqueue for Apple's systems. `Tests/Kqueue/run` tests it on Linux.
    package final class KqueuePoller: Poller {
        private let descriptor: Int32
        private var interests: [Interest] = []
        private let events: UnsafeMutableBufferPointer<kevent>
        private let ready: UnsafeMutablePointer<Readiness>

        package init() throws(SystemError) {
            descriptor = kqueue()
            guard descriptor >= 0 else { throw SystemError("create a kqueue") }
            events = .allocate(capacity: 256)
            ready = .allocate(capacity: events.count)
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
            interests[index] = interest
            change(.read, EVFILT_READ, of: target, from: current, to: interest, token)
            change(.write, EVFILT_WRITE, of: target, from: current, to: interest, token)
        }

        package func remove(_ target: Int32) { setInterest([], of: target, token: 0) }

        package func wait(until instant: Int64) -> UnsafeBufferPointer<Readiness> {
            let time = SystemClock.time(until: instant)
            var limit = timespec(tv_sec: Int((time ?? 0) / 1_000_000_000), tv_nsec: Int((time ?? 0) % 1_000_000_000))
            let count = withUnsafePointer(to: &limit) {
                kevent(descriptor, nil, 0, events.baseAddress, Int32(events.count), time == nil ? nil : $0)
            }
            let found = events.prefix(max(0, Int(count)))
            for (index, event) in found.enumerated() {
                let token = UInt64(UInt(bitPattern: event.udata))
                ready[index] = Readiness(token: token, interest: event.filter == Int16(EVFILT_WRITE) ? .write : .read)
            }
            return UnsafeBufferPointer(start: ready, count: found.count)
        }

        private func change(
            _ event: Interest,
            _ filter: Int32,
            of target: Int32,
            from current: Interest,
            to requested: Interest,
            _ token: UInt64,
        ) {
            guard current.contains(event) != requested.contains(event) else { return }
            var change = kevent(
                ident: UInt(target),
                filter: Int16(filter),
                flags: UInt16(requested.contains(event) ? EV_ADD : EV_DELETE),
                fflags: 0,
                data: 0,
                udata: UnsafeMutableRawPointer(bitPattern: UInt(token))
            )
            kevent(descriptor, &change, 1, nil, 0, nil)
        }
    }
#endif
