import Rehearsal
import RehearsalPlatform
import RehearsalServer

/// An HTTP/1.1 client over plain sockets that sends each request exactly once.
///
/// It reuses connections. A request on a closed connection fails and is not sent again, so that the number of requests
/// on the wire is the number that the caller sent.
package final class WireClient: Sendable {
    private let idle = Locked<[WireConnection]>([])
    private let host: String
    private let port: Int
    private let defect: Defect?

    package init(host: String, port: Int, defect: Defect? = nil) {
        (self.host, self.port, self.defect) = (host, port, defect)
    }

    /// Sends a request and returns its reply.
    ///
    /// - Parameter isNew: whether the request is sent on a new connection, even if another one is idle.
    /// - Throws: ``WireFailure``, or `CancellationError` as soon as the task is cancelled, which closes the connection.
    package func send(
        _ request: WireRequest,
        within timeout: Duration,
        onNewConnection isNew: Bool = false,
    ) async throws -> WireReply {
        try Task.checkCancellation()
        let exchange = WireExchange()
        let instant = SystemClock.now() + timeout.nanoseconds
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let work: @Sendable () -> Void = { [self] in
                    continuation.resume(
                        with: Result { try carry(request, exchange, until: instant, on: isNew ? nil : takeIdle()) }
                    )
                }
                do { try Thread.start(work).detach() } catch { continuation.resume(throwing: error) }
            }
        } onCancel: {
            exchange.cancel()
        }
    }

    private func carry(
        _ request: WireRequest,
        _ exchange: WireExchange,
        until instant: Int64,
        on connection: WireConnection?,
    ) throws -> WireReply {
        let (reply, connection) = try exchange.run(
            request.bytes(host: "\(host):\(port)"),
            on: connection,
            connect: { () throws(WireFailure) in
                try WireConnection(host: host, port: port, defect: defect, until: instant)
            },
            until: instant
        )
        if let connection { idle.withLock { $0.append(connection) } }
        return reply
    }

    private func takeIdle() -> WireConnection? {
        idle.withLock {
            while let connection = $0.popLast() {
                if connection.isIdle { return connection }
                connection.close()
            }
            return nil
        }
    }
}
