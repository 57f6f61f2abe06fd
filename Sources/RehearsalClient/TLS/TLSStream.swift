import CRehearsalPlatform
package import RehearsalHTTP
import RehearsalPlatform

/// A TLS connection to a host whose certificate was verified.
package final class TLSStream: ByteStream {
    private let plain: SocketStream
    private let context: TLSContext
    private let connection: OpenSSL.Handle

    private var library: OpenSSL { context.library }

    /// Performs the TLS handshake and verifies the certificate of the host.
    ///
    /// - Parameters:
    ///   - host: the host's name or address, without the brackets of an IPv6 address.
    ///   - deadline: an instant of ``SystemClock``.
    package init(
        over plain: SocketStream,
        toHost host: String,
        _ context: TLSContext,
        until deadline: Int64,
    ) throws(TransferFailure) {
        guard let connection = context.library.newConnection(context.handle) else {
            throw TransferFailure(.tls, "OpenSSL cannot create a connection")
        }
        (self.plain, self.context, self.connection) = (plain, context, connection)
        _ = library.setDescriptor(connection, plain.descriptor)
        setExpectedHost(host)
        try performHandshake(until: deadline)
    }

    deinit { library.freeConnection(connection) }

    package var descriptor: Int32 { plain.descriptor }
    package var hasBufferedBytes: Bool { library.pending(connection) > 0 }

    package func receive(into buffer: UnsafeMutableRawBufferPointer) throws(TransferFailure) -> StreamProgress {
        errno = 0
        library.clearErrors()
        let count = library.read(connection, buffer.baseAddress, Int32(clamping: buffer.count))
        return count > 0 ? .bytes(Int(count)) : try progress(after: count)
    }

    package func send(_ bytes: UnsafeRawBufferPointer) throws(TransferFailure) -> StreamProgress {
        errno = 0
        library.clearErrors()
        let count = library.write(connection, bytes.baseAddress, Int32(clamping: bytes.count))
        return count > 0 ? .bytes(Int(count)) : try progress(after: count)
    }

    package func finishSending() { _ = library.shutdown(connection) }

    package func close(reset: Bool) {
        if !reset, plain.descriptor >= 0 { _ = library.shutdown(connection) }
        plain.close(reset: reset)
    }

    /// Sets the expected host for SNI (RFC 6066 §3) and for certificate verification (RFC 9110 §4.3.4).
    private func setExpectedHost(_ host: String) {
        var address = in6_addr()
        if inet_pton(AF_INET, host, &address) == 1 || inet_pton(AF_INET6, host, &address) == 1 {
            _ = library.setAddress(library.parameters(connection), host)
            return
        }
        _ = library.setHost(connection, host)
        var bytes = host.utf8CString
        bytes.withUnsafeMutableBytes { name in
            _ = library.control(connection, Self.setServerName, Self.hostName, name.baseAddress)
        }
    }

    private func performHandshake(until deadline: Int64) throws(TransferFailure) {
        while true {
            library.clearErrors()
            let outcome = library.connect(connection)
            if outcome == 1 { return }
            var interest = DescriptorWait.Interest(descriptor: descriptor)
            switch library.error(connection, outcome) {
            case Self.wantsRead: interest.reads = true
            case Self.wantsWrite: interest.writes = true
            default: throw handshakeFailure
            }
            guard DescriptorWait.wait(for: [interest], until: deadline, or: nil) == .ready else {
                throw TransferFailure(.timeout, "it did not complete the TLS handshake in time")
            }
        }
    }

    private var handshakeFailure: TransferFailure {
        let result = library.verification(connection)
        if result != 0 {
            let reason = library.verificationText(result).map { String(cString: $0) } ?? "error \(result)"
            return TransferFailure(
                .tls,
                "its certificate is not trusted: \(reason)",
                hint: "to trust your own authority, run: SSL_CERT_FILE=ca.pem rehearsal record …"
            )
        }
        return TransferFailure(
            .tls,
            "the TLS handshake failed: \(lastError)",
            hint: "check that the server uses TLS on this port"
        )
    }

    private var lastError: String {
        let code = library.takeError()
        guard code != 0 else { return "it closed the connection" }
        return library.errorText(code).map { String(cString: $0) } ?? "error \(code)"
    }

    private func progress(after count: Int32) throws(TransferFailure) -> StreamProgress {
        switch library.error(connection, count) {
        case Self.wantsRead: return .needsInput
        case Self.wantsWrite: return .needsOutput
        case Self.hasEnded: return .end
        // The peer closed the connection without `close_notify`. The framing of HTTP detects a truncated message.
        case Self.systemFailed where errno == 0: return .end
        case Self.systemFailed: throw TransferFailure(.reset, "it reset the connection")
        default:
            let reason = lastError
            if reason.contains("unexpected eof") { return .end }
            throw TransferFailure(.reset, "the TLS connection failed: \(reason)")
        }
    }

    /// The `SSL_ERROR_…` codes.
    private static let wantsRead: Int32 = 2
    private static let wantsWrite: Int32 = 3
    private static let systemFailed: Int32 = 5
    private static let hasEnded: Int32 = 6
    /// `SSL_CTRL_SET_TLSEXT_HOSTNAME` with `TLSEXT_NAMETYPE_host_name`.
    private static let setServerName: Int32 = 55
    private static let hostName = 0
}
