import RehearsalDocuments
import RehearsalHTTP
import RehearsalServer

extension Exchange {
    /// What became of a reply whose head had come.
    enum Passed: Equatable {
        /// All of it is with the client; the client's connection goes on unless it says otherwise.
        case whole(closesClient: Bool, keepsUpstream: Bool)
        /// Upstream broke it off, for this reason.
        case cut(TransferFailure)
        /// The client left, and the rest did not come in time.
        case left
    }

    /// Passes a reply on to the client, and has it recorded before its last bytes go.
    ///
    /// - Parameters:
    ///   - writer: nil drops the reply.
    ///   - record: gets what came, once it is known how it ended.
    func pass(
        _ head: ReplyHead,
        as writer: ReplyWriter?,
        record: (RecordedExchange.Reply) -> Void
    ) throws(Interruption) -> Passed {
        let framing: ReplyHead.Framing
        do throws(TransferFailure) { framing = try head.framing(answering: request.method) } catch {
            throw .upstream(error)
        }
        var passing = PassingReply(head, framing, for: self, as: writer)
        defer { passing.forget() }
        let ending = passing.run(over: self)
        switch ending {
        case .complete:
            record(passing.recorded(isWhole: true))
            passing.flush(self)
            let keeps = head.keepsAlive && framing != .untilClose && body.isComplete && upstream.input.isEmpty
            return .whole(closesClient: passing.closesClient, keepsUpstream: keeps && !upstream.hasEnded)
        case .endedByClient:
            record(passing.recorded(isWhole: true))
            passing.flush(self)
            return .whole(closesClient: true, keepsUpstream: false)
        case .cut(let failure):
            record(passing.recorded(isWhole: false))
            passing.flush(self)
            return .cut(failure)
        case .left: return .left
        }
    }
}
