/// What tells a loop which descriptors are ready: the same three operations on every system.
protocol Poller: AnyObject {
    /// Asks for these events and no others; none takes the descriptor out, so that not even a hang-up wakes the loop.
    func want(_ interest: Interest, of descriptor: Int32, token: UInt64)

    /// Takes the descriptor out; called before it is closed.
    func forget(_ descriptor: Int32)

    /// Waits for at most `nanoseconds` (negative: for ever) and appends what is ready.
    func wait(nanoseconds: Int64, into ready: inout [Readiness])
}

/// The events a descriptor is watched for.
struct Interest: OptionSet, Hashable {
    let rawValue: UInt8

    static let read = Interest(rawValue: 1)
    static let write = Interest(rawValue: 2)
}

/// One descriptor that is ready, by the token it was registered with.
struct Readiness {
    var token: UInt64
    /// Also set for a hang-up or an error: `recv` and `send` say which.
    var interest: Interest
}

/// Which poller a loop uses.
package enum PollerKind: Sendable, Hashable, CaseIterable {
    /// epoll on Linux, kqueue on Apple's systems.
    case native
    /// `poll(2)`, everywhere.
    case poll

    func make() throws(SystemError) -> any Poller {
        switch self {
        case .poll: PollPoller()
        case .native:
            #if canImport(Darwin)
                try KqueuePoller()
            #else
                try EpollPoller()
            #endif
        }
    }
}
