import Rehearsal
import RehearsalClient
import RehearsalHTTP
import RehearsalPlatform

/// A TCP client that sends raw bytes and reports received bytes, FIN and RST.
///
/// Its blocking calls run on a dedicated thread, not in the cooperative pool. No call waits longer than `timeout`.
package actor RawClient {
    /// The event that ended reading.
    package enum Ending: Sendable, Equatable {
        case closed
        case reset
        /// No byte, FIN or RST arrived within the time limit.
        case timedOut
    }

    /// A reply as it was received.
    package struct Response: Sendable {
        /// The head, including its empty line.
        package var head: String
        package var body: [UInt8]
        package var status: Int
        package var text: String { String(decoding: body, as: UTF8.self) }
        /// The length of the head in bytes, including its empty line.
        let headLength: Int

        /// Splits bytes into head and body. If the head is incomplete, all bytes are the body and the status is -1.
        ///
        /// The parser of `RehearsalHTTP` is not used, because it tolerates errors that these tests must detect.
        init(_ bytes: [UInt8]) {
            headLength = bytes.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound ?? 0
            head = String(decoding: bytes[..<headLength], as: UTF8.self)
            body = Array(bytes[headLength...])
            status = Int(head.split(separator: " ").dropFirst().first ?? "") ?? -1
        }

        /// Returns the value of the first field with a name, ignoring case.
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
    let timeout: Int
    private(set) var connection = BufferedConnection(SocketStream(-1))
    /// The received bytes that were not consumed yet.
    var buffered: [UInt8] { connection.input.withBytes { Array($0) } }

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Connects to a port of this machine.
    ///
    /// - Parameters:
    ///   - host: the N in the IPv4 address 127.0.0.N of the server.
    ///   - timeout: the time limit of each call in seconds. The default is long enough for a very busy machine; use
    ///     less in tests that expect no reply.
    ///   - window: the size of the socket's receive buffer in bytes; nil for the default of the system.
    ///   - executor: a thread that several clients share; nil for a new thread.
    package init(
        port: Int,
        ipv6: Bool = false,
        host: UInt8 = 1,
        timeout: Int = 60,
        window: Int32? = nil,
        on executor: ThreadExecutor? = nil,
    ) async throws(Failure) {
        do {
            if let executor { self.executor = executor } else { self.executor = try ThreadExecutor() }
        } catch {
            throw Failure(description: error.description)
        }
        self.timeout = timeout
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
            // The server accepted and reset the connection; every later call reports the reset.
            if error.kind == .reset { return }
            throw Failure(description: error.detail, isRefused: error.kind == .refused)
        }
    }

    /// Connects several clients that share one thread.
    package static func connect(
        _ count: Int,
        port: Int,
        timeout: Int = 60,
        window: Int32? = nil,
    ) async throws -> [RawClient] {
        let executor = try ThreadExecutor()
        var clients: [RawClient] = []
        for _ in 0..<count {
            clients.append(try await RawClient(port: port, timeout: timeout, window: window, on: executor))
        }
        return clients
    }

    /// Runs a closure on the client's thread, with no change of thread between the calls in it.
    package func run<Value: Sendable>(
        _ body: @Sendable (_ client: isolated RawClient) throws -> Value,
    ) rethrows -> Value {
        try body(self)
    }

    /// An error of connecting.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
        package var isRefused = false
    }

    /// The instant at which a call that starts now times out.
    private var deadline: Int64 { SystemClock.now() &+ Duration.seconds(timeout).nanoseconds }

    /// Sends all bytes; returns false if the server has closed the connection.
    @discardableResult
    package func send(_ bytes: [UInt8]) -> Bool {
        connection.sendAll(bytes, timeout: Duration.seconds(timeout).nanoseconds)
    }

    @discardableResult
    package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Reads one reply: its head, then as many bytes as `Content-Length` says.
    ///
    /// Returns nil if the connection ends or times out first.
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

    /// Returns the next `count` bytes; nil if the connection ends or times out first.
    package func next(_ count: Int) -> [UInt8]? {
        fill(to: count) ? take(count) : nil
    }

    /// Sends a request without a body and reads its reply.
    package func get(_ target: String, headers: String = "") -> Response? {
        send("GET \(target) HTTP/1.1\r\nHost: localhost\r\n\(headers)\r\n")
        return response()
    }

    /// Reads until the server ends the connection or the time limit passes.
    package func readToEnd() -> (bytes: [UInt8], ending: Ending) {
        while true {
            if let ending = fill() { return (take(connection.input.count), ending) }
        }
    }

    /// Sends FIN; reading is still possible.
    package func finishSending() { connection.stream.finishSending() }

    /// Closes the connection, with RST if `reset` is true.
    package func closeNow(reset: Bool = false) { connection.stream.close(reset: reset) }

    /// Consumes `count` received bytes.
    func take(_ count: Int) -> [UInt8] { connection.input.take(count) }

    /// Reads until `count` bytes are buffered; returns false if the connection ends or times out first.
    private func fill(to count: Int) -> Bool {
        while connection.input.count < count { guard fill() == nil else { return false } }
        return true
    }

    /// Reads once; returns the ending of the connection, or nil if bytes were read.
    func fill() -> Ending? {
        guard connection.stream.descriptor >= 0 else { return .reset }
        guard isReady(until: deadline) else { return .timedOut }
        do throws(TransferFailure) {
            return try connection.receive() == .end ? .closed : nil
        } catch {
            return .reset
        }
    }

    /// Returns whether a byte, FIN or RST arrives before an instant.
    func isReady(until instant: Int64) -> Bool {
        let want = DescriptorWait.Interest(descriptor: connection.stream.descriptor, reads: true)
        return DescriptorWait.wait(for: [want], until: instant, or: nil) == .ready
    }
}
