import Rehearsal
import RehearsalClient
import RehearsalDocuments
import RehearsalHTTP
import RehearsalPlatform
import RehearsalServer

/// A reply on its way to the client; the bytes that would complete it are held until it has been recorded.
struct PassingReply {
    /// What ended it.
    enum Ending {
        case complete
        /// A stream that has no end of its own, and that nobody listens to any more.
        case endedByClient
        case cut(TransferFailure)
        case left
    }

    /// Whether the client's connection cannot go on.
    let closesClient: Bool
    private let head: ReplyHead
    private var body: ReplyBody
    private var outgoing: [UInt8]
    /// Whether the chunked coding is taken off for a client that does not know it.
    private let unchunks: Bool
    /// When the rest is given up of a reply that nobody waits for; nil while somebody does.
    private var deadline: Int64?
    private var isDropped: Bool
    /// How many bytes may still come after the client has gone.
    private var rest = Self.mostAfterClient

    private static let mostAfterClient = 1 << 20

    init(_ head: ReplyHead, _ framing: ReplyHead.Framing, for exchange: Exchange, as writer: ReplyWriter?) {
        self.head = head
        body = ReplyBody(framing, keeps: exchange.terms.keeps, in: exchange.terms.room)
        let request = exchange.request.head
        unchunks = framing == .chunked && request.minorVersion == 0
        closesClient = !request.keepsAlive || !exchange.body.isComplete || framing == .untilClose || unchunks
        isDropped = writer == nil
        outgoing = writer?.head(of: head, framing, to: exchange.request, closes: closesClient) ?? []
    }

    /// What has come, as it is recorded.
    func recorded(isWhole: Bool) -> RecordedExchange.Reply {
        RecordedExchange.Reply(
            status: head.status,
            reason: String(decoding: head.reason, as: UTF8.self),
            headers: head.fields.recorded,
            body: body.kept,
            isWhole: isWhole && body.isKept
        )
    }

    /// Gives up what is kept of the body.
    mutating func forget() { body.forget() }

    /// Passes on what comes, up to the bytes that end it.
    mutating func run(over exchange: Exchange) -> Ending {
        do throws(Interruption) {
            while true {
                try takeWhatCame(exchange)
                if body.isComplete { return .complete }
                if rest < 0 { return .left }
                flush(exchange)
                if exchange.upstream.hasEnded {
                    if body.end() { return .complete }
                    return .cut(TransferFailure(.incomplete, "it closed the connection within the body of its reply"))
                }
                if deadline != nil, head.isEventStream { return .endedByClient }
                if let ending = try awaitMore(exchange) { return ending }
            }
        } catch {
            switch error {
            case .upstream(let failure): return .cut(failure)
            case .stopped where head.isEventStream: return .endedByClient
            default: return .left
            }
        }
    }

    /// Sends what is held.
    mutating func flush(_ exchange: Exchange) {
        guard !outgoing.isEmpty else { return }
        defer { outgoing.removeAll(keepingCapacity: true) }
        guard deadline == nil, !isDropped else { return }
        if !exchange.client.sendAll(outgoing, patience: exchange.terms.patience) { leave(exchange) }
    }

    /// The client has gone; what is left of a small reply is recorded all the same.
    private mutating func leave(_ exchange: Exchange) {
        deadline = deadline ?? SystemClock.now() &+ exchange.terms.timeout
    }

    private mutating func takeWhatCame(_ exchange: Exchange) throws(Interruption) {
        guard !exchange.upstream.input.isEmpty else { return }
        var decoded: [UInt8] = []
        let used = try Interruption.byUpstream { () throws(TransferFailure) in
            try exchange.upstream.input.withBytes { bytes throws(TransferFailure) in
                unchunks ? try body.feed(bytes) { decoded.append(contentsOf: $0) } : try body.feed(bytes)
            }
        }
        if deadline != nil { rest -= used }
        let raw = exchange.upstream.input.take(used)
        outgoing += unchunks ? decoded : raw
    }

    private mutating func awaitMore(_ exchange: Exchange) throws(Interruption) -> Ending? {
        if !exchange.upstream.stream.hasBuffered {
            var wants = [DescriptorWait.Want(descriptor: exchange.upstream.stream.descriptor, reads: true)]
            if head.isEventStream, !isDropped {
                wants.append(DescriptorWait.Want(descriptor: exchange.client.stream.descriptor, hangs: true))
            }
            guard try exchange.isReady(wants, within: span(exchange), isEndless: head.isEventStream) else {
                if deadline != nil { return .left }
                return .cut(TransferFailure(.timeout, "it fell silent within the body of its reply"))
            }
        }
        // News that were not upstream's are the client's, and they are never good.
        if try exchange.receive() == .needsInput, head.isEventStream { return isGone(exchange) ? .endedByClient : nil }
        return nil
    }

    private func isGone(_ exchange: Exchange) -> Bool {
        guard !isDropped else { return false }
        let want = DescriptorWait.Want(descriptor: exchange.client.stream.descriptor, hangs: true)
        return DescriptorWait.wait(for: [want], until: 0, or: nil) == .ready
    }

    private func span(_ exchange: Exchange) -> Int64 {
        if let deadline { return max(0, deadline - SystemClock.now()) }
        return head.isEventStream ? .max / 4 : exchange.terms.timeout
    }
}
