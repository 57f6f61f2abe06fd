package import Rehearsal

extension RecordedExchange.Reply {
    /// Returns the reply that a replay of the recording sends.
    ///
    /// - Parameters:
    ///   - method: the method of the request.
    ///   - origin: the origin of the backend, which the server replaces with its own in headers and text bodies.
    package func replay(to method: String, from origin: String) -> Scenario.Reply {
        var reply = Scenario.Reply(status, reason: HARReply.reason(reason))
        reply.isRecorded = true
        reply.headers = RecordedHeaders.replayable(headers.fields, isExact: false, keepsContentEncoding: true)
        if method == "HEAD" {
            reply.headers.fields += HARReply.lengthFields(headers.fields, status)
        } else if status != 204, status != 304 {
            reply.body = .bytes(body)
        }
        if !isComplete { reply.faults = HARReply.truncationFaults(reply.body) }
        reply.recordedOrigins = [Scenario.Reply.RecordedOrigin(origin)]
        return reply
    }
}
