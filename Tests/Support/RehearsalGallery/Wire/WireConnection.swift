import Rehearsal
import RehearsalClient
import RehearsalHTTP
import RehearsalPlatform

/// A connection that one thread uses and any other may interrupt; it takes for whole what its defect lets it.
///
/// Nothing waits longer than until an instant that the caller names.
final class WireConnection: @unchecked Sendable {
    // Sendable: one exchange at a time reads and sends, and the descriptor is closed, or used by another thread, only
    // while the lock is held.
    private let connection: BufferedConnection
    private let isOpen = Locked(true)
    private let defect: Defect?

    init(host: String, port: Int, defect: Defect?, until instant: Int64) throws(WireFailure) {
        do throws(TransferFailure) {
            connection = BufferedConnection(try TCPConnector.connect(toHost: host, port: port, until: instant))
        } catch {
            throw WireFailure(connecting: error)
        }
        self.defect = defect
    }

    /// Ends the connection from another thread; whoever waits on it wakes up.
    func interrupt() {
        isOpen.withLock { if $0 { shutdown(connection.stream.descriptor, Int32(SHUT_RDWR)) } }
    }

    func close() {
        isOpen.withLock {
            if $0 { connection.stream.close(reset: false) }
            $0 = false
        }
    }

    /// Whether the connection is there and has nothing to say, as it must between two exchanges.
    var isIdle: Bool { !connection.isStale }

    /// Sends a request and returns its answer, and whether the connection can carry another exchange.
    func answer(
        to request: [UInt8],
        until instant: Int64,
    ) throws(WireFailure) -> (reply: WireReply, isReusable: Bool) {
        guard connection.sendAll(request, patience: max(0, instant &- SystemClock.now())) else {
            throw SystemClock.now() < instant ? .connectionLost : .timedOut
        }
        let reader = ReplyReader(connection, answering: "GET")
        let head: ReplyHead
        let framing: ReplyHead.Framing
        do throws(TransferFailure) {
            head = try reader.readHead(until: instant)
            framing = try head.framing(answering: "GET")
        } catch {
            if error.kind == .incomplete { throw connection.input.isEmpty ? .connectionLost : .malformed }
            throw WireFailure(reading: error)
        }
        // The reader repairs what breaks RFC 9112, and this client does not.
        guard head.status >= 200, head.remarks.isEmpty else { throw .malformed }
        var reply = WireReply(head.status)
        for field in head.fields { reply.headers.append(field.name, String(decoding: field.value, as: UTF8.self)) }
        reply.body = try body(from: reader, framing, until: instant)
        let isReusable = framing != .untilClose && connection.input.isEmpty && head.keepsAlive
        return (reply, isReusable)
    }

    private func body(
        from reader: ReplyReader,
        _ framing: ReplyHead.Framing,
        until instant: Int64,
    ) throws(WireFailure) -> [UInt8] {
        var body: [UInt8] = []
        do throws(TransferFailure) {
            while let piece = try reader.readPiece(until: instant) { body += piece }
        } catch {
            guard error.kind == .incomplete, isEnough(reader, framing) else { throw WireFailure(reading: error) }
        }
        return body
    }

    /// Whether the defect makes a whole body of one that was cut short.
    private func isEnough(_ reader: ReplyReader, _ framing: ReplyHead.Framing) -> Bool {
        if case .length = framing { return defect == .shortIsWhole }
        guard framing == .chunked, defect == .noLastChunk else { return false }
        // Nothing but the last chunk is missing if the body is whole with it.
        Array("0\r\n\r\n".utf8).withUnsafeBytes { connection.input.append($0) }
        do throws(TransferFailure) {
            return try reader.readPiece(until: 0) == nil
        } catch {
            return false
        }
    }
}
