package import RehearsalHTTP
import RehearsalPlatform

/// A reader of the reply to one request. It blocks the calling thread until bytes arrive.
package final class ReplyReader {
    private let connection: BufferedConnection
    private let method: String
    private var body: ReplyBody?

    /// - Parameter method: the request's method, which decides whether the reply has a body (RFC 9112 §6.3).
    package init(_ connection: BufferedConnection, answering method: String) {
        (self.connection, self.method) = (connection, method)
    }

    /// Reads the head of the final reply and returns it. Skips interim replies (RFC 9110 §15.2).
    ///
    /// - Parameter deadline: an instant of ``SystemClock``.
    package func readHead(until deadline: Int64) throws(TransferFailure) -> ReplyHead {
        while true {
            let parsed = try connection.input.withBytes { bytes throws(TransferFailure) in try ReplyHead.parse(bytes) }
            if let (head, count) = parsed {
                connection.input.drop(count)
                if head.isInterim { continue }
                body = ReplyBody(try head.framing(answering: method), keeps: 0, in: BodyMemoryBudget(0))
                return head
            }
            guard !connection.hasEnded else {
                throw TransferFailure(.incomplete, "it closed the connection without a reply")
            }
            try receive(until: deadline)
        }
    }

    /// Reads the next bytes of the body and returns them, without the transfer coding; nil at the end of the body.
    ///
    /// Call ``readHead(until:)`` first.
    ///
    /// - Parameter deadline: an instant of ``SystemClock``.
    package func readBodyBytes(until deadline: Int64) throws(TransferFailure) -> [UInt8]? {
        guard var body else { return nil }
        defer { self.body = body }
        while !body.isComplete {
            var content: [UInt8] = []
            let consumed = try connection.input.withBytes { bytes throws(TransferFailure) in
                try body.feed(bytes) { content.append(contentsOf: $0) }
            }
            connection.input.drop(consumed)
            if !content.isEmpty { return content }
            if body.isComplete { break }
            if connection.hasEnded {
                guard body.end() else {
                    throw TransferFailure(.incomplete, "it closed the connection within the body of its reply")
                }
                break
            }
            try receive(until: deadline)
        }
        return nil
    }

    private func receive(until deadline: Int64) throws(TransferFailure) {
        guard connection.stream.hasBufferedBytes || connection.awaitInput(until: deadline) == .ready else {
            throw TransferFailure(.timeout, "it did not answer in time")
        }
        _ = try connection.receive()
    }
}
