import Rehearsal
import RehearsalPlatform

extension EventLoop {
    /// All that there is of a streamed body has been sent: asks for more.
    func goOn(_ streaming: Streaming, _ connection: Connection) {
        if connection.isReadClosed { return abandon(connection) }
        connection.phase = .streaming
        connection.deadline = .max
        watch(connection)
        if let acknowledge = streaming.acknowledge {
            streaming.acknowledge = nil
            return acknowledge.resume(returning: true)
        }
        let (handle, token, ordinal, session) = (handle, connection.token, connection.ordinal, connection.session)
        let next = streaming.next
        streaming.task = Task(priority: .high) {
            while let piece = await next(), !Task.isCancelled {
                guard !piece.isEmpty else { continue }
                let goesOn = await withCheckedContinuation { acknowledge in
                    handle.submit { $0.push(piece, to: token, ordinal, session, acknowledge) }
                }
                guard goesOn else { return }
            }
            handle.submit { $0.endStream(to: token, ordinal, session) }
        }
    }

    /// Sends a piece of a streamed body as a chunk (RFC 9112 §7.1).
    private func push(
        _ piece: [UInt8],
        to token: UInt64,
        _ ordinal: Int,
        _ session: Session,
        _ acknowledge: CheckedContinuation<Bool, Never>,
    ) {
        guard let connection = connection(token, ordinal, session), let streaming = connection.streaming else {
            return acknowledge.resume(returning: false)
        }
        streaming.acknowledge = acknowledge
        send(Array("\(String(piece.count, radix: 16))\r\n".utf8) + piece + [0x0D, 0x0A], connection)
    }

    private func endStream(to token: UInt64, _ ordinal: Int, _ session: Session) {
        guard let connection = connection(token, ordinal, session), let streaming = connection.streaming else { return }
        streaming.isOver = true
        send(Array("0\r\n\r\n".utf8), connection)
        proceed(connection)
    }

    private func send(_ bytes: [UInt8], _ connection: Connection) {
        now = SystemClock.now()
        let sent = bytes.withUnsafeBytes { connection.sender.send($0, WireCapture(connection)) }
        if conclude(sent, connection) { complete(connection) }
    }
}
