import RehearsalPlatform
import RehearsalServer

/// Waits for news of a few descriptors.
enum Readiness {
    /// One descriptor, and the news of it that is wanted; its end is news in any case.
    struct Want {
        var descriptor: Int32
        var reads = false
        var writes = false
        /// Whether the peer's word that nothing more will come from it is news, although nothing is read.
        var hangs = false
    }

    enum Outcome: Equatable {
        case ready
        case late
        /// The bell has been rung.
        case stopped
    }

    /// - Parameters:
    ///   - deadline: an instant of ``SystemClock``.
    ///   - bell: nil for whoever has heard it already.
    static func wait(for wants: [Want], until deadline: Int64, or bell: StopBell?) -> Outcome {
        var requests = wants.map { pollfd(fd: $0.descriptor, events: events(of: $0), revents: 0) }
        if let bell { requests.append(pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0)) }
        while true {
            let left = max(0, deadline &- SystemClock.now())
            let milliseconds = Int32(min(left / 1_000_000 + (left % 1_000_000 > 0 ? 1 : 0), 60_000))
            let count = poll(&requests, nfds_t(requests.count), milliseconds)
            if count < 0, errno == EINTR { continue }
            if bell != nil, let last = requests.last, last.revents != 0 { return .stopped }
            if count != 0 { return .ready }
            if deadline <= SystemClock.now() { return .late }
        }
    }

    #if !canImport(Darwin)
        /// `POLLRDHUP`, which stands in the header only for those who ask for everything.
        private static let peerHasFinished: Int32 = 0x2000
    #endif

    private static func events(of want: Want) -> Int16 {
        var events = (want.reads ? POLLIN : 0) | (want.writes ? POLLOUT : 0)
        #if !canImport(Darwin)
            if want.hangs { events |= Self.peerHasFinished }
        #endif
        return Int16(events)
    }
}
