extension Scenario {
    /// What is laid over a reply: faults, time and headers, while what it says stays.
    public struct Overlay: Sendable {
        /// Take the place of those of the same name; one without a value is not sent.
        public var headers: Headers
        /// Happen beside those of the reply; where both would end it, these do.
        public var faults: [Fault]
        /// In place of the reply's; nil leaves it.
        public var delay: Fault.Delay?
        /// In place of the reply's; nil leaves it.
        public var bodyDelay: Fault.Delay?
        /// In bytes a second, in place of the reply's; nil leaves it.
        public var pace: Int?
        /// In bytes a second, in place of the reply's; nil leaves it.
        public var uploadPace: Int?
        /// In place of the reply's; nil leaves it.
        public var hold: Hold?

        /// All of these.
        public init(
            headers: Headers = [:],
            delay: Fault.Delay? = nil,
            bodyDelay: Fault.Delay? = nil,
            pace: Int? = nil,
            uploadPace: Int? = nil,
            fault: Fault...,
            hold: Hold? = nil,
        ) {
            self.headers = headers
            self.delay = delay
            self.bodyDelay = bodyDelay
            self.pace = pace
            self.uploadPace = uploadPace
            faults = fault
            self.hold = hold
        }

        /// There is nothing in it.
        package var isEmpty: Bool {
            headers.fields.isEmpty && faults.isEmpty && delay == nil && bodyDelay == nil && pace == nil
                && uploadPace == nil && hold == nil
        }

        /// The reply with this over it; its own faults come after these.
        package func laid(over reply: Reply) -> Reply {
            var reply = reply
            if !headers.fields.isEmpty {
                reply.headers.fields.removeAll { old in
                    headers.fields.contains { Headers.isSameName($0.name, old.name) }
                }
                reply.headers.fields += headers.fields
            }
            reply.faults = faults + reply.faults
            reply.delay = delay ?? reply.delay
            reply.bodyDelay = bodyDelay ?? reply.bodyDelay
            reply.pace = pace ?? reply.pace
            reply.uploadPace = uploadPace ?? reply.uploadPace
            reply.hold = hold ?? reply.hold
            return reply
        }
    }
}
