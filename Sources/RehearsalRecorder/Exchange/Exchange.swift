import Rehearsal
import RehearsalClient
import RehearsalDocuments
import RehearsalHTTP
import RehearsalPlatform
import RehearsalServer

/// One exchange while it passes through: bytes go on as they come, in both directions.
///
/// It belongs to the thread of its client's connection.
final class Exchange {
    let client: BufferedConnection
    let upstream: BufferedConnection
    let request: IncomingRequest
    let terms: Terms
    /// What has come of the request's body.
    private(set) var body: BodyReader
    /// Whether any byte has come from upstream.
    private(set) var hasHeard = false
    /// When an exchange that is open while the recording ends is given up; nil while it does not end.
    private var end: Int64?
    /// Bytes on their way upstream, and how many of them have been taken.
    private var pending: [UInt8]
    private var sent = 0
    private var canSend = true
    /// How many interim replies (RFC 9110 §15.2) have come.
    private var interims = 0

    private static let mostInterims = 64

    /// What all exchanges keep to.
    struct Terms {
        /// How long upstream may be silent, in nanoseconds.
        var timeout: Int64
        /// How long a client may be silent or take nothing, in nanoseconds.
        var patience: Int64 = 75_000_000_000
        /// How long an open exchange may take when the recording ends, in nanoseconds.
        var grace: Int64 = 2_000_000_000
        /// How many bytes of a body are kept.
        var keeps = 64 << 20
        /// Room for the bodies of all replies that are on their way.
        var room = BodyRoom()
        var stop: StopFlag
    }

    /// - Parameters:
    ///   - bytes: the head as it goes upstream, and what goes with it.
    ///   - body: of the request; what is not complete is read from the client.
    init(
        of request: IncomingRequest,
        from client: BufferedConnection,
        over upstream: BufferedConnection,
        sending bytes: [UInt8],
        _ body: BodyReader,
        _ terms: Terms
    ) {
        (self.request, self.client, self.upstream) = (request, client, upstream)
        (pending, self.body, self.terms) = (bytes, body, terms)
    }

    /// Passes the request on until the head of a final reply has come.
    func awaitReply() throws(Interruption) -> ReplyHead {
        while true {
            try passRequest()
            if let head = try takeHead() { return head }
            try awaitNews()
        }
    }

    /// Sends what can be sent without waiting.
    private func passRequest() throws(Interruption) {
        while canSend {
            if sent < pending.count {
                guard let taken = try? upstream.send(pending, from: sent).count else {
                    // It may have answered before it stopped reading.
                    canSend = false
                    return
                }
                sent += taken
                if sent < pending.count { return }
            }
            (pending, sent) = ([], 0)
            guard !body.isComplete, !client.input.isEmpty else { return }
            try takeBody()
        }
    }

    private func takeBody() throws(Interruption) {
        let used = try Interruption.byClient { () throws(Violation) in
            try client.input.withBytes { bytes throws(Violation) in try body.feed(bytes) }
        }
        pending = client.input.take(used)
    }

    /// The head of the final reply, once it is there; those before it are passed on.
    private func takeHead() throws(Interruption) -> ReplyHead? {
        while true {
            let found = try Interruption.byUpstream { () throws(TransferFailure) in
                try upstream.input.withBytes { bytes throws(TransferFailure) in try ReplyHead.read(bytes) }
            }
            guard let (head, count) = found else { return nil }
            upstream.input.drop(count)
            if head.status == 101 {
                throw .upstream(TransferFailure(.malformed, "it switched to a protocol that nobody asked for"))
            }
            guard head.isInterim else { return head }
            interims += 1
            guard interims <= Self.mostInterims else {
                let detail = "more than \(Self.mostInterims) interim replies came before a final one"
                throw .upstream(TransferFailure(.malformed, detail))
            }
            if request.head.minorVersion == 1 { passOn(head) }
        }
    }

    private func passOn(_ interim: ReplyHead) {
        var head = HeadWriter(status: interim.status, reason: interim.reason)
        for field in interim.fields.endToEnd { head.append(field) }
        _ = client.sendAll(head.head, patience: terms.patience)
    }

