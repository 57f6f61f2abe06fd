import Rehearsal

/// F30–F32: chunks (RFC 9112 §7.1).
enum FramingFaults {
    static let all: [NumberedFault] = [
        NumberedFault(
            "F30",
            "chunks that end too soon",
            wire: "A chunked body without its last chunk, then FIN.",
            peers: .init(toxiproxy: "limit_data"),
            .raw("no last chunk", Sample.chunked("b\r\n\(Sample.json)\r\n")),
            .raw("half a chunk", Sample.chunked("20\r\n\(Sample.json)"))
        ),
        NumberedFault(
            "F31",
            "a malformed chunk",
            wire: "A chunked body with a chunk that is none.",
            peers: .init(wireMock: "MALFORMED_RESPONSE_CHUNK"),
            .raw("the size is ZZ", Sample.chunked("ZZ\r\n\(Sample.json)\r\n0\r\n\r\n")),
            .raw("the size has 17 digits", Sample.chunked("1000000000000000b\r\n\(Sample.json)\r\n0\r\n\r\n")),
            .raw("garbage for a chunk", Sample.chunked("lskdu018973t09sylgasjkfg1][]'./.sdlv")),
            .raw("no line end behind the data", Sample.chunked("b\r\n\(Sample.json)0\r\n\r\n")),
            .raw("a negative size", Sample.chunked("-b\r\n\(Sample.json)\r\n0\r\n\r\n"))
        ),
        NumberedFault(
            "F32",
            "chunk extensions and trailers, which are valid",
            wire: "A whole chunked body with what a client may ignore (RFC 9112 §7.1.1, §7.1.2).",
            peers: .init(mockWebServer: "trailers"),
            .raw("an extension", Sample.chunked("b;name=\"value\"\r\n\(Sample.json)\r\n0\r\n\r\n")),
            .raw("a trailer", Sample.chunked("b\r\n\(Sample.json)\r\n0\r\nX-Checksum: 7\r\n\r\n"))
        ),
    ]
}
