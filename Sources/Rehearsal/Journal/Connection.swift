extension Journal {
    /// One connection of a client, also one on which no request ever came.
    public struct Connection: Sendable {
        /// Which connection of the session, from 0.
        public var number: Int
        /// When it was accepted, in nanoseconds of the journal's clock.
        public var openedAt: Int64
        /// When it was gone; nil while it is open.
        public var closedAt: Int64?
        /// What the scenario's network did to it instead of serving it at once: `resetting`.
        public var treatment: String?
        /// Exchanges that were entered on it.
        public var exchanges: Int
        /// Bytes that were read from it.
        public var received: Int
        /// Bytes that the kernel took for it.
        public var sent: Int
        /// Bytes of those that the client's kernel had confirmed when it was gone.
        public var acknowledged: Int
        /// Who ended it; nil while it is open.
        public var end: ConnectionEnd?

        package init(number: Int, openedAt: Int64, treatment: String?) {
            self.number = number
            self.openedAt = openedAt
            self.treatment = treatment
            exchanges = 0
            received = 0
            sent = 0
            acknowledged = 0
        }
    }

    /// How a connection ended.
    public enum ConnectionEnd: UInt8, Sendable, Hashable {
        /// The client's FIN came before the server's.
        case closedByClient
        /// The client's RST.
        case resetByClient
        /// The server's FIN.
        case closed
        /// The server's RST.
        case reset
        /// The backend stopped.
        case stopped
        /// Nobody: it goes on with a request for another session that shares the port.
        case moved
    }
}
