extension Scenario {
    /// One answer of an endpoint: what is sent, how often, how late, and what goes wrong.
    public struct Reply: Sendable {
        /// 0 to 999, sent as three digits.
        public var status: Int
        /// The reason phrase; nil means the usual one of the status.
        public var reason: String?
        /// Sent as they stand here, before those that the server adds.
        public var headers: Headers
        /// What follows the head.
        public var body: Body
        /// For how many requests; nil means one when more replies follow, else see ``Scenario/Endpoint/afterLast``.
        public var times: Int?
        /// From the decision to the first byte of the reply.
        public var delay: Fault.Delay
        /// From the head to the first byte of the body.
        public var bodyDelay: Fault.Delay
        /// How fast the reply is sent, in bytes a second; nil for as fast as the client takes it.
        public var pace: Int?
        /// How fast the body of the request is read, in bytes a second; nil for as fast as it comes.
        public var uploadPace: Int?
        /// Whether it is sent when the head of the request has been read, before its body.
        public var isEarly: Bool
        /// What goes wrong. Of those that nothing can follow (close, reset, halfClose, a stall for ever) one happens.
        public var faults: [Fault]
        /// Kept back until it is released.
        public var hold: Hold?
        /// Whether it is a finding if nobody has asked for it by the end.
        public var isRequired: Bool
        /// What it changes for those that come after it.
        public var then: Change

        /// Changes of a recorded JSON body that hold templates.
        package var edits: [JSONDocument.Edit] = []
        /// It is sent as somebody else wrote it: braces in its headers are no templates.
        package var isRecorded = false
        /// Origins that are replaced by the backend's own in headers and text bodies.
        package var recordedOrigins: [RecordedOrigin] = []
        /// Asked for the reply when the request has arrived; then everything above but `times` is ignored.
        package var answer: Answer?

        /// What follows the head, made piece by piece while it is sent; `body` says nothing then.
        package var stream: Stream?

        /// An origin whose replies a backend gives in its place.
        package struct RecordedOrigin: Sendable, Hashable {
            /// Without a slash at its end: `https://api.example.com`.
            package var text: String
            /// The path of the backend that has what the origin had at `/`: `/api.example.com`; empty for `/` itself.
            package var path: String

            package init(_ text: String, path: String = "") { (self.text, self.path) = (text, path) }
        }

        /// Makes the next piece of a body, or says with nil that it is over;
        /// asked again when the last piece has been sent.
        package typealias Stream = @Sendable () async -> [UInt8]?
        package typealias Answer = @Sendable (Journal.Entry) async -> Reply

        /// A reply; 200 without content if nothing is said.
        public init(
            _ status: Int = 200,
            reason: String? = nil,
            headers: Headers = [:],
            body: Body = .none,
            times: Int? = nil,
            delay: Fault.Delay = .none,
            bodyDelay: Fault.Delay = .none,
            pace: Int? = nil,
            uploadPace: Int? = nil,
            early: Bool = false,
            fault: Fault...,
            hold: Hold? = nil,
            required: Bool = false,
            then: Change = Change(),
        ) {
            self.status = status
            self.reason = reason
            self.headers = headers
            self.body = body
            self.times = times
            self.delay = delay
            self.bodyDelay = bodyDelay
            self.pace = pace
            self.uploadPace = uploadPace
            isEarly = early
            faults = fault
            self.hold = hold
            isRequired = required
            self.then = then
        }

        /// A reply made by a closure when the request has arrived, off the event loop.
        ///
        /// If the client has gone by the time it is made, it is dropped and the journal says so.
        public static func later(
            times: Int? = nil,
            _ answer: @escaping @Sendable (_ request: Journal.Entry) async -> Reply,
        ) -> Reply {
            var reply = Reply(times: times)
            reply.answer = answer
            return reply
        }
    }

    /// What keeps a reply back.
    public struct Hold: Sendable, Hashable, ExpressibleByStringLiteral {
        /// What it is released by; nil if only a number of waiting requests releases it.
        public var name: String?
        /// So many requests waiting here release all of them, and every later one.
        public var untilWaiting: Int?

        /// Kept back until somebody releases that name, or until so many wait;
        /// replies whose holds are equal wait together.
        public init(_ name: String? = nil, untilWaiting: Int? = nil) {
            self.name = name
            self.untilWaiting = untilWaiting
        }

        /// Kept back until somebody releases that name.
        public init(stringLiteral value: String) { self.init(value) }
    }
}

extension Scenario.Reply {
    /// Its bytes are its author's, head and all.
    var isRaw: Bool { if case .raw = body { true } else { false } }

    /// The same reply with the faults of a preset besides its own.
    public func with(_ preset: Fault.Preset, on occurrence: Fault.Occurrence = .always) -> Scenario.Reply {
        var reply = self
        reply.faults += preset.faults.map { Fault($0.effect, at: $0.stage, on: occurrence) }
        return reply
    }

    /// Why a policy cannot give it; nil if it can.
    var policyIllegality: String? {
        if !(0...999).contains(status) { return "a status is 0 to 999, not \(status)" }
        if times != nil || !then.isEmpty || isRequired { return "it has no turns, and changes nothing" }
        for fault in faults {
            if let reason = fault.illegality { return reason }
            if case .requestBody = fault.stage { return "\(fault) would come before the request is decided about" }
        }
        return Fault.conflict(in: faults)
    }

    var draws: Bool {
        hasRandomTemplate || delay.isRandom || bodyDelay.isRandom
            || faults.contains { fault in
                if case .delay(let delay) = fault.effect, delay.isRandom { return true }
                return fault.occurrence.chance < 1
            }
    }

    private var hasRandomTemplate: Bool {
        let isInChange = (try? CompiledChange(then))?.needs.contains(.randomness) ?? false
        return isInChange || (try? ReplyTemplate(self))?.needs.contains(.randomness) ?? false
    }
}
