import Rehearsal
import RehearsalClient
import RehearsalDocuments
import RehearsalHTTP
import RehearsalPlatform
import RehearsalServer

/// The connection of one client to the recording proxy.
///
/// It has its own connections to the real backend and to the replay server. A thread serves one client connection.
final class ClientConnection {
    let proxy: Proxy
    let client: BufferedConnection
    let reader: RequestReader
    /// The connection to the real backend, which is reused for further exchanges.
    var upstream: BufferedConnection?
    /// The connection to the server that replays the recording.
    var replay: BufferedConnection?

    /// - Parameter descriptor: An accepted connection, which this object closes.
    init(_ descriptor: Int32, _ proxy: Proxy) {
        client = BufferedConnection(SocketStream(descriptor))
        reader = RequestReader(client, proxy.terms)
        self.proxy = proxy
    }

    /// Serves requests until the connection closes, and closes it.
    func run() {
        var goesOn = true
        while goesOn {
            switch reader.next() {
            case .request(let request): goesOn = serve(request)
            case .broken(let violation):
                refuse(ProblemReply(violation.status, "request", violation.rule), to: nil)
                goesOn = false
            case .none:
                // All received bytes were read, so an immediate close discards nothing (RFC 9112 §9.6).
                client.stream.close(reset: false)
                goesOn = false
            }
        }
        client.closeInOrder(within: proxy.terms.stop.isRaised ? Self.shortLingerTime : Self.lingerTime)
        upstream?.stream.close(reset: false)
        replay?.stream.close(reset: false)
    }

    private static let lingerTime: Int64 = 2_000_000_000
    private static let shortLingerTime: Int64 = 100_000_000

    /// Serves one request. Returns whether the connection stays open.
    private func serve(_ request: IncomingRequest) -> Bool {
        if let refusal = request.refusal {
            refuse(ProblemReply(501, "not-recorded", refusal), to: request)
            return false
        }
        var body = BodyReader(request.head, keeps: proxy.terms.keeps, limits: RequestReader.limits)
        guard let replaying = proxy.replaying else { return forward(request, body) }
        do throws(Interruption) {
            try reader.readWhole(&body, of: request)
            switch try ask(replaying, request, body) {
            case .answered(let goesOn): return goesOn
            case .missed: return forward(request, body)
            }
        } catch {
            return give(up: request, for: error, isRead: body.isComplete)
        }
    }

    /// Ends a request that was interrupted, with an error reply unless the client left or the proxy stops. Returns
    /// whether the connection stays open.
    func give(up request: IncomingRequest, for interruption: Interruption, isRead: Bool) -> Bool {
        switch interruption {
        case .upstream(let failure):
            let closes = !isRead || !request.head.keepsAlive
            let problem = ProblemReply(failure, of: proxy.upstream)
            return client.sendAll(problem.bytes(answering: request, closes: closes), patience: proxy.terms.patience)
                && !closes
        case .request(let violation):
            refuse(ProblemReply(violation.status, "request", violation.rule), to: request)
        case .clientSilent:
            refuse(ProblemReply(408, "request", "RFC 9110 §15.5.9: the request did not complete in time"), to: request)
        case .clientGone: proxy.statistics.noteLeft()
        case .stopped:
            proxy.statistics.noteLeft()
            client.stream.close(reset: false)
        }
        return false
    }

    /// Sends an error reply that announces the close of the connection.
    func refuse(_ problem: ProblemReply, to request: IncomingRequest?) {
        _ = client.sendAll(problem.bytes(answering: request, closes: true), patience: proxy.terms.patience)
    }

    /// Forwards a request to the real backend. Returns whether the connection of the client stays open.
    func forward(_ request: IncomingRequest, _ body: BodyReader) -> Bool {
        while true {
            let isUsed = upstream != nil
            var exchange: Exchange?
            do throws(Interruption) {
                let passing = Exchange(
                    of: request,
                    from: client,
                    over: try connectionToUpstream(),
                    sending: bytes(of: request, body),
                    body,
                    proxy.terms
                )
                exchange = passing
                return try finish(passing)
            } catch {
                upstream = nil
                let isRepeatable = request.isIdempotent && (!request.hasBody || body.isComplete)
                // The backend may close an idle connection at the moment the request is sent (RFC 9112 §9.3.1).
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

    /// Returns the bytes of the request that are sent before the rest of its body is read.
    private func bytes(of request: IncomingRequest, _ body: BodyReader) -> [UInt8] {
        // With a replay, the whole body was read before, so it is sent with a Content-Length.
        let isBuffered = proxy.replaying != nil
        guard isBuffered else { return proxy.requests.head(of: request) }
        return proxy.requests.head(of: request, length: body.body.kept.count) + body.body.kept
    }

    private func connectionToUpstream() throws(Interruption) -> BufferedConnection {
        if let upstream, !upstream.isStale { return upstream }
        upstream = nil
        let link = BufferedConnection(
            try Interruption.byUpstream { () throws(TransferFailure) in try proxy.connect() }
        )
        upstream = link
        return link
    }
}

extension Interruption {
    /// Whether the backend closed or reset the connection before the end of its reply.
    fileprivate var isLostConnection: Bool {
        guard case .upstream(let failure) = self else { return false }
        return failure.kind == .reset || failure.kind == .incomplete
    }
}

extension ClientConnection {
    /// The result of a request to the replay server.
    enum Replayed {
        /// The client received a reply or a reset; with whether its connection stays open.
        case answered(goesOn: Bool)
        /// The recording has no reply, and the request is to be forwarded to the real backend.
        case missed
    }

    /// Sends a request to the replay server, and its reply to the client.
    ///
    /// The reply to a request that is not recorded is dropped if such requests are forwarded to the real backend.
    ///
    /// - Parameter body: The complete body of the request.
    func ask(
        _ replaying: Replaying,
        _ request: IncomingRequest,
        _ body: BodyReader
    ) throws(Interruption) -> Replayed {
        let link = try connectionToReplay(replaying)
        let writer = RequestWriter(authority: replaying.upstream.authority, takesGzip: true)
        let bytes = writer.head(of: request, length: body.body.kept.count) + body.body.kept
        let exchange = Exchange(of: request, from: client, over: link, sending: bytes, body, proxy.terms)
        replay = nil
        let head: ReplyHead
        do throws(Interruption) { head = try exchange.awaitReply() } catch {
            guard case .upstream = error else { throw error }
            // The replay server closes or resets the connection to replay a failure; the client receives a reset.
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

    private func connectionToReplay(_ replaying: Replaying) throws(Interruption) -> BufferedConnection {
        if let replay, !replay.isStale { return replay }
        let deadline = SystemClock.now() &+ proxy.terms.timeout
        return BufferedConnection(
            try Interruption.byUpstream { () throws(TransferFailure) in
                try replaying.upstream.connect(nil, until: deadline)
            }
        )
    }
}
