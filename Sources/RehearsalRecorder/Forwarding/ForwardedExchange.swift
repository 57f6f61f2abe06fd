import Rehearsal
import RehearsalClient
import RehearsalDocuments
import RehearsalHTTP
import RehearsalPlatform
import RehearsalServer

/// An exchange that is forwarded from a client to the real backend or the replay server, and back.
///
/// Only the thread of the client's connection uses it.
final class ForwardedExchange {
    let client: BufferedConnection
    let upstream: BufferedConnection
    let request: IncomingRequest
    let settings: Settings
    /// The part of the request body that was received.
    private(set) var body: BodyReader
    /// Whether any byte was received from the real backend.
    private(set) var hasReceived = false
    /// The deadline of the exchange after the recording was stopped; nil before that.
    private var stopDeadline: Int64?
    /// The next bytes for the real backend, of which the first `sent` bytes were sent.
    private var outgoing: [UInt8]
    private var sent = 0
    /// Whether the real backend still reads the request.
    private var canSend = true
    /// The number of interim replies (RFC 9110 §15.2) that were received.
    private var interimCount = 0

    private static let maximumInterimReplies = 64

    /// The settings that all exchanges share.
    struct Settings {
        /// The maximum time without data from the real backend, in nanoseconds.
        var upstreamTimeout: Int64
        /// The maximum time without data from the client, or without progress in sending to it, in nanoseconds.
        var clientTimeout: Int64 = 75_000_000_000
        /// The time that open exchanges have to finish after the recording was stopped, in nanoseconds.
        var grace: Int64 = 2_000_000_000
        /// The maximum number of bytes that are kept of one body.
        var maximumKeptBytes = 64 << 20
        /// The memory budget for the bodies of all replies in transit.
        var bodyBudget = BodyMemoryBudget()
        var stop: StopFlag
    }

    /// - Parameters:
    ///   - bytes: The head of the request for the real backend, and the body bytes that are already available.
    ///   - body: The body of the request. The exchange reads the missing part from the client.
    init(
        of request: IncomingRequest,
        from client: BufferedConnection,
        over upstream: BufferedConnection,
        sending bytes: [UInt8],
        _ body: BodyReader,
        _ terms: Settings
    ) {
        (self.request, self.client, self.upstream) = (request, client, upstream)
        (outgoing, self.body, self.settings) = (bytes, body, terms)
    }

    /// Forwards the request until the head of the final reply is complete.
    func awaitReply() throws(Interruption) -> ReplyHead {
        while true {
            try sendRequest()
            if let head = try takeHead() { return head }
            try awaitData()
        }
    }

    /// Sends as much of the request as is possible without blocking.
    private func sendRequest() throws(Interruption) {
        while canSend {
            if sent < outgoing.count {
                guard let count = try? upstream.send(outgoing, from: sent).count else {
                    // The backend may have sent a reply before it stopped reading.
                    canSend = false
                    return
                }
                sent += count
                if sent < outgoing.count { return }
            }
            (outgoing, sent) = ([], 0)
            guard !body.isComplete, !client.input.isEmpty else { return }
            try takeBody()
        }
    }

    private func takeBody() throws(Interruption) {
        let used = try Interruption.attributingToClient { () throws(Violation) in
            try client.input.withBytes { bytes throws(Violation) in try body.feed(bytes) }
        }
        outgoing = client.input.take(used)
    }

    /// Returns the head of the final reply once it is complete, and forwards interim replies before it.
    private func takeHead() throws(Interruption) -> ReplyHead? {
        while true {
            let parsed = try Interruption.attributingToUpstream { () throws(TransferFailure) in
                try upstream.input.withBytes { bytes throws(TransferFailure) in try ReplyHead.parse(bytes) }
            }
            guard let (head, count) = parsed else { return nil }
            upstream.input.drop(count)
            if head.status == 101 {
                throw .upstream(TransferFailure(.malformed, "it sent 101 although no upgrade was requested"))
            }
            guard head.isInterim else { return head }
            interimCount += 1
            guard interimCount <= Self.maximumInterimReplies else {
                let detail = "it sent more than \(Self.maximumInterimReplies) interim replies before the final reply"
                throw .upstream(TransferFailure(.malformed, detail))
            }
            if request.head.minorVersion == 1 { forwardInterim(head) }
        }
    }

    private func forwardInterim(_ interim: ReplyHead) {
        var head = HeadWriter(status: interim.status, reason: interim.reason)
        for field in interim.fields.endToEnd { head.append(field) }
        _ = client.sendAll(head.head, timeout: settings.clientTimeout)
    }

