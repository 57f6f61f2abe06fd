import Rehearsal
import RehearsalClient
import RehearsalHTTP
import RehearsalPlatform

/// A connection that one thread uses and that any other thread may interrupt.
///
/// Each blocking call has a deadline, an instant of `SystemClock`.
final class WireConnection: @unchecked Sendable {
    // Sendable: one exchange at a time reads and writes, and other uses of the descriptor hold the lock.
    private let connection: BufferedConnection
    private let isOpen = Locked(true)
    private let defect: Defect?
    /// Whether the connection has carried a reply.
    private var isUsed = false

    init(host: String, port: Int, isSecure: Bool, defect: Defect?, until instant: Int64) throws(WireFailure) {
        do throws(TransferFailure) {
            connection = BufferedConnection(try TCPConnector.connect(toHost: host, port: port, until: instant))
        } catch {
            throw WireFailure(connecting: error)
        }
        self.defect = defect
        if isSecure { throw WireHandshake.failure(on: connection, until: instant) }
    }

    /// Shuts the connection down from another thread, which ends every blocking call on it.
    func interrupt() {
        isOpen.withLock { if $0 { shutdown(connection.stream.descriptor, Int32(SHUT_RDWR)) } }
    }

    func close() {
        isOpen.withLock {
            if $0 { connection.stream.close(reset: false) }
            $0 = false
        }
    }

    /// Whether the connection is open and has no unread bytes, as required between exchanges.
    var isIdle: Bool { !connection.isStale }

    /// Sends a request and returns its reply, and whether the connection is reusable.
    func answer(
        to request: [UInt8],
        until instant: Int64,
    ) throws(WireFailure) -> (reply: WireReply, isReusable: Bool) {
        guard connection.sendAll(request, timeout: max(0, instant &- SystemClock.now())) else {
            throw SystemClock.now() < instant ? lost : .timedOut
        }
        let reader = ReplyReader(connection, answering: "GET")
        let head: ReplyHead
        let framing: ReplyHead.Framing
        do throws(TransferFailure) {
            head = try reader.readHead(until: instant)
            framing = try head.framing(answering: "GET")
        } catch {
            return try (failedReply(error, until: instant), isReusable: false)
        }
        // The reader tolerates violations of RFC 9112, which this client must not.
        guard head.status >= 200 || defect == .switchingIsSuccess, head.remarks.isEmpty else { throw .malformed }
        if defect == .awaitsContentOf204, head.status == 204 { try awaitContent(of: head, until: instant) }
        var reply = WireReply(head.status)
        for field in head.fields { reply.headers.append(field.name, String(decoding: field.value, as: UTF8.self)) }
        reply.body = try body(from: reader, framing, until: instant)
        isUsed = true
        let isClean = connection.input.isEmpty || defect == .reusesDirtyConnection
        let isReusable = framing != .untilClose && isClean && head.keepsAlive
        return (try reply.decoded(defect: defect), isReusable)
    }

    /// The error for a connection that ends before a reply.
    private var lost: WireFailure { isUsed && defect == .failsAfterIdleClose ? .incomplete : .connectionLost }

    /// Throws the error for a reply without a valid head. Clients with some defects return a reply instead.
    private func failedReply(_ error: TransferFailure, until instant: Int64) throws(WireFailure) -> WireReply {
        let isLength = error.detail.contains("Content-Length")
        switch (error.kind, defect) {
        case (.incomplete, .closeIsEmptyReply) where connection.input.isEmpty: return WireReply(200)
        case (.malformed, .invalidReplyIsEmpty) where !isLength: return WireReply(200)
        case (.malformed, .ignoresInvalidLength) where isLength:
            while !connection.hasEnded { try receive(until: instant) }
            return WireReply(200, body: connection.input.take(connection.input.count))
        case (.incomplete, _): throw connection.input.isEmpty ? lost : .malformed
        default: throw WireFailure(reading: error)
        }
    }

    /// Reads and drops the bytes that `Content-Length` announces, as a client with a defect does after a 204.
    private func awaitContent(of head: ReplyHead, until instant: Int64) throws(WireFailure) {
        let length = head.fields.values(of: "Content-Length").first.flatMap { Int($0) } ?? 0
        while connection.input.count < length, !connection.hasEnded { try receive(until: instant) }
        connection.input.drop(min(length, connection.input.count))
    }

    private func receive(until instant: Int64) throws(WireFailure) {
        guard connection.awaitInput(until: instant) == .ready else { throw .timedOut }
        do throws(TransferFailure) { _ = try connection.receive() } catch { throw WireFailure(reading: error) }
    }

    private func body(
        from reader: ReplyReader,
        _ framing: ReplyHead.Framing,
        until instant: Int64,
    ) throws(WireFailure) -> [UInt8] {
        var body: [UInt8] = []
        do throws(TransferFailure) {
            while let piece = try reader.readBodyBytes(until: defect == .restartsTimeout ? oneSecondFromNow : instant) {
                body += piece
            }
        } catch {
            if error.kind == .timeout, defect == .repeatedPartialReply { throw .incomplete }
            let isAccepted = error.kind == .reset && framing == .untilClose && defect == .resetIsEnd
            guard isAccepted || error.kind == .incomplete && acceptsTruncation(reader, framing) else {
                throw WireFailure(reading: error)
            }
        }
        return body
    }

    /// The deadline of a client with a defect that restarts its timeout with every piece of a body.
    private var oneSecondFromNow: Int64 { SystemClock.now() + Duration.seconds(1).nanoseconds }

    /// Returns whether the client has a defect that treats this truncated body as complete.
    private func acceptsTruncation(_ reader: ReplyReader, _ framing: ReplyHead.Framing) -> Bool {
        if case .length = framing { return defect == .acceptsTruncatedBody }
        guard framing == .chunked, defect == .acceptsMissingLastChunk else { return false }
        // If the body is complete after the last chunk is added, only that chunk was missing.
        Array("0\r\n\r\n".utf8).withUnsafeBytes { connection.input.append($0) }
        do throws(TransferFailure) {
            return try reader.readBodyBytes(until: 0) == nil
        } catch {
            return false
        }
    }
}
