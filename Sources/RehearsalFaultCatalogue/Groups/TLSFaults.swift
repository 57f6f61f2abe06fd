import Rehearsal

/// F63–F66: what goes wrong on a port where a client expects TLS, for which no certificate is needed.
enum TLSFaults {
    static let all: [NumberedFault] = [
        NumberedFault(
            "F63",
            "the handshake is cut",
            wire: "The client's first message of the handshake is read, then the connection ends.",
            peers: .init(mockWebServer: "FAIL_HANDSHAKE"),
            .network("FIN", .closing, on: .clientHello),
            .network("RST", .resetting, on: .clientHello)
        ),
        NumberedFault(
            "F64",
            "a fatal alert",
            wire: "The alert handshake_failure, 15 03 03 00 02 02 28 (RFC 8446 §6.2), then FIN.",
            .network("a fatal alert", .bytes([0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x28]), on: .clientHello)
        ),
        NumberedFault(
            "F65",
            "no TLS on the TLS port",
            wire: "Bytes that are no TLS in answer to the handshake, then FIN.",
            .network("garbage", .bytes(HeadFaults.garbage), on: .clientHello),
            .network(
                "plain HTTP",
                .bytes(Array(Sample.message("HTTP/1.1 400 Bad Request", Sample.lengthLine).utf8)),
                on: .clientHello
            )
        ),
        NumberedFault(
            "F66",
            "the handshake stalls",
            wire: "The client's first message of the handshake is read, then nothing.",
            peers: .init(mockWebServer: "STALL_SOCKET_AT_START"),
            .network("the handshake stalls", .silent, on: .clientHello)
        ),
    ]
}
