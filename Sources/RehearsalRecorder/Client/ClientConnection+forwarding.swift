import Rehearsal
import RehearsalDocuments
import RehearsalHTTP
import RehearsalServer

extension ClientConnection {
    /// Has the real backend answer; returns whether the client's connection goes on.
    func forward(_ request: IncomingRequest, _ body: BodyReader) -> Bool {
        while true {
            let isUsed = upstream != nil
            var exchange: Exchange?
            do throws(Interruption) {
                let passing = Exchange(
                    of: request,
                    from: client,
                    over: try linkToUpstream(),
                    sending: bytes(of: request, body),
                    body,
                    proxy.terms
                )
                exchange = passing
                return try finish(passing)
            } catch {
                upstream = nil
                let isRepeatable = request.isIdempotent && (!request.hasBody || body.isComplete)
                // It may have closed a connection that was kept, just when this request came (RFC 9112 §9.3.1).
                if isUsed, isRepeatable, let exchange, !exchange.hasHeard, error.isLostConnection { continue }
                if case .upstream(let failure) = error {
                    proxy.record(request, exchange?.body ?? body, .failure(failure.recorded, detail: failure.detail))
                }
                return give(up: request, for: error, isRead: (exchange?.body ?? body).isComplete)
            }
        }
    }

    private func finish(_ exchange: Exchange) throws(Interruption) -> Bool {
        let request = exchange.request
        let head = try exchange.awaitReply()
        let passed = try exchange.pass(head, as: ReplyWriter(origin: proxy.upstream.origin)) { reply in
            proxy.record(request, exchange.body, .reply(reply), remarks: head.remarks)
        }
        guard case .whole(let closesClient, let keepsUpstream) = passed else {
            upstream = nil
            if passed == .left { proxy.statistics.noteLeft() }
            return false
        }
        if !keepsUpstream { upstream = nil }
        return !closesClient
    }

    /// What goes upstream before more of the body comes.
    private func bytes(of request: IncomingRequest, _ body: BodyReader) -> [UInt8] {
        // A body that was read for the recording's sake is complete, and its framing is gone.
        let isBuffered = proxy.replaying != nil
        guard isBuffered else { return proxy.requests.head(of: request) }
        return proxy.requests.head(of: request, length: body.body.kept.count) + body.body.kept
    }

    private func linkToUpstream() throws(Interruption) -> BufferedConnection {
        if let upstream, !upstream.isStale { return upstream }
        upstream = nil
        do throws(TransferFailure) {
            let link = BufferedConnection(try proxy.connect())
            upstream = link
            return link
        } catch {
            throw .upstream(error)
        }
    }
}

extension Interruption {
    /// Whether a connection went away, and nothing else.
    fileprivate var isLostConnection: Bool {
        guard case .upstream(let failure) = self else { return false }
        return failure.kind == .reset || failure.kind == .incomplete
    }
}
