import Rehearsal
import RehearsalClient
import RehearsalHTTP
import RehearsalPlatform
import RehearsalServer

/// A reader of the requests on the connection of a client.
struct RequestReader {
    private let client: BufferedConnection
    private let terms: ForwardedExchange.Settings

    /// The limits for requests. They are high, because the real backend enforces its own limits.
    static let limits = {
        var limits = RequestLimits()
        (limits.head, limits.target, limits.headerLines, limits.body) = (256 << 10, 64 << 10, 1_000, .max / 4)
        return limits
    }()

    private static let headTimeout = Backend.Limits().headTimeout.nanoseconds

    init(_ client: BufferedConnection, _ terms: ForwardedExchange.Settings) {
        (self.client, self.terms) = (client, terms)
    }

    /// The result of waiting for a request.
    enum ReadResult {
        case request(IncomingRequest)
        /// The head violates a rule of HTTP or a limit.
        case broken(Violation)
        /// The client closed the connection or timed out, or the recording ends.
        case none
    }

    /// Waits for the head of the next request.
    func readRequest() -> ReadResult {
        var scan = HeadScan()
        while true {
            if !client.input.isEmpty {
                do throws(Violation) {
                    if let request = try read(&scan) { return .request(request) }
                } catch {
                    return .broken(error)
                }
            }
            let span = client.input.isEmpty ? terms.clientTimeout : Self.headTimeout
            guard client.awaitInput(until: SystemClock.now() &+ span, or: terms.stop) == .ready,
                let progress = try? client.receive(), progress != .end
            else { return .none }
        }
    }

    private func read(_ scan: inout HeadScan) throws(Violation) -> IncomingRequest? {
        while let count = client.input.withBytes({ HeadScan.leadingLine($0, takesFeeds: true) }), count > 0 {
            client.input.drop(count)
        }
        guard !client.input.isEmpty else { return nil }
        switch client.input.withBytes({ scan.scan($0, Self.limits, tolerating: .all) }) {
        case .incomplete: return nil
        case .broken(let violation): throw violation
        case .complete(let length): return try IncomingRequest(client.input.take(length), limits: Self.limits)
        }
    }

    /// Reads the rest of a request's body. Sends `100 Continue` first if the client waits for it.
    func readBody(_ body: inout BodyReader, of request: IncomingRequest) throws(Interruption) {
        if request.head.expectsContinue, !body.isComplete, client.input.isEmpty {
            _ = client.sendAll(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8), patience: terms.clientTimeout)
        }
        while true {
            let used = try Interruption.attributingToClient { () throws(Violation) in
                try client.input.withBytes { bytes throws(Violation) in try body.feed(bytes) }
            }
            client.input.drop(used)
            if body.isComplete { break }
            switch client.awaitInput(until: SystemClock.now() &+ terms.clientTimeout, or: terms.stop) {
            case .ready: break
            case .late: throw .clientTimedOut
            case .stopped: throw .stopped
            }
            guard let progress = try? client.receive(), progress != .end else { throw .clientDisconnected }
        }
        guard body.body.kept.count == body.body.length else {
            throw .request(
                Violation(413, "the request body exceeds the limit of a replay, \(terms.maximumKeptBytes >> 20) MiB")
            )
        }
    }
}

/// The request of a client, parsed from its head.
struct IncomingRequest {
    var method: String
    /// The path and query as the client sent them.
    var target: String
    var fields: [WireField]
    /// The HTTP rules that the head violates, without duplicates.
    var violations: [String]
    /// The parsed head, which determines the framing of the body.
    var head: RequestHead
    /// The arrival of the complete head: milliseconds since 1970, and an instant of ``SystemClock``.
    let arrival = (wall: SystemClock.wallMilliseconds(), instant: SystemClock.now())

    /// - Parameter bytes: A complete head with its empty line.
    init(_ bytes: [UInt8], limits: RequestLimits) throws(Violation) {
        let repair = HeadRepair(bytes, tolerating: .all)
        violations = repair.violatedRules.map { "request violates \($0)" }
        if repair.targetLength > limits.target { throw HeadScan.targetTooLong(limits) }
        // `Array.span` needs macOS 26.
        (method, target, fields, head) = try repair.bytes.withUnsafeBufferPointer { buffer throws(Violation) in
            try Self.parts(of: buffer.span)
        }
    }

    private static func parts(
        of span: Span<UInt8>
    ) throws(Violation) -> (method: String, target: String, fields: [WireField], head: RequestHead) {
        var head = RequestHead()
        try RequestParser.parse(span, into: &head)
        // An absolute target without a path has the path "/" (RFC 9110 §4.2.3).
        let hasPath = head.authority == nil || head.path.start > head.authority?.start ?? 0
        let path = hasPath ? span.text(head.path) : "/"
        let target = path + (head.query.map { "?" + span.text($0) } ?? "")
        let fields = head.fields.map { WireField(span.text($0.name), span.bytes($0.value)) }
        return (span.text(head.method), target, fields, head)
    }

    var hasBody: Bool { head.isChunked || head.contentLength ?? 0 > 0 }

    /// Whether the method is idempotent (RFC 9110 §9.2.2).
    var isIdempotent: Bool { ["GET", "HEAD", "OPTIONS", "PUT", "DELETE", "TRACE"].contains(method) }

    /// The reason why the recorder cannot forward the request; nil if it can.
    var rejectionReason: String? {
        if method == "CONNECT" { return "the traffic in a CONNECT tunnel cannot be recorded" }
        if target == "*" { return "a request with the target * has no URL, so it cannot be recorded" }
        if fields.members(of: "Upgrade").contains("websocket") {
            return "a WebSocket connection cannot be recorded"
        }
        return nil
    }
}
