extension Scenario {
    /// Requests that have an effect once, however often they are sent (draft-ietf-httpapi-idempotency-key-header).
    ///
    /// The reply to the first request with a key is saved and given again to each that repeats it; one that comes while
    /// the first is still being answered gets 409, one with the same key that is another request 422.
    public struct Idempotency: Sendable, Hashable {
        /// The header that has the key.
        public var header: String
        /// The method of the requests.
        public var method: Method
        /// The paths of the requests.
        public var path: PathPattern
        /// Whether a request without a key is refused, with 400.
        public var isRequired: Bool

        /// Requests that are told by a header to be the same.
        public init(
            header: String = "Idempotency-Key",
            _ method: Method = .post,
            _ path: PathPattern,
            required: Bool = false,
        ) {
            self.header = header
            self.method = method
            self.path = path
            isRequired = required
        }
    }
}
