import RehearsalPlatform

/// A request and its reply, exchanged on one thread and cancellable from any other.
final class WireExchange: Sendable {
    private let state = Locked(State())

    private struct State {
        var connection: WireConnection?
        var isCancelled = false
    }

    /// The reply, and the connection if it is reusable.
    typealias Outcome = (reply: WireReply, idle: WireConnection?)

    /// Sends the request on an idle connection or, without one, on a new one.
    func run(
        _ request: [UInt8],
        on idle: WireConnection?,
        connect: () throws(WireFailure) -> WireConnection,
        until instant: Int64,
    ) throws -> Outcome {
        do {
            let connection = try idle ?? connect()
            try adopt(connection)
            let (reply, isReusable) = try connection.answer(to: request, until: instant)
            // Cancellation may have truncated the reply.
            if state.withLock({ $0.isCancelled }) { throw CancellationError() }
            if !isReusable { connection.close() }
            return (reply, isReusable ? connection : nil)
        } catch {
            let wasCancelled = state.withLock {
                $0.connection?.close()
                return $0.isCancelled
            }
            throw wasCancelled ? CancellationError() : error
        }
    }

    private func adopt(_ connection: WireConnection) throws {
        try state.withLock {
            if $0.isCancelled { throw CancellationError() }
            $0.connection = connection
        }
    }

    func cancel() {
        state.withLock {
            $0.isCancelled = true
            $0.connection?.interrupt()
        }
    }
}
