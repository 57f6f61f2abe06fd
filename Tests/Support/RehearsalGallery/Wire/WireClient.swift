import Rehearsal
import RehearsalPlatform
import RehearsalServer

/// An HTTP/1.1 client over plain sockets that sends each request exactly once.
///
/// It reuses connections. A request on a closed connection fails and is not sent again, so that the number of requests
/// on the wire is the number that the caller sent.
package final class WireClient: Sendable {
    private let idle = Locked<[WireConnection]>([])
    /// The permits for open requests. With a defect, each of several semaphores stands for one connection.
    private let permits: [AsyncSemaphore]
    private let requestCount = Locked(0)
    /// The exchanges so far, for a client with a defect that cancels all of them.
    private let exchanges = Locked<[WireExchange]>([])
    private let host: String
    private let port: Int
    private let isSecure: Bool
    private let defect: Defect?

    package init(host: String, port: Int, isSecure: Bool = false, defect: Defect? = nil) {
        (self.host, self.port, self.isSecure, self.defect) = (host, port, isSecure, defect)
        permits =
            switch defect {
            case .assignsConnections: [AsyncSemaphore(permits: 1), AsyncSemaphore(permits: 1)]
            case .unlimitedConnections: [AsyncSemaphore(permits: 1_000)]
            default: [AsyncSemaphore(permits: Gallery.maximumConnections)]
            }
    }

    /// Sends a request as soon as fewer requests than the limit are open, and returns its reply.
    ///
    /// - Parameter isNew: whether the request is sent on a new connection, even if another one is idle.
    /// - Throws: ``WireFailure``, or `CancellationError` as soon as the task is cancelled, which closes the connection.
    package func send(
        _ request: WireRequest,
        within timeout: Duration,
        onNewConnection isNew: Bool = false,
    ) async throws -> WireReply {
        if defect == .sendsWhenCancelled, Task.isCancelled {
            _ = try? await Task { try await exchange(request, within: timeout, onNewConnection: isNew) }.value
        }
        try Task.checkCancellation()
        let number = requestCount.withLock { count in
            count += 1
            return count
        }
        return try await permits[number % permits.count].withPermit {
            try await exchange(request, within: timeout, onNewConnection: isNew)
        }
    }

    private func exchange(
        _ request: WireRequest,
        within timeout: Duration,
        onNewConnection isNew: Bool,
    ) async throws -> WireReply {
        let exchange = WireExchange()
        if defect == .cancelsAllCalls { exchanges.withLock { $0.append(exchange) } }
        let instant = SystemClock.now() + timeout.nanoseconds
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let work: @Sendable () -> Void = { [self] in
                    continuation.resume(
                        with: Result { try carry(request, exchange, until: instant, on: isNew ? nil : takeIdle()) }
                    )
                }
                do { try WorkerThreads.shared.run(work) } catch { continuation.resume(throwing: error) }
            }
        } onCancel: {
            exchange.cancel()
            for other in exchanges.withLock({ $0 }) { other.cancel() }
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
                try connect(until: instant)
            },
            until: instant
        )
        if let connection { idle.withLock { $0.append(connection) } }
        return reply
    }

    private func connect(until instant: Int64) throws(WireFailure) -> WireConnection {
        do throws(WireFailure) {
            return try WireConnection(host: host, port: port, isSecure: isSecure, defect: defect, until: instant)
        } catch {
            guard defect == .fallsBackToPlaintext, error == .untrusted else { throw error }
            return try WireConnection(host: host, port: port, isSecure: false, defect: defect, until: instant)
        }
    }

    private func takeIdle() -> WireConnection? {
        if defect == .neverReusesConnections { return nil }
        let reusesAny = defect == .failsAfterIdleClose || defect == .reusesDirtyConnection
        return idle.withLock {
            while let connection = $0.popLast() {
                if reusesAny || connection.isIdle { return connection }
                connection.close()
            }
            return nil
        }
    }
}
