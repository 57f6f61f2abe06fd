extension Scenario {
    /// A reply of an endpoint: its content, its repetitions, its timing and its faults.
    public struct Reply: Sendable {
        /// The status code, 0 to 999, sent as three digits.
        public var status: Int
        /// The reason phrase; nil means the standard phrase of the status.
        public var reason: String?
        /// The headers, sent unchanged before those that the server adds.
        public var headers: Headers
        /// The content after the head.
        public var body: Body
        /// The number of requests that the reply answers.
        ///
        /// Nil means one request if more replies follow. For the last reply, see ``Scenario/Endpoint/afterLast``.
        public var times: Int?
        /// The time between the matching of the request and the first byte of the reply.
        public var delay: Fault.Delay
        /// The time between the head and the first byte of the body.
        public var bodyDelay: Fault.Delay
        /// The send rate in bytes per second; nil for no limit.
        public var pace: Int?
        /// The rate at which the request body is read, in bytes per second; nil for no limit.
        public var uploadPace: Int?
        /// Whether the server sends the reply after it has read the head of the request, without waiting for the body.
        public var isEarly: Bool
        /// The faults; only one of those that end the reply (close, reset, halfClose, a stall without end) takes
        /// effect.
        public var faults: [Fault]
        /// The hold that delays the reply until it is released; nil for none.
        public var hold: Hold?
        /// Whether the verification fails if the reply was not sent by the end of the session.
        public var isRequired: Bool
        /// The change of variables when the reply is selected.
        public var then: Change

        /// The edits of a recorded JSON body, whose values may contain templates.
        package var edits: [JSONDocument.Edit] = []
        /// Whether the reply is recorded. Braces in its headers need not be valid templates.
        package var isRecorded = false
        /// Origins that are replaced by the server's own in headers and text bodies.
        package var recordedOrigins: [RecordedOrigin] = []
        /// The closure that returns the reply to a request. With it, every property above except `times` is ignored.
        package var handler: Handler?

        /// The source of a streamed body, which replaces `body`; nil for none.
        package var stream: BodySource?

        /// An origin that the server replays under its own address.
        package struct RecordedOrigin: Sendable, Hashable {
            /// The origin without a trailing slash: `https://api.example.com`.
            package var text: String
            /// The path on the server that stands for `/` of the origin: `/api.example.com`; empty for `/` itself.
            package var path: String

            package init(_ text: String, path: String = "") { (self.text, self.path) = (text, path) }
        }

        /// A function that returns the next piece of a body, or nil at its end.
        ///
        /// The server calls it again after it has sent a piece.
        package typealias BodySource = @Sendable () async -> [UInt8]?
        package typealias Handler = @Sendable (Journal.Entry) async -> Reply

        /// Creates a reply; 200 without content by default.
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

        /// Returns a reply whose content a closure determines for each request, outside the event loop.
        ///
        /// If the client disconnects before the closure returns, the reply is dropped and the journal records that.
        public static func later(
            times: Int? = nil,
            _ answer: @escaping @Sendable (_ request: Journal.Entry) async -> Reply,
        ) -> Reply {
            var reply = Reply(times: times)
            reply.handler = answer
            return reply
        }
    }

    /// A condition that delays a reply until it is met.
    public struct Hold: Sendable, Hashable, ExpressibleByStringLiteral {
        /// The name with which the replies are released; nil if only the number of waiting requests releases them.
        public var name: String?
        /// The number of waiting requests that releases all of them, and every later one.
        public var untilWaiting: Int?

        /// Creates a hold that ends when it is released or when enough requests wait. Replies with equal holds
        /// are released together.
        public init(_ name: String? = nil, untilWaiting: Int? = nil) {
            self.name = name
            self.untilWaiting = untilWaiting
        }

        /// Creates a hold that ends when the name is released.
        public init(stringLiteral value: String) { self.init(value) }
    }
}

extension Scenario.Reply {
    /// Whether the body contains the exact bytes of the whole reply, including the head.
    var isRaw: Bool { if case .raw = body { true } else { false } }

    /// Returns the reply with the faults of a preset added to its own.
    public func with(_ preset: Fault.Preset, on occurrence: Fault.Occurrence = .always) -> Scenario.Reply {
        var reply = self
        reply.faults += preset.faults.map { Fault($0.effect, at: $0.stage, on: occurrence) }
        return reply
    }

    /// The reason why a policy cannot use the reply; nil if it can.
    var policyValidationFailure: String? {
        if !(0...999).contains(status) { return "a status must be 0 to 999, not \(status)" }
        if times != nil || !then.isEmpty || isRequired {
            return "the reply of a policy cannot have \"times\", \"then\" or \"required\""
        }
        for fault in faults {
            if let reason = fault.validationFailure { return reason }
            if case .requestBody = fault.stage { return "\(fault) would happen before the server has read the request" }
        }
        return Fault.conflict(in: faults)
    }

    /// Whether the content, the timing or the faults of the reply use random numbers.
    var usesRandomness: Bool {
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
