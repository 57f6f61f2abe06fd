extension Scenario {
    /// Changes to a reply that do not affect its content: headers, faults, delays, rates and a hold.
    public struct Overlay: Sendable {
        /// Headers that replace those of the same name; a header without a value is removed.
        public var headers: Headers
        /// Faults in addition to those of the reply. If faults of both end the reply, those of the overlay take effect.
        public var faults: [Fault]
        /// The delay that replaces that of the reply; nil for no change.
        public var delay: Fault.Delay?
        /// The body delay that replaces that of the reply; nil for no change.
        public var bodyDelay: Fault.Delay?
        /// The send rate that replaces that of the reply, in bytes per second; nil for no change.
        public var pace: Int?
        /// The upload rate that replaces that of the reply, in bytes per second; nil for no change.
        public var uploadPace: Int?
        /// The hold that replaces that of the reply; nil for no change.
        public var hold: Hold?

        /// Creates an overlay.
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

        /// Whether the overlay changes nothing.
        package var isEmpty: Bool {
            headers.fields.isEmpty && faults.isEmpty && delay == nil && bodyDelay == nil && pace == nil
                && uploadPace == nil && hold == nil
        }

        /// Returns the reply with this overlay applied; the faults of the overlay come first.
        package func applied(over reply: Reply) -> Reply {
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
