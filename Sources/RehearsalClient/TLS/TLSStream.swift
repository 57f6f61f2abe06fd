import CRehearsalPlatform
package import RehearsalHTTP
import RehearsalPlatform

/// A TLS connection to a host that has proved its identity.
package final class TLSStream: ByteStream {
    private let plain: SocketStream
    private let context: TLSContext
    private let connection: OpenSSL.Handle

    private var library: OpenSSL { context.library }

    /// Performs the handshake and verifies the certificate.
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
        name(host)
        try shakeHands(until: deadline)
    }

    deinit { library.freeConnection(connection) }

    package var descriptor: Int32 { plain.descriptor }
    package var hasBuffered: Bool { library.pending(connection) > 0 }

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
    private func name(_ host: String) {
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

    private func shakeHands(until deadline: Int64) throws(TransferFailure) {
        while true {
            library.clearErrors()
            let outcome = library.connect(connection)
            if outcome == 1 { return }
            var want = DescriptorWait.Want(descriptor: descriptor)
            switch library.error(connection, outcome) {
            case Self.wantsRead: want.reads = true
            case Self.wantsWrite: want.writes = true
            default: throw refusal
            }
            guard DescriptorWait.wait(for: [want], until: deadline, or: nil) == .ready else {
                throw TransferFailure(.timeout, "it did not complete the TLS handshake in time")
            }
        }
    }

    private var refusal: TransferFailure {
        let verdict = library.verification(connection)
        if verdict != 0 {
            let reason = library.verificationText(verdict).map { String(cString: $0) } ?? "error \(verdict)"
            return TransferFailure(
                .tls,
                "its certificate is not trusted: \(reason)",
                hint: "to trust your own authority, run: SSL_CERT_FILE=ca.pem rehearsal record …"
            )
        }
        return TransferFailure(
            .tls,
            "the TLS handshake failed: \(lastError)",
            hint: "does the server use TLS on this port?"
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
        // The peer closed without `close_notify`; HTTP's framing detects a truncated message.
        case Self.systemFailed where errno == 0: return .end
        case Self.systemFailed: throw TransferFailure(.reset, "it reset the connection")
        default:
            let reason = lastError
            if reason.contains("unexpected eof") { return .end }
            throw TransferFailure(.reset, "the TLS connection broke: \(reason)")
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
