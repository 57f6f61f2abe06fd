import Rehearsal

/// The faults of connections that are refused, closed or reset, and of TLS handshakes.
enum ConnectionFaults {
    /// The faults before the first byte of a reply: F01–F05.
    static let early: [NumberedFault] = [
        NumberedFault("F01", "connection refused")
            .onWire("The operating system answers the SYN with RST: no process listens on the port.")
            .named(toxiproxy: "down", mockWebServer: "server shutdown")
            .network(.refusing),
        NumberedFault("F02", "FIN at accept")
            .onWire("The server accepts the connection and sends FIN at once.")
            .named(toxiproxy: "limit_data 0", mockWebServer: "DISCONNECT_AT_START")
            .network(.closing),
        NumberedFault("F03", "RST at accept")
            .onWire("The server accepts the connection and sends RST at once.")
            .named(toxiproxy: "reset_peer 0")
            .network(.resetting),
        NumberedFault("F04", "empty reply")
            .onWire("The server reads the request, then sends FIN without a byte.")
            .named(wireMock: "EMPTY_RESPONSE", mockWebServer: "DISCONNECT_AFTER_REQUEST")
            .reply(Fault(.close, at: .beforeHead)),
        NumberedFault("F05", "RST instead of a reply")
            .onWire("The server reads the request, then sends RST without a byte.")
            .named(wireMock: "CONNECTION_RESET_BY_PEER", toxiproxy: "reset_peer")
            .reply(Fault(.reset, at: .beforeHead)),
    ]

    /// The faults during the upload, after the head, or in the body: F06–F11.
    static let duringTransfer: [NumberedFault] = [
        NumberedFault("F06", "FIN during the upload")
            .onWire("The server reads half of the request's body, then sends FIN without a reply.")
            .named(toxiproxy: "limit_data upstream", mockWebServer: "DISCONNECT_DURING_REQUEST_BODY")
            .reply(
                Fault(.close, at: .requestBody(.percent(50))),
                drive: FaultTrigger(method: "POST", uploadSize: 256 << 10)
            ),
        NumberedFault("F07", "the upload is not read")
            .onWire(
                "The server reads the head of the request but not its body, so the TCP window closes for bodies over 8 MB."
            )
            .named(mockWebServer: "DO_NOT_READ_REQUEST_BODY")
            .reply(
                Fault(.stall(), at: .requestBody(.bytes(0))),
                drive: FaultTrigger(method: "POST", uploadSize: 16 << 20)
            ),
        NumberedFault("F08", "RST after the head")
            .onWire("A complete head with a Content-Length, then RST.")
            .named(mockWebServer: "onResponseBody(CloseSocket)")
            .reply(of: Sample.hundred, Fault(.reset, at: .afterHead)),
        NumberedFault("F09", "FIN after the head")
            .onWire("A complete head with a Content-Length of 100, then FIN.")
            .named(mockWebServer: "DISCONNECT_DURING_RESPONSE_BODY")
            .reply(of: Sample.hundred, Fault(.close, at: .afterHead)),
        NumberedFault("F10", "FIN in the body")
            .onWire("Fewer bytes of the body than its Content-Length, then FIN.")
            .named(toxiproxy: "limit_data", mockWebServer: "DISCONNECT_DURING_RESPONSE_BODY")
            .reply(as: "after half of the body", of: Sample.hundred, Fault(.close, at: .body(.percent(50))))
            .reply(
                as: "the bytes sent are valid JSON",
                Fault(.wrongLength(declares: 100), at: .head()),
                Fault(.close, at: .end)
            ),
        NumberedFault("F11", "RST in the body")
            .onWire("Half of the body, then RST.")
            .named(toxiproxy: "reset_peer timeout")
            .reply(of: Sample.hundred, Fault(.reset, at: .body(.percent(50)))),
    ]

    /// The faults during a TLS handshake, which need no certificate: F63–F66.
    static let handshake: [NumberedFault] = [
        NumberedFault("F63", "a handshake that is cut off")
            .onWire("The server reads the ClientHello, then ends the connection.")
            .named(mockWebServer: "FAIL_HANDSHAKE")
            .network(as: "FIN", .closing, on: .clientHello)
            .network(as: "RST", .resetting, on: .clientHello),
        NumberedFault("F64", "a fatal alert")
            .onWire("The server sends the alert handshake_failure, 15 03 03 00 02 02 28 (RFC 8446 §6.2), then FIN.")
            .network(.bytes([0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x28]), on: .clientHello),
        NumberedFault("F65", "no TLS on the TLS port")
            .onWire("The server answers the ClientHello with bytes that are not TLS, then sends FIN.")
            .network(as: "garbage", .bytes(MessageFaults.garbage), on: .clientHello)
            .network(
                as: "plain HTTP",
                .bytes(Array(Sample.message("HTTP/1.1 400 Bad Request", Sample.lengthLine).utf8)),
                on: .clientHello
            ),
        NumberedFault("F66", "a handshake that stalls")
            .onWire("The server reads the ClientHello, then sends nothing.")
            .named(mockWebServer: "STALL_SOCKET_AT_START")
            .network(.silent, on: .clientHello),
    ]
}
