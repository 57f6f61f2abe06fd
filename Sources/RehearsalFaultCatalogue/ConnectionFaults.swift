import Rehearsal

/// Connections that are refused, closed or reset, and what goes wrong on a port where a client expects TLS.
enum ConnectionFaults {
    /// F01–F05: before a byte of a reply.
    static let early: [NumberedFault] = [
        NumberedFault("F01", "connection refused")
            .onWire("The SYN is answered with RST: nobody listens on the port.")
            .called(toxiproxy: "down", mockWebServer: "server shutdown")
            .network(.refusing),
        NumberedFault("F02", "FIN at accept")
            .onWire("The connection is accepted and FIN is sent at once.")
            .called(toxiproxy: "limit_data 0", mockWebServer: "DISCONNECT_AT_START")
            .network(.closing),
        NumberedFault("F03", "RST at accept")
            .onWire("The connection is accepted and RST is sent at once.")
            .called(toxiproxy: "reset_peer 0")
            .network(.resetting),
        NumberedFault("F04", "empty reply")
            .onWire("The request is read, then FIN without a byte.")
            .called(wireMock: "EMPTY_RESPONSE", mockWebServer: "DISCONNECT_AFTER_REQUEST")
            .reply(Fault(.close, at: .beforeHead)),
        NumberedFault("F05", "RST instead of a reply")
            .onWire("The request is read, then RST without a byte.")
            .called(wireMock: "CONNECTION_RESET_BY_PEER", toxiproxy: "reset_peer")
            .reply(Fault(.reset, at: .beforeHead)),
    ]

    /// F06–F11: during the upload, behind the head, or in the body.
    static let cut: [NumberedFault] = [
        NumberedFault("F06", "FIN during the upload")
            .onWire("Half of the request's body is read, then FIN without a reply.")
            .called(toxiproxy: "limit_data upstream", mockWebServer: "DISCONNECT_DURING_REQUEST_BODY")
            .reply(Fault(.close, at: .requestBody(.percent(50))), drive: FaultDrive(method: "POST", upload: 256 << 10)),
        NumberedFault("F07", "the upload is not read")
            .onWire(
                "The head of the request is read and nothing of its body: the window closes; seen with bodies over 8 MB."
            )
            .called(mockWebServer: "DO_NOT_READ_REQUEST_BODY")
            .reply(Fault(.stall(), at: .requestBody(.bytes(0))), drive: FaultDrive(method: "POST", upload: 16 << 20)),
        NumberedFault("F08", "RST after the head")
            .onWire("A whole head with a Content-Length, then RST.")
            .called(mockWebServer: "onResponseBody(CloseSocket)")
            .reply(of: Sample.hundred, Fault(.reset, at: .afterHead)),
        NumberedFault("F09", "FIN after the head")
            .onWire("A whole head with a Content-Length of 100, then FIN.")
            .called(mockWebServer: "DISCONNECT_DURING_RESPONSE_BODY")
            .reply(of: Sample.hundred, Fault(.close, at: .afterHead)),
        NumberedFault("F10", "FIN in the body")
            .onWire("Fewer bytes of the body than its Content-Length says, then FIN.")
            .called(toxiproxy: "limit_data", mockWebServer: "DISCONNECT_DURING_RESPONSE_BODY")
            .reply(as: "after half of it", of: Sample.hundred, Fault(.close, at: .body(.percent(50))))
            .reply(
                as: "what was sent is JSON by itself",
                Fault(.wrongLength(declares: 100), at: .head()),
                Fault(.close, at: .end)
            ),
        NumberedFault("F11", "RST in the body")
            .onWire("Half of the body, then RST.")
            .called(toxiproxy: "reset_peer timeout")
            .reply(of: Sample.hundred, Fault(.reset, at: .body(.percent(50)))),
    ]

    /// F63–F66: in a handshake of TLS, for which no certificate is needed.
    static let handshake: [NumberedFault] = [
        NumberedFault("F63", "the handshake is cut")
            .onWire("The client's first message of the handshake is read, then the connection ends.")
            .called(mockWebServer: "FAIL_HANDSHAKE")
            .network(as: "FIN", .closing, on: .clientHello)
            .network(as: "RST", .resetting, on: .clientHello),
        NumberedFault("F64", "a fatal alert")
            .onWire("The alert handshake_failure, 15 03 03 00 02 02 28 (RFC 8446 §6.2), then FIN.")
            .network(.bytes([0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x28]), on: .clientHello),
        NumberedFault("F65", "no TLS on the TLS port")
            .onWire("Bytes that are no TLS in answer to the handshake, then FIN.")
            .network(as: "garbage", .bytes(MessageFaults.garbage), on: .clientHello)
            .network(
                as: "plain HTTP",
                .bytes(Array(Sample.message("HTTP/1.1 400 Bad Request", Sample.lengthLine).utf8)),
                on: .clientHello
            ),
        NumberedFault("F66", "the handshake stalls")
            .onWire("The client's first message of the handshake is read, then nothing.")
            .called(mockWebServer: "STALL_SOCKET_AT_START")
            .network(.silent, on: .clientHello),
    ]
}
