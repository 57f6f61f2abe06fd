public import Rehearsal

/// The record of a schedule: the calls of the client, the requests at the server, and the final state.
///
/// Instants are nanoseconds of one clock. Their order is that of the events; on a virtual clock, their differences are
/// not the waits of the client, which ``waits`` has.
public struct History: Sendable {
    /// The calls, in the order in which they began.
    public package(set) var calls: [Call] = []
    /// The requests, in the order in which they arrived.
    public package(set) var requests: [Request] = []
    /// The waits that the client requested from its clock.
    public package(set) var waits: [Wait] = []
    /// The items of each resource of the model backend after the last step, by path.
    public package(set) var items: [String: [JSON]] = [:]
    /// The client's store after the last step.
    public package(set) var store: [String: JSON] = [:]
    /// The steps, with the recovery steps that follow those of the schedule.
    package var steps: [Schedule.Step] = []
    /// The number of steps of the schedule; the steps after them check whether the client has recovered.
    package var scheduledSteps = 0
    /// The number of exchanges that the journal no longer holds, whose step is not known, or that did not end in time.
    package var dropped = 0
    /// The longest time for which the machine let a ready thread or task of this process wait.
    package var longestDelay = Duration.zero

    package init() {}

    /// A call of an operation.
    public struct Call: Sendable {
        /// The index of the step.
        public var step: Int
        /// The name of the operation.
        public var operation: String
        /// The instant at which the call began.
        public var beganAt: Int64
        /// The instant at which the call ended.
        public var endedAt: Int64
        /// The outcome of the call.
        public var outcome: ClientOutcome
        /// Whether the harness cancelled the call.
        public var wasCancelled = false
        /// Whether the client's network monitor reported a connection when the call began.
        public var wasOnline = true
        /// The time that the call took on the clock of the harness.
        public var elapsed = Duration.zero
        /// The error that the call threw; nil if it returned a value.
        package var error: ThrownError?

        package init(step: Int, operation: String, beganAt: Int64, endedAt: Int64, outcome: ClientOutcome) {
            (self.step, self.operation, self.beganAt, self.endedAt) = (step, operation, beganAt, endedAt)
            self.outcome = outcome
        }
    }

    /// A request that arrived at the server.
    public struct Request: Sendable {
        /// The index of the step during which it arrived.
        public var step: Int
        /// The position in the order of arrival, from 0.
        public var ordinal: Int
        /// The instant at which the request arrived.
        public var at: Int64
        /// The instant at which the exchange ended; nil while it is open.
        public var endedAt: Int64?
        /// The method.
        public var method: String
        /// The request target: path and query.
        public var target: String
        /// The headers of the request.
        public var headers: Scenario.Headers
        /// The body of the request.
        public var body: [UInt8]
        /// The status of the reply that the client was sent; nil if none was sent.
        public var status: Int?
        /// The headers of that reply.
        public var replyHeaders: Scenario.Headers = [:]
        /// The body of that reply, if the server sent all of it; nil otherwise.
        public var sentBody: [UInt8]? {
            get { sentContent?.bytes }
            set { sentContent = newValue.map { SentContent($0) } }
        }
        /// The content of that reply, if the server sent all of it; nil otherwise.
        package var sentContent: SentContent?
        /// The change of an item that the request has made; nil if it has changed none.
        package var effect: ResourceEffect?
        /// The note of a policy in the journal.
        package var note: String?
        /// The number of changes of items before the reply was made.
        package var version = 0
        package var action = ScheduleAction.normal
        /// The reason why neither an endpoint nor a policy of the model backend replied; nil if one did.
        package var exemption: Exemption?

        package init(step: Int, ordinal: Int, at: Int64, method: String, target: String) {
            (self.step, self.ordinal, self.at) = (step, ordinal, at)
            (self.method, self.target, headers, body) = (method, target, [:], [])
        }

        /// The path of the target, without its query.
        public var path: String { String(Substring(target.utf8.prefix { $0 != UInt8(ascii: "?") })) }

        /// Whether the request created, replaced or deleted an item of a resource, with or without a reply.
        public var wasApplied: Bool { effect != nil }

        /// The document of a successful reply of the model backend that was sent completely; nil otherwise.
        package var genuineDocument: JSON? {
            guard action.sendsReply, let status, 200..<300 ~= status else { return nil }
            return sentContent?.document
        }

        /// Whether the client was sent a complete reply.
        package var wasAnswered: Bool { status != nil && sentContent != nil }

        /// Whether the request cannot change the state of the server (RFC 9110 §9.2.1).
        public var isSafe: Bool { ["GET", "HEAD", "OPTIONS"].contains(method) }

        /// The bearer token; nil without one.
        package var token: String? {
            guard let value = headers["Authorization"], value.lowercased().hasPrefix("bearer ") else { return nil }
            return String(value.dropFirst("bearer ".count))
        }
    }

    /// The content of a reply.
    package enum SentContent: Sendable {
        /// A JSON document, which becomes bytes only if a property needs them.
        case document(JSON)
        /// Bytes, and their JSON document; nil if they are none.
        case bytes([UInt8], JSON?)

        package init(_ bytes: [UInt8]) { self = .bytes(bytes, try? JSON(parsing: bytes)) }

        fileprivate var bytes: [UInt8] {
            switch self {
            case .document(let document): document.bytes()
            case .bytes(let bytes, _): bytes
            }
        }

        fileprivate var document: JSON? {
            switch self {
            case .document(let document), .bytes(_, .some(let document)): document
            case .bytes(_, nil): nil
            }
        }
    }

    /// A reason why a request has no effect, and counts as none of a call.
    package enum Exemption: Sendable, Hashable {
        /// The model backend has no such path, and replied 501.
        case undeclaredPath
        /// The body of the request did not arrive completely, or the request violated a rule of HTTP.
        case incompleteRequest
    }

    /// A wait that the client requested.
    public struct Wait: Sendable {
        /// The instant of the request.
        public var at: Int64
        /// The duration of the wait.
        public var duration: Duration

        package init(at: Int64, duration: Duration) { (self.at, self.duration) = (at, duration) }
    }
}

extension History {
    /// Returns the calls of a step.
    public func calls(of step: Int) -> [Call] { calls.filter { $0.step == step } }

    /// The number of calls that may have sent the requests of a step.
    package func concurrency(of step: Int) -> Int {
        steps.indices.contains(step) ? Schedule(steps).concurrency(of: step) : 1
    }

    /// Whether no other call can have sent the requests of a step than its own.
    package func isSequential(_ step: Int) -> Bool {
        guard steps.indices.contains(step) else { return false }
        return concurrency(of: step) == (steps[step].call == nil ? 0 : 1)
    }

    /// Returns the requests that arrived during a step.
    public func requests(of step: Int) -> [Request] { requests.filter { $0.step == step } }

    /// The methods and paths of the requests to paths that the model backend does not have, in order.
    package var undeclaredRequests: [String] {
        Set(requests.filter { $0.exemption == .undeclaredPath }.map { "\($0.method) \($0.path)" }).sorted()
    }

    /// Whether a step follows those of the schedule, to check whether the client has recovered.
    package func isRecovery(_ step: Int) -> Bool { step >= scheduledSteps }

    /// Whether every request and its step are known. The properties cannot judge any other history.
    package var isComplete: Bool { dropped == 0 }
}
