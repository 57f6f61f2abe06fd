import Rehearsal

/// The state that few connections need. It is allocated separately, so that other connections use less memory.
final class SpecialState {
    /// The pending faults of the connection.
    var faults = PendingFaults()
    /// The random source of the exchange; nil if the exchange uses no random numbers.
    var random: RandomSource?
    /// The work that policies have to do on the reply and at the end of the exchange.
    var pendingPolicyWork: PendingPolicyWork?
    /// The pace and the faults of reading the request's body; nil without them.
    var upload: UploadThrottle?
    /// Whether the client waits for `100 Continue` before it sends its body.
    var awaitsContinue = false
    /// The name of the session that the request selects and that does not exist; nil otherwise.
    var missingSession: String?
    /// The streamed reply body; nil for a reply with a known body.
    var streaming: Streaming?

    /// Resets the state of an exchange that has ended.
    func endExchange() {
        faults.endExchange()
        missingSession = nil
        streaming?.cancel()
        streaming = nil
        random = nil
        pendingPolicyWork = nil
        upload = nil
    }
}

/// A streamed reply body, owned by the loop of its connection.
final class Streaming {
    let next: Scenario.Reply.BodySource
    /// The task that produces the pieces outside of the loop.
    var task: Task<Void, Never>?
    /// The suspended producer. It resumes with true once the kernel has accepted the piece, and with false to stop.
    var acknowledge: CheckedContinuation<Bool, Never>?
    /// Whether the last piece has been received from the producer.
    var isOver = false

    init(_ next: @escaping Scenario.Reply.BodySource) { self.next = next }

    /// Cancels the producer after the exchange has ended.
    func cancel() {
        task?.cancel()
        acknowledge?.resume(returning: false)
        acknowledge = nil
    }
}

/// The evaluation of closures that return replies.
enum AsyncReply {
    /// Returns the reply of a closure; if its status is not valid, a 500 reply that says so.
    static func evaluate(by handler: Scenario.Reply.Handler, _ request: Journal.Entry) async -> Scenario.Reply {
        let reply = await handler(request)
        if let next = reply.handler { return await evaluate(by: next, request) }
        if (0...999).contains(reply.status) { return reply }
        let text = "the closure returned the status \(reply.status); valid statuses are 0 to 999\n"
        return Scenario.Reply(500, body: .text(text))
    }
}
