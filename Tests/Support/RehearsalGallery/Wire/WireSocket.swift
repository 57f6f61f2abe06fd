import RehearsalPlatform
#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif
import RehearsalServer

/// A TCP socket that one thread uses and any other may interrupt. Nothing waits longer than until an instant that the
/// caller names.
final class WireSocket: @unchecked Sendable {
    // Sendable: the descriptor is opened once and closed once, both under the lock;
    // the kernel takes calls from any thread.
    private let lock = Lock()
    private let descriptor: Int32
    private var isOpen = true

    init() throws(WireFailure) {
        #if canImport(Darwin)
            descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #else
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        #endif
        guard descriptor >= 0 else { throw .cannotConnect(code: errno) }
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        enable(Int32(IPPROTO_TCP), TCP_NODELAY)
        #if canImport(Darwin)
            enable(SOL_SOCKET, SO_NOSIGPIPE)
        #endif
    }

    deinit { close() }

    private func enable(_ level: Int32, _ option: Int32) {
        var on: Int32 = 1
        setsockopt(descriptor, level, option, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Ends the connection from another thread; whoever waits on it wakes up.
    func interrupt() {
        lock.withLock { if isOpen { shutdown(descriptor, Int32(SHUT_RDWR)) } }
    }

    func close() {
        lock.withLock {
            if isOpen { closeDescriptor() }
            isOpen = false
        }
    }

    private func closeDescriptor() {
        #if canImport(Darwin)
            _ = Darwin.close(descriptor)
        #else
            _ = Glibc.close(descriptor)
        #endif
    }

    func connect(to address: WireAddress, until instant: Int64) throws(WireFailure) {
        var target = address.system
        let outcome = withUnsafePointer(to: &target) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                #if canImport(Darwin)
                    Darwin.connect(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
                #else
                    Glibc.connect(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
                #endif
            }
        }
        if outcome == 0 { return }
        guard errno == EINPROGRESS else { throw .cannotConnect(code: errno) }
        try wait(for: POLLOUT, until: instant)
        var code: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size)
        if code != 0 { throw .cannotConnect(code: code) }
    }

    func send(_ bytes: [UInt8], until instant: Int64) throws(WireFailure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { piece in
                #if canImport(Darwin)
                    Darwin.send(descriptor, piece.baseAddress, piece.count, 0)
                #else
                    Glibc.send(descriptor, piece.baseAddress, piece.count, Int32(MSG_NOSIGNAL))
                #endif
            }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN || errno == EWOULDBLOCK {
                try wait(for: POLLOUT, until: instant)
            } else if errno != EINTR {
                throw .connectionLost
            }
        }
    }

    /// What has come; empty at the end of the stream.
    func receive(until instant: Int64) throws(WireFailure) -> [UInt8] {
        while true {
            let bytes = read(flags: 0)
            if let bytes { return bytes }
            if errno == EAGAIN || errno == EWOULDBLOCK {
                try wait(for: POLLIN, until: instant)
            } else if errno != EINTR {
                throw .connectionLost
            }
        }
    }

    /// Whether the connection is there and has nothing to say, as it must between two exchanges.
    var isIdle: Bool { read(flags: Int32(MSG_PEEK)) == nil && (errno == EAGAIN || errno == EWOULDBLOCK) }

    private func read(flags: Int32) -> [UInt8]? {
        var count = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: 16 << 10) { buffer, used in
            #if canImport(Darwin)
                count = Darwin.recv(descriptor, buffer.baseAddress, buffer.count, flags)
            #else
                count = Glibc.recv(descriptor, buffer.baseAddress, buffer.count, flags)
            #endif
            used = max(0, count)
        }
        return count < 0 ? nil : bytes
    }

    private func wait(for event: Int32, until instant: Int64) throws(WireFailure) {
        while true {
            let left = instant - SystemClock.now()
            guard left > 0 else { throw .timedOut }
            var request = pollfd(fd: descriptor, events: Int16(event), revents: 0)
            if poll(&request, 1, Int32(clamping: left / 1_000_000 + 1)) > 0 { return }
        }
    }
}