    private func awaitData() throws(Interruption) {
        let isPending = canSend && sent < outgoing.count
        let wantsBody = canSend && !isPending && !body.isComplete
        if upstream.hasEnded { throw .upstream(prematureEnd) }
        if !upstream.stream.hasBufferedBytes {
            let descriptor = upstream.stream.descriptor
            var wants = [DescriptorWait.Interest(descriptor: descriptor, reads: true, writes: isPending)]
            if wantsBody { wants.append(DescriptorWait.Interest(descriptor: client.stream.descriptor, reads: true)) }
            guard try isReady(wants, within: wantsBody ? settings.clientTimeout : settings.upstreamTimeout) else {
                if wantsBody { throw .clientTimedOut }
                let seconds = Double(settings.upstreamTimeout) / 1e9
                throw .upstream(TransferFailure(.timeout, "no reply came within \(seconds.shortest) s"))
            }
        }
        if case .bytes = try receive() { hasReceived = true }
        if wantsBody { try receiveFromClient() }
    }

    private func receiveFromClient() throws(Interruption) {
        guard let progress = try? client.receive(), progress != .end else { throw .clientDisconnected }
    }

    /// Receives the available bytes from the real backend without blocking.
    func receive() throws(Interruption) -> StreamProgress {
        try Interruption.attributingToUpstream { () throws(TransferFailure) in try upstream.receive() }
    }

    /// Waits until one of the descriptors has an event. Returns false after a timeout.
    ///
    /// - Parameter isEndless: Whether the reply has no end, so that the end of the recording ends it without a delay.
    func isReady(
        _ wants: [DescriptorWait.Interest],
        within span: Int64,
        isEndless: Bool = false,
    ) throws(Interruption) -> Bool {
        while true {
            let deadline = min(SystemClock.now() &+ span, stopDeadline ?? .max)
            switch DescriptorWait.wait(for: wants, until: deadline, or: stopDeadline == nil ? settings.stop : nil) {
            case .ready: return true
            case .timedOut:
                if let stopDeadline, stopDeadline <= SystemClock.now() { throw .stopped }
                return false
            case .stopped: stopDeadline = SystemClock.now() &+ (isEndless ? 0 : settings.grace)
            }
        }
    }

    private var prematureEnd: TransferFailure {
        upstream.input.isEmpty
            ? TransferFailure(.incomplete, "it closed the connection without a reply")
            : TransferFailure(.incomplete, "it closed the connection before the head of its reply was complete")
    }
}

extension Double {
    /// The number as text, without a fraction if that is zero: `30` or `0.5`.
    fileprivate var shortest: String { self == rounded() ? String(Int(self)) : String(self) }
}

extension ForwardedExchange {
    /// The result of forwarding a reply after its head.
    enum ForwardingResult: Equatable {
        /// The client received the whole reply.
        case whole(closesClient: Bool, keepsUpstream: Bool)
        /// The backend did not send the whole reply.
        case truncated(TransferFailure)
        /// The client closed the connection, and the recorder did not receive the rest of the reply.
        case clientGone
    }

    /// Forwards a reply to the client. Records the reply before it sends the last bytes.
    ///
    /// - Parameters:
    ///   - writer: The serializer of the head; nil to discard the reply.
    ///   - record: A closure that records the reply once its end is known.
    func forward(
        _ head: ReplyHead,
        as writer: ReplyHeadWriter?,
        record: (RecordedExchange.Reply) -> Void
    ) throws(Interruption) -> ForwardingResult {
        let framing = try Interruption.attributingToUpstream { () throws(TransferFailure) in
            try head.framing(answering: request.method)
        }
        var reply = ForwardedReply(head, framing, for: self, as: writer)
        defer { reply.releaseBody() }
        let ending = reply.run(over: self)
        if case .clientDisconnected = ending { return .clientGone }
        let isCut = if case .cut = ending { true } else { false }
        record(reply.recorded(isWhole: !isCut))
        reply.flush(self)
        switch ending {
        case .complete:
            let keeps = head.keepsAlive && framing != .untilClose && body.isComplete && upstream.input.isEmpty
            return .whole(closesClient: reply.closesClient, keepsUpstream: keeps && !upstream.hasEnded)
        case .endedByClient: return .whole(closesClient: true, keepsUpstream: false)
        case .cut(let failure): return .truncated(failure)
        case .clientDisconnected: return .clientGone
        }
    }
}

/// The reason why an exchange was not completed.
enum Interruption: Error {
    /// The real backend sent no complete reply.
    case upstream(TransferFailure)
    /// The body of the request violates a rule of HTTP or a limit.
    case request(Violation)
    /// The client closed the connection before its request was complete.
    case clientDisconnected
    /// The client sent no data in time before its request was complete.
    case clientTimedOut
    /// The recording was stopped.
    case stopped

    /// Runs a closure, and throws its error as a failure of the real backend.
    static func attributingToUpstream<Result>(_ body: () throws(TransferFailure) -> Result) throws(Interruption)
        -> Result
    {
        do throws(TransferFailure) { return try body() } catch { throw .upstream(error) }
    }

    /// Runs a closure, and throws its error as a violation by the client.
    static func attributingToClient<Result>(_ body: () throws(Violation) -> Result) throws(Interruption) -> Result {
        do throws(Violation) { return try body() } catch { throw .request(error) }
    }
}
