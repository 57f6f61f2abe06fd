import Rehearsal
import RehearsalClient
import RehearsalHTTP
import RehearsalPlatform
import RehearsalServer

@testable import RehearsalRecorder

/// A backend that lets a test control each byte of its connections.
final class RawUpstream: Sendable {
    let port: Int
    private let listening: ListeningSockets
    private let stop: StopFlag

    var origin: String { "http://127.0.0.1:\(port)" }

    /// - Parameter serve: a closure that receives each connection and its number from 0, on a separate thread.
    init(_ serve: @escaping @Sendable (Connection, Int) -> Void) throws {
        let listening = try ListeningSockets.open(.loopback, port: 0)
        let stop = try StopFlag()
        (self.listening, self.stop, port) = (listening, stop, listening.port)
        try Thread.start {
            let wants = listening.sockets.map { DescriptorWait.Interest(descriptor: $0.descriptor, reads: true) }
            var number = 0
            while DescriptorWait.wait(for: wants, until: .max, or: stop) == .ready {
                for descriptor in listening.sockets.compactMap({ Socket.accept($0.descriptor) }) {
                    let index = number
                    number += 1
                    try? Thread.start { serve(Connection(descriptor), index) }.detach()
                }
            }
            for socket in listening.sockets { Socket.close(socket.descriptor) }
        }.detach()
    }

    deinit { stop.raise() }

    /// The backend's end of a connection.
    final class Connection {
        private let link: BufferedConnection

        init(_ descriptor: Int32) { link = BufferedConnection(SocketStream(descriptor)) }

        private static let timeout: Int64 = 240_000_000_000

        /// Returns the head of the next request with its empty line; nil if the connection ends first.
        func head() -> String? {
            while true {
                let bytes = link.input.withBytes { Array($0) }
                if let end = Self.end(of: bytes) { return String(decoding: link.input.take(end), as: UTF8.self) }
                guard fill() else { return nil }
            }
        }

        /// Returns the next bytes; nil if the connection ends first.
        func next(_ count: Int) -> String? {
            while link.input.count < count { guard fill() else { return nil } }
            return String(decoding: link.input.take(count), as: UTF8.self)
        }

        /// Waits until the other side has closed the connection.
        func waitForEnd() { while fill() {} }

        /// Sends text, and returns false if the other side has closed the connection.
        @discardableResult
        func send(_ text: String) -> Bool { link.sendAll(Array(text.utf8), timeout: Self.timeout) }
        func close() { link.closeGracefully() }
        /// Sends FIN and stays open for reading.
        func finish() { link.stream.finishSending() }
        func reset() { link.stream.close(reset: true) }

        private func fill() -> Bool {
            let want = DescriptorWait.Interest(descriptor: link.stream.descriptor, reads: true)
            let deadline = SystemClock.now() &+ Self.timeout
            guard DescriptorWait.wait(for: [want], until: deadline, or: nil) == .ready,
                case .bytes = (try? link.receive()) ?? .end
            else { return false }
            return true
        }

        private static func end(of bytes: [UInt8]) -> Int? {
            guard bytes.count >= 4 else { return nil }
            return (4...bytes.count).first { bytes[($0 - 4)..<$0].elementsEqual([0x0D, 0x0A, 0x0D, 0x0A]) }
        }
    }
}

extension RawUpstream {
    /// Returns a backend that sends the same reply to every request.
    static func answering(_ reply: String) throws -> RawUpstream {
        try RawUpstream { connection, _ in
            while connection.head() != nil { connection.send(reply) }
        }
    }
}
