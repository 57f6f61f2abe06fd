import Rehearsal

/// The state that few connections need, kept apart so that the others stay small.
final class SpecialState {
    /// The faults that the connection has yet to meet.
    var faults = FaultPlayer()
    /// The random numbers of the exchange; nil if it has drawn none.
    var random: RandomSource?
    /// The work that policies have left with the reply.
    var ticket: PolicyTicket?
    /// The throttle of the request's body; nil for a body that is read as it arrives.
    var upload: UploadThrottle?
    /// Whether the client waits for `100 Continue` before it sends its body.
    var awaitsContinue = false
    /// The name of the session that the request asks for and that does not exist.
    var missingSession: String?
    /// The reply body that is produced piece by piece while it is sent.
    var streaming: Streaming?

    /// Forgets the state of an exchange that has ended.
    func endExchange() {
        faults.endExchange()
        missingSession = nil
        streaming?.cancel()
        streaming = nil
        random = nil
        ticket = nil
        upload = nil
    }
}

/// A body that is made piece by piece while it is sent; it belongs to the loop of its connection.
final class Streaming {
    let next: Scenario.Reply.Stream
    /// Makes the pieces, off the loop.
    var task: Task<Void, Never>?
    /// Told whether to go on when the piece before has been handed to the kernel.
    var acknowledge: CheckedContinuation<Bool, Never>?
    /// The last piece has been handed over.
    var isOver = false

    init(_ next: @escaping Scenario.Reply.Stream) { self.next = next }

    /// Nobody is there any more to send pieces to.
    func cancel() {
        task?.cancel()
        acknowledge?.resume(returning: false)
        acknowledge = nil
    }
}

/// Replies that closures make while a scenario plays.
enum LaterReply {
    /// What a closure makes; a status that cannot be sent is no longer to be refused, so the client is told.
    static func made(by answer: Scenario.Reply.Answer, _ request: Journal.Entry) async -> Scenario.Reply {
        let reply = await answer(request)
        if let next = reply.answer { return await made(by: next, request) }
        if (0...999).contains(reply.status) { return reply }
        return Scenario.Reply(500, body: .text("the closure made a status of \(reply.status); 0 to 999 can be sent\n"))
    }
}
