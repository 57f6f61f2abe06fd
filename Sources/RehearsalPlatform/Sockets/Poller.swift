/// What tells a loop which descriptors are ready: the same three operations on every system.
package protocol Poller: AnyObject {
    /// Asks for these events and no others; none takes the descriptor out, so that not even a hang-up wakes the loop.
    func want(_ interest: Interest, of descriptor: Int32, token: UInt64)

    /// Takes the descriptor out; called before it is closed.
    func forget(_ descriptor: Int32)

    /// Waits for at most `nanoseconds` (negative: for ever) and appends what is ready.
    func wait(nanoseconds: Int64, into ready: inout [Readiness])
}

/// The events a descriptor is watched for.
package struct Interest: OptionSet, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let read = Interest(rawValue: 1)
    package static let write = Interest(rawValue: 2)
}

/// One descriptor that is ready, by the token it was registered with.
package struct Readiness {
    package var token: UInt64
    /// Also set for a hang-up or an error: `recv` and `send` say which.
    package var interest: Interest

    package init(token: UInt64, interest: Interest) { (self.token, self.interest) = (token, interest) }
}

/// Which poller a loop uses.
package enum PollerKind: Sendable, Hashable, CaseIterable {
    /// epoll on Linux, kqueue on Apple's systems.
    case native
    /// `poll(2)`, everywhere.
    case poll

    package func make() throws(SystemError) -> any Poller {
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
