package import RehearsalHTTP

extension Backend {
    /// What a client may send, and how long it may take; sizes in bytes.
    public struct Limits: Sendable, Hashable {
        /// A request's head, from its first byte to its empty line; more is answered 431.
        public var head = 64 << 10
        /// Header lines of a request; more are answered 431.
        public var headerLines = 200
        /// A request's target; more is answered 414.
        public var target = 16 << 10
        /// A request's body with its transfer coding taken off; more is answered 413.
        public var body = 64 << 20
        /// What is kept for conditions and the journal of incomplete request bodies: those of one session on one event
        /// loop together. A request that brings more is answered 503.
        public var bodies = 512 << 20
        /// Connections at one time; more wait to be accepted.
        public var connections = 20_000
        /// A connection between requests; then it is closed without a word.
        public var idle = Duration.seconds(75)
        /// From the first byte of a head to its last; then 408.
        public var headTimeout = Duration.seconds(10)
        /// Between two pieces of a body; then 408.
        public var bodyTimeout = Duration.seconds(30)

        /// The limits that hold where nothing else is said.
        public init() {}

        /// Those of them that hold for one request, as the reader of requests takes them.
        package var ofRequests: RequestLimits {
            var limits = RequestLimits()
            (limits.head, limits.headerLines, limits.target, limits.body) = (head, headerLines, target, body)
            return limits
        }
    }
}
