import Rehearsal
import RehearsalClient
import RehearsalDocuments
import RehearsalHTTP
import RehearsalPlatform
import RehearsalServer

/// A reply that is being forwarded. Its last bytes are sent only after the reply has been recorded.
struct ForwardedReply {
    /// The end of a reply.
    enum Ending {
        case complete
        /// The reply is an event stream without an end, and the client disconnected or the recording was stopped.
        case endedByClient
        /// The real backend did not send the whole reply.
        case cut(TransferFailure)
        /// The client closed the connection, and the rest of the reply was not received within the limits.
        case clientDisconnected
    }

    /// Whether the connection of the client closes after this reply.
    let closesClient: Bool
    private let head: ReplyHead
    private var body: ReplyBody
    private var outgoing: [UInt8]
    /// Whether to remove the chunked coding, which an HTTP/1.0 client cannot decode.
    private let decodesChunks: Bool
    /// The deadline for receiving the rest of the reply after the client closed the connection; nil before that.
    private var deadline: Int64?
    /// Whether the reply is read but not sent to the client.
    private var isDropped: Bool
    /// The number of further bytes that are received after the client closed the connection.
    private var remainingBytes = Self.maximumBytesAfterClient

    private static let maximumBytesAfterClient = 1 << 20

    init(_ head: ReplyHead, _ framing: ReplyHead.Framing, for exchange: ForwardedExchange, as writer: ReplyHeadWriter?)
    {
        self.head = head
        body = ReplyBody(framing, keeps: exchange.settings.maximumKeptBytes, in: exchange.settings.bodyBudget)
        let request = exchange.request.head
        decodesChunks = framing == .chunked && request.minorVersion == 0
        closesClient = !request.isKeepAlive || !exchange.body.isComplete || framing == .untilClose || decodesChunks
        isDropped = writer == nil
        outgoing = writer?.head(of: head, framing, to: exchange.request, closes: closesClient) ?? []
    }

    /// Returns the received part of the reply, for the recording.
    func recorded(isWhole: Bool) -> RecordedExchange.Reply {
        RecordedExchange.Reply(
            status: head.status,
            reason: String(decoding: head.reason, as: UTF8.self),
            headers: head.fields.headers,
            body: body.kept,
            isComplete: isWhole && body.isFullyKept
        )
    }

    /// Returns the memory of the body to the budget.
    mutating func releaseBody() { body.discardKept() }

    /// Forwards the reply, except for its last bytes.
    mutating func run(over exchange: ForwardedExchange) -> Ending {
        do throws(Interruption) {
            while true {
                try feedBody(exchange)
                if body.isComplete { return .complete }
                if remainingBytes < 0 { return .clientDisconnected }
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
            default: return .clientDisconnected
            }
        }
    }

    /// Sends the bytes that were received and not sent.
    mutating func flush(_ exchange: ForwardedExchange) {
        guard !outgoing.isEmpty else { return }
        defer { outgoing.removeAll(keepingCapacity: true) }
        guard deadline == nil, !isDropped else { return }
        if !exchange.client.sendAll(outgoing, timeout: exchange.settings.clientTimeout) { startDeadline(exchange) }
    }

    /// Starts the deadline for the rest of the reply after the client closed the connection.
    private mutating func startDeadline(_ exchange: ForwardedExchange) {
        deadline = deadline ?? SystemClock.now() &+ exchange.settings.upstreamTimeout
    }

    private mutating func feedBody(_ exchange: ForwardedExchange) throws(Interruption) {
        guard !exchange.upstream.input.isEmpty else { return }
        var decoded: [UInt8] = []
        let used = try Interruption.attributingToUpstream { () throws(TransferFailure) in
            try exchange.upstream.input.withBytes { bytes throws(TransferFailure) in
                decodesChunks ? try body.feed(bytes) { decoded.append(contentsOf: $0) } : try body.feed(bytes)
            }
        }
        if deadline != nil { remainingBytes -= used }
        let raw = exchange.upstream.input.take(used)
        outgoing += decodesChunks ? decoded : raw
    }

    private mutating func awaitMore(_ exchange: ForwardedExchange) throws(Interruption) -> Ending? {
        if !exchange.upstream.stream.hasBufferedBytes {
            var wants = [DescriptorWait.Interest(descriptor: exchange.upstream.stream.descriptor, reads: true)]
            if head.isEventStream, !isDropped {
                wants.append(DescriptorWait.Interest(descriptor: exchange.client.stream.descriptor, hangs: true))
            }
            guard try exchange.isReady(wants, within: maximumWait(exchange), isEndless: head.isEventStream) else {
                if deadline != nil { return .clientDisconnected }
                return .cut(TransferFailure(.timeout, "it stopped sending before the end of its reply"))
            }
        }
        // If the backend sent nothing, the event may be the disconnection of the client.
        if try exchange.receive() == .needsInput, head.isEventStream {
            return isClientGone(exchange) ? .endedByClient : nil
        }
        return nil
    }

    private func isClientGone(_ exchange: ForwardedExchange) -> Bool {
        guard !isDropped else { return false }
        let want = DescriptorWait.Interest(descriptor: exchange.client.stream.descriptor, hangs: true)
        return DescriptorWait.wait(for: [want], until: 0, or: nil) == .ready
    }

    private func maximumWait(_ exchange: ForwardedExchange) -> Int64 {
        if let deadline { return max(0, deadline - SystemClock.now()) }
        return head.isEventStream ? .max / 4 : exchange.settings.upstreamTimeout
    }
}
