import Rehearsal
import RehearsalClient
import RehearsalDocuments
import RehearsalHTTP
import RehearsalPlatform

/// The reply to one request that was sent to a backend on a new connection.
struct UpstreamReply {
    let head: ReplyHead
    /// The body without its transfer coding; at most ``maximumBodySize`` bytes.
    private(set) var body: [UInt8] = []
    /// The reason why the body is not complete; nil if it is complete.
    private(set) var failure: TransferFailure?

    /// The maximum number of bytes of a body that are kept.
    private static let maximumBodySize = 64 << 20

    /// Sends a request, and blocks the calling thread until the reply is complete.
    ///
    /// - Parameters:
    ///   - request: the head and the body.
    ///   - method: the method of the request, which decides whether the reply has a body.
    ///   - timeout: the maximum time for the whole reply, in nanoseconds.
    init(
        to request: [UInt8],
        method: String,
        from backend: Upstream,
        security: TLSContext?,
        timeout: Int64,
    ) throws(TransferFailure) {
        let deadline = SystemClock.now() &+ timeout
        let connection = BufferedConnection(try backend.connect(security, until: deadline))
        defer { connection.stream.close(reset: false) }
        guard connection.sendAll(request, timeout: timeout) else {
            throw TransferFailure(.reset, "it closed the connection before it received the request")
        }
        let reader = ReplyReader(connection, answering: method)
        head = try reader.readHead(until: deadline)
        do throws(TransferFailure) {
            while let piece = try reader.readBodyBytes(until: deadline) {
                body += piece.prefix(Self.maximumBodySize - body.count)
            }
        } catch {
            failure = error
        }
    }

    /// The reply as a recording stores it.
    var recorded: RecordedExchange.Reply {
        RecordedExchange.Reply(
            status: head.status,
            reason: String(decoding: head.reason, as: UTF8.self),
            headers: head.fields.headers,
            body: body,
            isComplete: failure == nil
        )
    }
}
