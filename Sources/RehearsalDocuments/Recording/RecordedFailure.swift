package import Rehearsal

extension RecordedExchange.Failure {
    /// What a client sees again of an exchange that ended so.
    ///
    /// Nobody can refuse one connection and not the next, and no answer of a backend is a name that leads nowhere: what
    /// happened before there was a connection is a connection that is lost before the reply.
    package var reply: Scenario.Reply {
        var reply = Scenario.Reply(502)
        reply.faults =
            switch self {
            case .refused, .dns, .tls, .reset: [Fault(.reset, at: .beforeHead)]
            case .timeout: [Fault(.stall(), at: .beforeHead)]
            case .malformed:
                [Fault(.replaceBytes(Array("?\r\n\r\n".utf8)), at: .head(.bytes(0))), Fault(.close, at: .end)]
            case .incomplete: [Fault(.close, at: .head())]
            }
        return reply
    }

    /// In words, for a table.
    package var summary: String {
        switch self {
        case .refused: "connection refused"
        case .dns: "host not found"
        case .timeout: "timed out"
        case .reset: "connection reset"
        case .tls: "no TLS connection"
        case .malformed: "no HTTP"
        case .incomplete: "ended in the head"
        }
    }
}
