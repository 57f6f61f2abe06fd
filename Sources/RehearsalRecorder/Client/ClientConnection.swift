import Rehearsal
import RehearsalClient
import RehearsalDocuments
import RehearsalHTTP
import RehearsalPlatform
import RehearsalServer

/// The connection of one client to the recording proxy.
///
/// Each client connection has its own thread, and its own connections to the real backend and to the replay server.
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
        reader = RequestReader(client, proxy.settings)
        self.proxy = proxy
    }

    /// Serves requests until the connection closes, and closes it.
    func run() {
        var staysOpen = true
        while staysOpen {
            switch reader.readRequest() {
            case .request(let request): staysOpen = serve(request)
            case .broken(let violation):
                reject(ProblemReply(violation.status, "request", violation.rule), to: nil)
                staysOpen = false
            case .none:
                // All received bytes were read, so closing at once does not reset the connection (RFC 9112 §9.6).
                client.stream.close(reset: false)
                staysOpen = false
            }
        }
        client.closeGracefully(timeout: proxy.settings.stop.isRaised ? Self.shortLingerTime : Self.lingerTime)
        upstream?.stream.close(reset: false)
        replay?.stream.close(reset: false)
    }

    private static let lingerTime: Int64 = 2_000_000_000
    private static let shortLingerTime: Int64 = 100_000_000

    /// Serves one request. Returns whether the connection stays open.
    private func serve(_ request: IncomingRequest) -> Bool {
        if let refusal = request.rejectionReason {
            reject(ProblemReply(501, "not-recorded", refusal), to: request)
            return false
        }
        var body = BodyReader(request.head, keeps: proxy.settings.maximumKeptBytes, limits: RequestReader.limits)
        guard let replaying = proxy.replaying else { return forward(request, body) }
        do throws(Interruption) {
            try reader.readBody(&body, of: request)
            switch try replay(replaying, request, body) {
            case .replied(let staysOpen): return staysOpen
            case .missed: return forward(request, body)
            }
        } catch {
            return replyToInterruption(of: request, for: error, isRead: body.isComplete)
        }
    }

    /// Replies to an interrupted request with an error, unless the client disconnected or the proxy stops. Returns
    /// whether the connection stays open.
    ///
    /// - Parameter isRead: Whether the whole body of the request was read.
    func replyToInterruption(of request: IncomingRequest, for interruption: Interruption, isRead: Bool) -> Bool {
        switch interruption {
        case .upstream(let failure):
            let closes = !isRead || !request.head.isKeepAlive
            let problem = ProblemReply(failure, of: proxy.upstream)
            return client.sendAll(
                problem.bytes(answering: request, closes: closes),
                timeout: proxy.settings.clientTimeout
            )
                && !closes
        case .request(let violation):
            reject(ProblemReply(violation.status, "request", violation.rule), to: request)
        case .clientTimedOut:
            reject(ProblemReply(408, "request", "RFC 9110 §15.5.9: the request was not complete in time"), to: request)
        case .clientDisconnected: proxy.statistics.countAborted()
        case .stopped:
            proxy.statistics.countAborted()
            client.stream.close(reset: false)
        }
        return false
    }

    /// Sends an error reply that announces the close of the connection.
    func reject(_ problem: ProblemReply, to request: IncomingRequest?) {
        _ = client.sendAll(problem.bytes(answering: request, closes: true), timeout: proxy.settings.clientTimeout)
    }

    /// Forwards a request to the real backend. Returns whether the connection of the client stays open.
    func forward(_ request: IncomingRequest, _ body: BodyReader) -> Bool {
        while true {
            let isUsed = upstream != nil
            var exchange: ForwardedExchange?
            do throws(Interruption) {
                let started = ForwardedExchange(
                    of: request,
                    from: client,
                    over: try connectionToUpstream(),
                    sending: bytes(of: request, body),
                    body,
                    proxy.settings
                )
                exchange = started
                return try finish(started)
            } catch {
                upstream = nil
                let isRepeatable = request.isIdempotent && (!request.hasBody || body.isComplete)
                // The backend may close an idle connection while the request is being sent (RFC 9112 §9.3.1).
                if isUsed, isRepeatable, let exchange, !exchange.hasReceived, error.isLostConnection { continue }
                if case .upstream(let failure) = error {
                    proxy.record(
                        request,
                        (exchange?.body ?? body).body.kept,
                        .failure(failure.recordedFailure, detail: failure.detail)
                    )
                }
                return replyToInterruption(of: request, for: error, isRead: (exchange?.body ?? body).isComplete)
            }
        }
    }

    private func finish(_ exchange: ForwardedExchange) throws(Interruption) -> Bool {
        let request = exchange.request
        let head = try exchange.awaitReply()
        let result = try exchange.forward(head, as: ReplyHeadWriter(origin: proxy.upstream.origin)) { reply in
            proxy.record(request, exchange.body.body.kept, .reply(reply), remarks: head.remarks)
        }
        guard case .whole(let closesClient, let keepsUpstream) = result else {
            upstream = nil
            if result == .clientGone { proxy.statistics.countAborted() }
            return false
        }
        if !keepsUpstream { upstream = nil }
        return !closesClient
    }

    /// Returns the bytes of the request that are sent before the rest of its body is read.
    private func bytes(of request: IncomingRequest, _ body: BodyReader) -> [UInt8] {
        // If a recording is replayed, the whole body was read before, so it is sent with a Content-Length.
        let isBuffered = proxy.replaying != nil
        guard isBuffered else { return proxy.requests.head(of: request) }
        return proxy.requests.head(of: request, length: body.body.kept.count) + body.body.kept
    }

    private func connectionToUpstream() throws(Interruption) -> BufferedConnection {
        if let upstream, !upstream.isStale { return upstream }
        upstream = nil
        let connection = BufferedConnection(
            try Interruption.attributingToUpstream { () throws(TransferFailure) in try proxy.connect() }
        )
        upstream = connection
        return connection
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
    enum ReplayResult {
        /// The client received a reply or a reset. `staysOpen` states whether its connection stays open.
        case replied(staysOpen: Bool)
        /// The recording has no reply, so the caller must forward the request to the real backend.
        case missed
    }

    /// Sends a request to the replay server, and its reply to the client.
    ///
    /// If the recording has no reply, and such requests are forwarded to the real backend, the server's error reply is
    /// dropped.
    ///
    /// - Parameter body: The complete body of the request.
    func replay(
        _ replaying: ReplayBackend,
        _ request: IncomingRequest,
        _ body: BodyReader
    ) throws(Interruption) -> ReplayResult {
        let link = try connectionToReplay(replaying)
        let writer = RequestHeadWriter(authority: replaying.upstream.authority, takesGzip: true)
        let bytes = writer.head(of: request, length: body.body.kept.count) + body.body.kept
        let exchange = ForwardedExchange(of: request, from: client, over: link, sending: bytes, body, proxy.settings)
        replay = nil
        let head: ReplyHead
        do throws(Interruption) { head = try exchange.awaitReply() } catch {
            guard case .upstream = error else { throw error }
            // The replay server replays a failure by closing or resetting the connection. The client receives a reset.
            proxy.statistics.countReplayed()
            client.stream.close(reset: true)
            return .replied(staysOpen: false)
        }
        let isMissed = head.fields.contains { $0.isNamed("Rehearsal-Unmatched") }
        let isDropped = isMissed && replaying.forwardsMisses
        let result = try exchange.forward(head, as: isDropped ? nil : ReplyHeadWriter()) { _ in }
        if !isDropped { isMissed ? proxy.statistics.countMiss() : proxy.statistics.countReplayed() }
        guard case .whole(let closes, let keeps) = result else {
            return isDropped ? .missed : .replied(staysOpen: false)
        }
        if keeps { replay = link }
        return isDropped ? .missed : .replied(staysOpen: !closes)
    }

    private func connectionToReplay(_ replaying: ReplayBackend) throws(Interruption) -> BufferedConnection {
        if let replay, !replay.isStale { return replay }
        let deadline = SystemClock.now() &+ proxy.settings.upstreamTimeout
        return BufferedConnection(
            try Interruption.attributingToUpstream { () throws(TransferFailure) in
                try replaying.upstream.connect(nil, until: deadline)
            }
        )
    }
}
