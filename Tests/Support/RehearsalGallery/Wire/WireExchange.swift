import RehearsalPlatform
import RehearsalServer

/// One request and its answer, on a thread of its own, which may be cancelled from any other.
final class WireExchange: @unchecked Sendable {
    // Sendable: what changes is reached under the lock.
    private let lock = Lock()
    private var socket: WireSocket?
    private var isCancelled = false
    private let defect: Defect?

    init(defect: Defect?) { self.defect = defect }

    /// What came back, and the connection if it can carry another exchange.
    typealias Outcome = (reply: WireReply, idle: WireSocket?)

    /// Sends the request on an idle connection or, without one, on a new one.
    func run(
        _ request: [UInt8],
        on idle: WireSocket?,
        connect: () throws(WireFailure) -> WireAddress,
        until instant: Int64,
    ) throws -> Outcome {
        do {
            let socket = try idle ?? WireSocket()
            try adopt(socket)
            if idle == nil { try socket.connect(to: try connect(), until: instant) }
            try socket.send(request, until: instant)
            var reader = WireReader(socket, until: instant, defect: defect)
            let (reply, isReusable) = try reader.reply()
            // An answer that the cancelling itself has cut short is none.
            if lock.withLock({ isCancelled }) { throw CancellationError() }
            if !isReusable { socket.close() }
            return (reply, isReusable ? socket : nil)
        } catch {
            let wasCancelled = lock.withLock {
                socket?.close()
                return isCancelled
            }
            throw wasCancelled ? CancellationError() : error
        }
    }

    private func adopt(_ socket: WireSocket) throws {
        try lock.withLock {
            if isCancelled { throw CancellationError() }
            self.socket = socket
        }
    }

    func cancel() {
        lock.withLock {
            isCancelled = true
            socket?.interrupt()
        }
    }
}
