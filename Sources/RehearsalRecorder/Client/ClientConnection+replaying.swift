import Rehearsal
import RehearsalHTTP
import RehearsalPlatform
import RehearsalServer

extension ClientConnection {
    /// What came of asking the recording.
    enum Replayed {
        case answered(goesOn: Bool)
        case missed
    }

    /// Lets the recording answer, if it can.
    ///
    /// - Parameter body: of the request, complete.
    func ask(
        _ replaying: Replaying,
        _ request: IncomingRequest,
        _ body: BodyReader
    ) throws(Interruption) -> Replayed {
        let link = try linkToReplay(replaying)
        let writer = RequestWriter(authority: replaying.upstream.authority, takesGzip: true)
        let bytes = writer.head(of: request, length: body.body.kept.count) + body.body.kept
        let exchange = Exchange(of: request, from: client, over: link, sending: bytes, body, proxy.terms)
        replay = nil
        let head: ReplyHead
        do throws(Interruption) { head = try exchange.awaitReply() } catch {
            guard case .upstream = error else { throw error }
            // A recorded failure, which the client shall feel as it is.
            proxy.statistics.noteReplayed()
            client.stream.close(reset: true)
            return .answered(goesOn: false)
        }
        let isMissed = head.fields.contains { $0.isNamed("Rehearsal-Unmatched") }
        let isDropped = isMissed && replaying.passesMisses
        let passed = try exchange.pass(head, as: isDropped ? nil : ReplyWriter()) { _ in }
        if !isDropped { isMissed ? proxy.statistics.noteMiss() : proxy.statistics.noteReplayed() }
        guard case .whole(let closes, let keeps) = passed else { return isDropped ? .missed : .answered(goesOn: false) }
        if keeps { replay = link }
        return isDropped ? .missed : .answered(goesOn: !closes)
    }

    private func linkToReplay(_ replaying: Replaying) throws(Interruption) -> BufferedConnection {
        if let replay, !replay.isStale { return replay }
        do throws(TransferFailure) {
            let upstream = replaying.upstream
            let deadline = SystemClock.now() &+ proxy.terms.timeout
            return BufferedConnection(
                try TCPConnector.connect(toHost: upstream.host, port: upstream.port, until: deadline)
            )
        } catch {
            throw .upstream(error)
        }
    }
}
