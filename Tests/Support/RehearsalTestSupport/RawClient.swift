import RehearsalPlatform
import RehearsalServer

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

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

        /// Everything after the head is the body, and everything is where no head ends; the status is -1 then.
        init(_ bytes: [UInt8]) {
            let end = RawClient.endOfHead(bytes) ?? 0
            head = String(decoding: bytes[..<end], as: UTF8.self)
            body = Array(bytes[end...])
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
    private(set) var descriptor: Int32
    private(set) var buffered: [UInt8] = []
    private var piece = [UInt8](repeating: 0, count: 64 << 10)

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
            throw Failure("pthread_create", code: error.code)
        }
        self.patience = patience
        descriptor = try Self.open(ipv6 ? AF_INET6 : AF_INET, patience: patience, window: window)
        // Every property has a value, so the rest runs on the executor.
        guard connect(port, ipv6: ipv6, host: host) == 0 else { throw Failure("connect") }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
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

    private static func open(_ family: Int32, patience: Int, window: Int32?) throws(Failure) -> Int32 {
        #if canImport(Darwin)
            let descriptor = socket(family, SOCK_STREAM, 0)
        #else
            // Programs that other tests start at this moment must not inherit the connection.
            let descriptor = socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        #endif
        guard descriptor >= 0 else { throw Failure("socket") }
        var limit = timeval(tv_sec: patience, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        if var window {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &window, socklen_t(MemoryLayout<Int32>.size))
        }
        var one: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
        return descriptor
    }

    private func connect(_ port: Int, ipv6: Bool, host: UInt8) -> Int32 {
        if ipv6 {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = in_port_t(port).bigEndian
            address.sin6_addr = in6addr_loopback
            return Self.connect(descriptor, &address)
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = (in_addr_t(0x7F00_0000) | in_addr_t(host)).bigEndian
        return Self.connect(descriptor, &address)
    }

    /// A system call that failed.
    package struct Failure: Error, CustomStringConvertible {
        package let call: String
        package let code: Int32

        init(_ call: String, code: Int32 = errno) {
            self.call = call
            self.code = code
        }

        package var description: String { "\(call): \(String(cString: strerror(code)))" }
        package var isRefused: Bool { code == ECONNREFUSED }
    }

    /// Sends all of it; returns false if the server has gone.
    @discardableResult
    package func send(_ bytes: [UInt8]) -> Bool {
        var offset = 0
        while offset < bytes.count {
            let count = bytes[offset...].withUnsafeBytes { piece in
                #if canImport(Darwin)
                    Darwin.send(descriptor, piece.baseAddress, piece.count, 0)
                #else
                    Glibc.send(descriptor, piece.baseAddress, piece.count, Int32(MSG_NOSIGNAL))
                #endif
            }
            guard count > 0 else { return false }
            offset += count
        }
        return true
    }

    @discardableResult
    package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Reads one reply: its head, then as many bytes as `Content-Length` says.
    ///
    /// Returns nil if the connection ends or falls silent first.
    package func response(toHead isHead: Bool = false) -> Response? {
        while true {
            if let end = Self.endOfHead(buffered) {
                var response = Response(buffered)
                let length = isHead ? 0 : Int(response.header("Content-Length") ?? "0") ?? 0
                while buffered.count < end + length {
                    guard fill() == nil else { return nil }
                }
                response.body = Array(buffered[end..<(end + length)])
                buffered.removeFirst(end + length)
                return response
            }
            guard fill() == nil else { return nil }
        }
    }

    /// The next bytes; nil if the connection ends or falls silent before there are so many.
    package func next(_ count: Int) -> [UInt8]? {
        while buffered.count < count { guard fill() == nil else { return nil } }
        return take(count)
    }

    /// Sends a request without a body and reads its reply.
    package func get(_ target: String, headers: String = "") -> Response? {
        send("GET \(target) HTTP/1.1\r\nHost: localhost\r\n\(headers)\r\n")
        return response()
    }

    /// Reads until the server ends the connection or falls silent.
    package func readToEnd() -> (bytes: [UInt8], ending: Ending) {
        while true {
            if let ending = fill() {
                defer { buffered = [] }
                return (buffered, ending)
            }
        }
    }

    /// FIN: nothing more will be sent; reading goes on.
    package func finishSending() {
        #if canImport(Darwin)
            _ = shutdown(descriptor, SHUT_WR)
        #else
            _ = shutdown(descriptor, Int32(SHUT_WR))
        #endif
    }

    /// Ends the connection, with RST if asked to.
    package func closeNow(reset: Bool = false) {
        guard descriptor >= 0 else { return }
        if reset {
            var option = linger(l_onoff: 1, l_linger: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        }
        close(descriptor)
        descriptor = -1
    }

    /// Takes so many of the bytes that were read.
    func take(_ count: Int) -> [UInt8] {
        defer { buffered.removeFirst(count) }
        return Array(buffered.prefix(count))
    }

    /// Returns how the connection ended, or nil if bytes were read.
    func fill() -> Ending? {
        let count = recv(descriptor, &piece, piece.count, 0)
        if count > 0 {
            buffered += piece[..<count]
            return nil
        }
        if count == 0 { return .closed }
        return errno == EAGAIN || errno == EWOULDBLOCK ? .silent : .reset
    }

    static func endOfHead(_ bytes: [UInt8]) -> Int? {
        guard bytes.count >= 4 else { return nil }
        for index in 3..<bytes.count where bytes[index] == 0x0A {
            if bytes[index - 1] == 0x0D, bytes[index - 2] == 0x0A, bytes[index - 3] == 0x0D { return index + 1 }
        }
        return nil
    }

    private static func connect<Address>(_ descriptor: Int32, _ address: inout Address) -> Int32 {
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                #if canImport(Darwin)
                    Darwin.connect(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
                #else
                    Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
                #endif
            }
        }
    }
}
