import Rehearsal
import RehearsalHTTP
import RehearsalPlatform
import RehearsalServer

/// A request of a client, from its head.
struct IncomingRequest {
    var method: String
    /// The path with the query, as it was written.
    var target: String
    var fields: [WireField]
    /// The rules of HTTP that its head breaks, each once.
    var remarks: [String]
    /// How the body is framed.
    var head: RequestHead
    /// When its head had come: milliseconds since 1970, and an instant of ``SystemClock``.
    let arrival = (wall: SystemClock.wallMilliseconds(), instant: SystemClock.now())

    /// - Parameter bytes: a complete head with its empty line.
    init(_ bytes: [UInt8], limits: RequestLimits) throws(Violation) {
        let repair = HeadRepair(bytes, tolerating: .all)
        remarks = repair.rules.map { "request against \($0)" }
        if repair.targetCount > limits.target { throw HeadScan.targetTooLong(limits) }
        var head = RequestHead()
        try RequestParser.parse(repair.bytes.span, into: &head)
        let span = repair.bytes.span
        method = span.text(head.method)
        // An absolute target without a path asks for "/".
        let hasPath = head.authority == nil || head.path.start > head.authority?.start ?? 0
        let path = hasPath ? span.text(head.path) : "/"
        target = path + (head.query.map { "?" + span.text($0) } ?? "")
        fields = head.fields.map { WireField(span.text($0.name), span.bytes($0.value)) }
        self.head = head
    }

    var hasBody: Bool { head.isChunked || head.contentLength ?? 0 > 0 }

    /// Whether sending it twice does what sending it once does (RFC 9110 §9.2.2).
    var isIdempotent: Bool { ["GET", "HEAD", "OPTIONS", "PUT", "DELETE", "TRACE"].contains(method) }

    /// What cannot be passed on, and why.
    var refusal: String? {
        if method == "CONNECT" { return "CONNECT asks for a tunnel, and what goes through one cannot be recorded" }
        if target == "*" { return "the target * has no URL under which it could be recorded" }
        if fields.members(of: "Upgrade").contains("websocket") {
            return "the client asks for a WebSocket, and those are not recorded"
        }
        return nil
    }
}
