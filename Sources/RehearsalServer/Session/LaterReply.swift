import Rehearsal

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
