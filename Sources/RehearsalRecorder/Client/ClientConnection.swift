import Rehearsal
import RehearsalHTTP
import RehearsalPlatform
import RehearsalServer

/// The connection of one client, with those that lead from it to the real backend and to the recording; on a thread of
/// its own.
final class ClientConnection {
    let proxy: Proxy
    let client: BufferedConnection
    let reader: RequestReader
    /// To the real backend, kept from one exchange to the next.
    var upstream: BufferedConnection?
    /// To what replays the recording.
    var replay: BufferedConnection?

    /// - Parameter descriptor: an accepted connection, which is closed with this one.
    init(_ descriptor: Int32, _ proxy: Proxy) {
        client = BufferedConnection(SocketStream(descriptor))
        reader = RequestReader(client, proxy.terms)
        self.proxy = proxy
    }

    /// Serves request after request until one is the last.
    func run() {
        var goesOn = true
        while goesOn {
            switch reader.next() {
            case .request(let request): goesOn = serve(request)
            case .broken(let violation):
                refuse(ProblemReply(violation.status, "request", violation.rule), to: nil)
                goesOn = false
            case .none:
                // Nothing has come that was not read.
                client.stream.close(reset: false)
                goesOn = false
            }
        }
        client.closeInOrder(within: proxy.terms.stop.isRaised ? Self.shortLingering : Self.lingering)
        upstream?.stream.close(reset: false)
        replay?.stream.close(reset: false)
    }

    private static let lingering: Int64 = 2_000_000_000
    private static let shortLingering: Int64 = 100_000_000

    /// Returns whether the connection goes on.
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

    /// Answers for an exchange that did not come to its end; returns whether the connection goes on.
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
            refuse(ProblemReply(408, "request", "RFC 9110 §15.5.9: the rest of the request did not come"), to: request)
        case .clientGone: proxy.statistics.noteLeft()
        case .stopped:
            proxy.statistics.noteLeft()
            client.stream.close(reset: false)
        }
        return false
    }

    func refuse(_ problem: ProblemReply, to request: IncomingRequest?) {
        _ = client.sendAll(problem.bytes(answering: request, closes: true), patience: proxy.terms.patience)
    }
}
