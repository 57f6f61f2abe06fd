extension Scenario {
    /// A check of each request before an endpoint answers, such as one against an API document.
    package struct RequestCheck: Sendable {
        /// The reply to a request that fails the check.
        package struct Refusal: Sendable {
            package var reply: Reply
            /// The reason for the journal, in one line.
            package var reason: String

            package init(reply: Reply, reason: String) { (self.reply, self.reason) = (reply, reason) }
        }

        /// Returns the refusal of a request with its complete body; nil if an endpoint may answer.
        package let refusal: @Sendable (ObservedRequest) -> Refusal?

        package init(_ refusal: @escaping @Sendable (ObservedRequest) -> Refusal?) { self.refusal = refusal }
    }
}
