import Rehearsal
import RehearsalClient
import RehearsalHTTP
import RehearsalPlatform

/// A TCP client that sends the bytes it is given and reports the bytes, the FIN or the RST that come back.
///
/// Its system calls block, on a thread of its own: a test that awaits them holds no thread of the cooperative pool.
/// No call waits longer than `patience`.
package actor RawClient {
    /// What the server did after the bytes that were read.
    package enum Ending: Sendable, Equatable {
        case closed
        case reset
        /// Nothing came for as long as the client waits.
        case silent
    }

    /// A reply as it arrived.
    package struct Response: Sendable {
        /// The head with its empty line.
        package var head: String
        package var body: [UInt8]
        package var status: Int
        package var text: String { String(decoding: body, as: UTF8.self) }
        /// The count of the head's bytes, with its empty line.
        let headLength: Int

        /// Everything after the head is the body, and everything is where no head ends; the status is -1 then.
        ///
        /// The head is not read as a client reads one, because a client repairs what a server must not send.
        init(_ bytes: [UInt8]) {
            headLength = bytes.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound ?? 0
            head = String(decoding: bytes[..<headLength], as: UTF8.self)
            body = Array(bytes[headLength...])
            status = Int(head.split(separator: " ").dropFirst().first ?? "") ?? -1
        }

        /// The value of the first field of that name, in any case.
        package func header(_ name: String) -> String? {
            for line in head.split(separator: "\r\n").dropFirst() {
                let parts = line.split(separator: ":", maxSplits: 1)
                if parts.count == 2, parts[0].lowercased() == name.lowercased() {
                    return String(parts[1].drop { $0 == " " })
                }
            }
            return nil
        }
    }

    private let executor: ThreadExecutor
    let patience: Int
    private(set) var connection = BufferedConnection(SocketStream(-1))
    /// What has come and was not taken.
    var buffered: [UInt8] { connection.input.withBytes { Array($0) } }

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Connects to a port of this machine.
    ///
    /// - Parameters:
    ///   - host: the last part of 127.0.0.N, where the server listens on more than 127.0.0.1; for IPv4.
    ///   - patience: in seconds; the default suffices on a machine that gives this process a tenth of a core.
    ///     Less is for tests that expect silence.
    ///   - window: bytes that the kernel takes before the client reads; nil for what it usually takes.
    ///   - executor: a thread that the client shares with others; nil for a thread of its own.
    package init(
        port: Int,
        ipv6: Bool = false,
        host: UInt8 = 1,
        patience: Int = 60,
        window: Int32? = nil,
        on executor: ThreadExecutor? = nil,
    ) async throws(Failure) {
        do {
            if let executor { self.executor = executor } else { self.executor = try ThreadExecutor() }
        } catch {
            throw Failure(description: error.description)
        }
        self.patience = patience
        // Every property has a value, so the rest runs on the executor.
        do throws(TransferFailure) {
            let stream = try TCPConnector.connect(
                toHost: ipv6 ? "::1" : "127.0.0.\(host)",
                port: port,
                until: deadline,
                window: window
            )
            connection = BufferedConnection(stream)
        } catch {
            // The server accepted the connection and reset it at once; every call then finds it reset.
            if error.kind == .reset { return }
            throw Failure(description: error.detail, isRefused: error.kind == .refused)
        }
    }

    /// Connects several clients that share one thread.
    package static func crowd(
        _ count: Int,
        port: Int,
        patience: Int = 60,
        window: Int32? = nil,
    ) async throws -> [RawClient] {
        let executor = try ThreadExecutor()
        var clients: [RawClient] = []
        for _ in 0..<count {
            clients.append(try await RawClient(port: port, patience: patience, window: window, on: executor))
        }
        return clients
    }

    /// Runs a closure on the client's thread, without a change of threads between the calls that it makes.
    package func run<Value: Sendable>(
        _ body: @Sendable (_ client: isolated RawClient) throws -> Value,
    ) rethrows -> Value {
        try body(self)
    }

    /// The reason why there is no connection.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
        package var isRefused = false
    }

    /// The instant up to which a call that begins now waits.
    private var deadline: Int64 { SystemClock.now() &+ Duration.seconds(patience).nanoseconds }

    /// Sends all of it; returns false if the server has gone.
    @discardableResult
    package func send(_ bytes: [UInt8]) -> Bool {
        connection.sendAll(bytes, patience: Duration.seconds(patience).nanoseconds)
    }

    @discardableResult
    package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Reads one reply: its head, then as many bytes as `Content-Length` says.
    ///
    /// Returns nil if the connection ends or falls silent first.
    package func response(toHead isHead: Bool = false) -> Response? {
        while true {
            var response = Response(buffered)
            if !response.head.isEmpty {
                let end = response.headLength
                let length = isHead ? 0 : Int(response.header("Content-Length") ?? "0") ?? 0
                guard fill(to: end + length) else { return nil }
                response.body = Array(take(end + length)[end...])
                return response
            }
            guard fill() == nil else { return nil }
        }
    }

    /// The next bytes; nil if the connection ends or falls silent before there are so many.
    package func next(_ count: Int) -> [UInt8]? {
        fill(to: count) ? take(count) : nil
    }

    /// Sends a request without a body and reads its reply.
    package func get(_ target: String, headers: String = "") -> Response? {
        send("GET \(target) HTTP/1.1\r\nHost: localhost\r\n\(headers)\r\n")
        return response()
    }

    /// Reads until the server ends the connection or falls silent.
    package func readToEnd() -> (bytes: [UInt8], ending: Ending) {
        while true {
            if let ending = fill() { return (take(connection.input.count), ending) }
        }
    }

    /// FIN: nothing more will be sent; reading goes on.
    package func finishSending() { connection.stream.finishSending() }

    /// Ends the connection, with RST if asked to.
    package func closeNow(reset: Bool = false) { connection.stream.close(reset: reset) }

    /// Takes so many of the bytes that were read.
    func take(_ count: Int) -> [UInt8] { connection.input.take(count) }

    /// Reads until that many bytes are there; returns false if the connection ends or falls silent first.
    private func fill(to count: Int) -> Bool {
        while connection.input.count < count { guard fill() == nil else { return false } }
        return true
    }

    /// Returns how the connection ended, or nil if bytes were read.
    func fill() -> Ending? {
        guard connection.stream.descriptor >= 0 else { return .reset }
        guard isReady(until: deadline) else { return .silent }
        do throws(TransferFailure) {
            return try connection.receive() == .end ? .closed : nil
        } catch {
            return .reset
        }
    }

    /// Whether a byte, FIN or RST has come by that instant.
    func isReady(until instant: Int64) -> Bool {
        let want = DescriptorWait.Want(descriptor: connection.stream.descriptor, reads: true)
        return DescriptorWait.wait(for: [want], until: instant, or: nil) == .ready
    }
}
