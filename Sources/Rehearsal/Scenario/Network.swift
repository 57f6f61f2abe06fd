extension Scenario {
    /// A network state: the treatment of connections, before the server reads a request, until a condition ends it.
    public struct Network: Sendable, Hashable {
        /// The treatment of a connection.
        public var state: State
        /// The point at which the treatment applies.
        public var on: ConnectionPhase
        /// The condition that ends this state; nil for never.
        public var until: Until?

        /// Creates a state and the condition that ends it.
        public init(_ state: State, on phase: ConnectionPhase = .accept, until: Until? = nil) {
            self.state = state
            on = phase
            self.until = until
        }

        /// A treatment of a connection.
        public enum State: Sendable, Hashable {
            /// The server serves the connection.
            case open
            /// The kernel refuses the connection, because the server does not listen.
            case refusing
            /// The server resets the connection (RST).
            case resetting
            /// The server closes the connection (FIN).
            case closing
            /// The server sends nothing until the client disconnects.
            case silent
            /// The server sends these bytes, then closes the connection (FIN).
            case bytes([UInt8])
            /// The server serves the connection after a delay.
            case slow(Fault.Delay)
        }

        /// A point at which the server applies a network state to a connection.
        public enum ConnectionPhase: String, Sendable, Hashable, CaseIterable {
            /// The server has accepted the connection.
            case accept
            /// The server has read the first message of the TLS handshake (RFC 8446 §4.1.2).
            case clientHello
        }

        /// A condition that ends a network state.
        public enum Until: Sendable, Hashable {
            /// The state has been applied to this number of connections.
            case connections(Int)
            /// This time has passed since the state began.
            case after(Duration)
            /// The name is released, in the same way as a ``Scenario/Hold``.
            case released(String)
        }
    }
}

extension Scenario.Network.State {
    /// The name in scenario files.
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
