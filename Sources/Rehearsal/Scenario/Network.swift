extension Scenario {
    /// How the server treats connections for a while, before any of their requests is read.
    public struct Network: Sendable, Hashable {
        /// What happens to a connection.
        public var state: State
        /// When it happens.
        public var on: Moment
        /// What ends this state; nil for never.
        public var until: Until?

        /// A state, and what ends it.
        public init(_ state: State, on moment: Moment = .accept, until: Until? = nil) {
            self.state = state
            on = moment
            self.until = until
        }

        /// What happens to a connection.
        public enum State: Sendable, Hashable {
            /// It is served.
            case open
            /// It is refused: nobody listens.
            case refusing
            /// RST.
            case resetting
            /// FIN.
            case closing
            /// Nothing, for as long as the client stays.
            case silent
            /// These bytes, then FIN.
            case bytes([UInt8])
            /// It is served, that much later.
            case slow(Fault.Delay)
        }

        /// When something happens to a connection.
        public enum Moment: String, Sendable, Hashable, CaseIterable {
            /// When it is accepted.
            case accept
            /// When the first message of a TLS handshake has been read (RFC 8446 §4.1.2).
            case clientHello
        }

        /// What ends a state.
        public enum Until: Sendable, Hashable {
            /// So many connections have met it.
            case connections(Int)
            /// So much time has passed since it began.
            case after(Duration)
            /// Somebody releases that name.
            case released(String)
        }
    }
}

extension Scenario.Network.State {
    /// As documents write it.
    package var name: String {
        switch self {
        case .open: "open"
        case .refusing: "refusing"
        case .resetting: "resetting"
        case .closing: "closing"
        case .silent: "silent"
        case .bytes: "bytes"
        case .slow: "slow"
        }
    }
}
