package import Rehearsal
import RehearsalClient
import RehearsalDocuments
import RehearsalHTTP

extension Proxy {
    /// Forwards a request that another server has received, records the exchange, and returns the reply.
    ///
    /// Blocks the calling thread until the reply of the real backend is complete, at most for the timeout. The returned
    /// reply is the one that a replay of the recording sends. If the real backend sends none, it is a 502 or 504 with a
    /// problem document, as from `rehearsal record`.
    package func reply(to entry: Journal.Entry) -> Scenario.Reply {
        let request: IncomingRequest
        do throws(Violation) {
            request = try IncomingRequest(entry.rawHead, limits: RequestReader.limits)
        } catch {
            return ProblemReply(error.status, "request", error.rule).reply
        }
        if let reason = request.rejectionReason { return ProblemReply(501, "not-recorded", reason).reply }
        let body = entry.body.kept
        guard body.count == entry.body.length else {
            return ProblemReply(413, "request", "the request body exceeds the limit of the journal").reply
        }
        do throws(TransferFailure) {
            let received = try forward(request, body)
            record(request, body, .reply(received.recorded), remarks: received.head.remarks)
            return received.recorded.replay(to: request.method, from: upstream.origin)
        } catch {
            record(request, body, .failure(error.recordedFailure, detail: error.detail))
            return ProblemReply(error, of: upstream).reply
        }
    }

    private func forward(_ request: IncomingRequest, _ body: [UInt8]) throws(TransferFailure) -> UpstreamReply {
        // Without a content coding, the server can replace the origin of the real backend in bodies.
        let writer = RequestHeadWriter(authority: upstream.authority, takesGzip: false)
        return try UpstreamReply(
            to: writer.head(of: request, length: body.count) + body,
            method: request.method,
            from: upstream,
            security: security,
            timeout: settings.upstreamTimeout
        )
    }
}
