extension Scenario {
    /// A check of each request before an endpoint or a policy answers, such as one against an API document.
    package struct RequestCheck: Sendable {
        /// The reply to a request that fails the check.
        package struct Refusal: Sendable {
            package var reply: Reply
            /// The reason for the journal, in one line: `contract: the parameter "page" is not an integer`.
            package var reason: String

            package init(reply: Reply, reason: String) { (self.reply, self.reason) = (reply, reason) }
        }

        /// A change of the reply that an endpoint or a policy sends.
        package struct Alteration: Sendable {
            /// The reason for the journal, in one line.
            package var reason: String
            /// Returns the changed reply.
            package var change: @Sendable (Reply) -> Reply

            package init(reason: String, change: @escaping @Sendable (Reply) -> Reply) {
                (self.reason, self.change) = (reason, change)
            }
        }

        /// The result of the check of a request.
        package enum Outcome: Sendable {
            /// An endpoint or a policy answers.
            case admitted
            /// The request has no effect, and receives the reply of the check.
            case refused(Refusal)
            /// An endpoint or a policy answers, and the request has its effect. Its reply is changed.
            case altered(Alteration)
        }

        /// Returns the outcome for a request with its complete body. It is called once for each request.
        package let outcome: @Sendable (ObservedRequest) -> Outcome

        package init(_ outcome: @escaping @Sendable (ObservedRequest) -> Outcome) { self.outcome = outcome }
    }
}
