extension Scenario {
    /// A reply that a request selects by a header field: `Prefer: code=404`, `Prefer: example=NAME` or `Accept`.
    ///
    /// It answers only such requests, and does not advance the sequence of the endpoint's replies.
    public struct NamedReply: Sendable {
        /// The name, which is unique in the endpoint.
        public var name: String
        /// The reply; its `times` has no effect.
        public var reply: Reply

        /// The statuses for which a request may ask; nil for the status of the reply alone.
        package var statuses: ClosedRange<Int>?
        /// The name of the example for which a request may ask; nil for the name of the reply.
        package var example: String?
        /// Whether `Prefer: dynamic=true` selects the reply, and nothing else.
        package var isDynamic = false

        /// Creates a reply with a name.
        public init(_ name: String, _ reply: Reply) {
            self.name = name
            self.reply = reply
        }
    }
}
