import Rehearsal
import RehearsalPlatform
import RehearsalServer

/// An HTTP/1.1 client over plain sockets that does exactly what it is told: one request, one answer, nothing again.
///
/// A connection is kept and used by the next request. Where it turns out to be dead, that request is lost; it is not
/// sent again, so that whoever counts requests counts its caller's.
package final class WireClient: @unchecked Sendable {
    // Sendable: what changes is reached under the lock.
    private let lock = Lock()
    private var idle: [WireSocket] = []
    private let host: String
    private let port: Int
    private let defect: Defect?

    package init(host: String, port: Int, defect: Defect? = nil) {
        (self.host, self.port, self.defect) = (host, port, defect)
    }

    /// The answer to a request.
    ///
    /// - Throws: ``WireFailure``, or `CancellationError` as soon as the task is cancelled;
    ///   the connection is closed then.
    package func send(_ request: WireRequest, within timeout: Duration) async throws -> WireReply {
        try Task.checkCancellation()
        let exchange = WireExchange(defect: defect)
        let instant = SystemClock.now() + timeout.nanoseconds
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let work: @Sendable () -> Void = { [self] in
                    continuation.resume(with: Result { try carry(request, exchange, until: instant) })
                }
                do { try Thread.start(work).detach() } catch { continuation.resume(throwing: error) }
            }
        } onCancel: {
            exchange.cancel()
        }
    }

    private func carry(_ request: WireRequest, _ exchange: WireExchange, until instant: Int64) throws -> WireReply {
        let (reply, socket) = try exchange.run(
            request.bytes(host: "\(host):\(port)"),
            on: takeIdle(),
            connect: { () throws(WireFailure) in try WireAddress(host: host, port: port) },
            until: instant
        )
        if let socket { lock.withLock { idle.append(socket) } }
        return reply
    }

    private func takeIdle() -> WireSocket? {
        lock.withLock {
            while let socket = idle.popLast() {
                if socket.isIdle { return socket }
                socket.close()
            }
            return nil
        }
    }
}
