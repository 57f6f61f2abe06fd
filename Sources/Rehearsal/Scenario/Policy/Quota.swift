extension Scenario {
    /// How many requests are answered in a window of time; what comes beyond that is told to wait.
    ///
    /// A window begins with the first request of its key and is as long as it is, whatever follows.
    public struct Quota: Sendable {
        /// The method of the requests that count; `.any` counts every one.
        public var method: Method
        /// The paths of the requests that count.
        public var path: PathPattern
        /// So many are answered in a window, 1 or more.
        public var limit: Int
        /// How long a window is.
        public var window: Duration
        /// Which requests are counted together; `.endpoint` for all of them.
        public var key: Per
        /// What replies say about it.
        public var headers: HeaderStyle
        /// What the reply to a request beyond the limit says about when to come again.
        public var retryAfter: RetryAfter
        /// The reply to a request beyond the limit; nil for 429 with problem details.
        public var reply: Reply?

        /// The header fields that say what is left.
        public enum HeaderStyle: String, Sendable, Hashable, CaseIterable {
            /// `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers).
            case ietf
            /// `X-RateLimit-Limit`, `X-RateLimit-Remaining`, and `X-RateLimit-Reset` in seconds from now.
            case legacy
            /// None.
            case none
        }

        /// How `Retry-After` is written (RFC 9110 §10.2.3).
        public enum RetryAfter: String, Sendable, Hashable, CaseIterable {
            /// Seconds, rounded up, at least 1.
            case seconds
            /// A date, to the second.
            case date
            /// Not at all.
            case none
        }

        /// So many requests in such a window.
        public init(
            _ method: Method = .any,
            _ path: PathPattern,
            limit: Int,
            window: Duration,
            key: Per = .endpoint,
            headers: HeaderStyle = .ietf,
            retryAfter: RetryAfter = .seconds,
            reply: Reply? = nil,
        ) {
            self.method = method
            self.path = path
            self.limit = limit
            self.window = window
            self.key = key
            self.headers = headers
            self.retryAfter = retryAfter
            self.reply = reply
        }
    }
}