    private func awaitNews() throws(Interruption) {
        let isPending = canSend && sent < pending.count
        let wantsBody = canSend && !isPending && !body.isComplete
        if upstream.hasEnded { throw .upstream(early) }
        if !upstream.stream.hasBuffered {
            let descriptor = upstream.stream.descriptor
            var wants = [DescriptorWait.Want(descriptor: descriptor, reads: true, writes: isPending)]
            if wantsBody { wants.append(DescriptorWait.Want(descriptor: client.stream.descriptor, reads: true)) }
            guard try isReady(wants, within: wantsBody ? terms.patience : terms.timeout) else {
                if wantsBody { throw .clientSilent }
                let seconds = Double(terms.timeout) / 1e9
                throw .upstream(TransferFailure(.timeout, "no reply came within \(seconds.shortest) s"))
            }
        }
        if case .bytes = try receive() { hasHeard = true }
        if wantsBody { try receiveFromClient() }
    }

    private func receiveFromClient() throws(Interruption) {
        guard let progress = try? client.receive(), progress != .end else { throw .clientGone }
    }

    /// Takes what has come from upstream, without waiting.
    func receive() throws(Interruption) -> StreamProgress {
        try Interruption.byUpstream { () throws(TransferFailure) in try upstream.receive() }
    }

    /// Waits; returns false if nothing came for that long.
    ///
    /// - Parameter isEndless: whether there is no end to wait for when the recording ends.
    func isReady(
        _ wants: [DescriptorWait.Want],
        within span: Int64,
        isEndless: Bool = false,
    ) throws(Interruption) -> Bool {
        while true {
            let deadline = min(SystemClock.now() &+ span, end ?? .max)
            switch DescriptorWait.wait(for: wants, until: deadline, or: end == nil ? terms.stop : nil) {
            case .ready: return true
            case .late:
                if let end, end <= SystemClock.now() { throw .stopped }
                return false
            case .stopped: end = SystemClock.now() &+ (isEndless ? 0 : terms.grace)
            }
        }
    }

    private var early: TransferFailure {
        upstream.input.isEmpty
            ? TransferFailure(.incomplete, "it closed the connection without a reply")
            : TransferFailure(.incomplete, "it closed the connection within the head of its reply")
    }
}

extension Double {
    /// `30`, `0.5`.
    fileprivate var shortest: String { self == rounded() ? String(Int(self)) : String(self) }
}

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
        let framing = try Interruption.byUpstream { () throws(TransferFailure) in
            try head.framing(answering: request.method)
        }
        var passing = PassingReply(head, framing, for: self, as: writer)
        defer { passing.forget() }
        let ending = passing.run(over: self)
        if case .left = ending { return .left }
        let isCut = if case .cut = ending { true } else { false }
        record(passing.recorded(isWhole: !isCut))
        passing.flush(self)
        switch ending {
        case .complete:
            let keeps = head.keepsAlive && framing != .untilClose && body.isComplete && upstream.input.isEmpty
            return .whole(closesClient: passing.closesClient, keepsUpstream: keeps && !upstream.hasEnded)
        case .endedByClient: return .whole(closesClient: true, keepsUpstream: false)
        case .cut(let failure): return .cut(failure)
        case .left: return .left
        }
    }
}

/// What kept an exchange from coming to its end.
enum Interruption: Error {
    case upstream(TransferFailure)
    /// The client broke a rule in the body of its request.
    case request(Violation)
    /// The client has gone before its request was whole.
    case clientGone
    /// The client sends no more of a request that is not whole.
    case clientSilent
    /// The recording ends.
    case stopped

    /// Runs a closure whose failure is that of the real backend.
    static func byUpstream<Result>(_ body: () throws(TransferFailure) -> Result) throws(Interruption) -> Result {
        do throws(TransferFailure) { return try body() } catch { throw .upstream(error) }
    }

    /// Runs a closure whose failure is that of the client.
    static func byClient<Result>(_ body: () throws(Violation) -> Result) throws(Interruption) -> Result {
        do throws(Violation) { return try body() } catch { throw .request(error) }
    }
}
