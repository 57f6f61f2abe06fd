import Rehearsal

/// The state that few connections need, allocated separately to keep the others small.
final class SpecialState {
    /// The pending faults of the connection.
    var faults = PendingFaults()
    /// The random source of the exchange; nil if it draws nothing.
    var random: RandomSource?
    /// The work that policies still do with the reply.
    var policyTicket: PendingPolicyWork?
    /// The throttle of the request's body; nil for a body that is read as it arrives.
    var upload: UploadThrottle?
    /// Whether the client waits for `100 Continue` before it sends its body.
    var awaitsContinue = false
    /// The name of a nonexistent session that the request selects; nil for none.
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
        policyTicket = nil
        upload = nil
    }
}

/// A streamed reply body, owned by the loop of its connection.
final class Streaming {
    let next: Scenario.Reply.BodySource
    /// The task that produces the pieces outside of the loop.
    var task: Task<Void, Never>?
    /// The continuation of the producer; it receives whether to continue once the kernel took the previous piece.
    var acknowledge: CheckedContinuation<Bool, Never>?
    /// Whether the last piece has been received from the producer.
    var isOver = false

    init(_ next: @escaping Scenario.Reply.BodySource) { self.next = next }

    /// Cancels the producer after the connection has ended.
    func cancel() {
        task?.cancel()
        acknowledge?.resume(returning: false)
        acknowledge = nil
    }
}

/// The evaluation of replies that closures make.
enum AsyncReply {
    /// Returns the reply that a closure makes; an invalid status becomes a 500 that reports it.
    static func made(by answer: Scenario.Reply.Handler, _ request: Journal.Entry) async -> Scenario.Reply {
        let reply = await answer(request)
        if let next = reply.handler { return await made(by: next, request) }
        if (0...999).contains(reply.status) { return reply }
        let text = "the closure returned the status \(reply.status); valid statuses are 0 to 999\n"
        return Scenario.Reply(500, body: .text(text))
    }
}
