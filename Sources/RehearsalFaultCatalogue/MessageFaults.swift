import Rehearsal

/// F30–F46: chunks, heads and lengths that violate RFC 9112, and interim responses.
enum MessageFaults {
    static let all = chunks + statusLines + heads + lengths + contents + interim

    /// The faults of chunked bodies (RFC 9112 §7.1).
    private static let chunks: [NumberedFault] = [
        NumberedFault("F30", "chunks that end too soon")
            .onWire("A chunked body without its last chunk, then FIN.")
            .named(toxiproxy: "limit_data")
            .raw(as: "no last chunk", Sample.chunked("b\r\n\(Sample.json)\r\n"))
            .raw(as: "half a chunk", Sample.chunked("20\r\n\(Sample.json)")),
        NumberedFault("F31", "a malformed chunk")
            .onWire("A chunked body with a malformed chunk.")
            .named(wireMock: "MALFORMED_RESPONSE_CHUNK")
            .raw(as: "the size is ZZ", Sample.chunked("ZZ\r\n\(Sample.json)\r\n0\r\n\r\n"))
            .raw(as: "the size has 17 digits", Sample.chunked("1000000000000000b\r\n\(Sample.json)\r\n0\r\n\r\n"))
            .raw(as: "garbage instead of a chunk", Sample.chunked("lskdu018973t09sylgasjkfg1][]'./.sdlv"))
            .raw(as: "no line end after the data", Sample.chunked("b\r\n\(Sample.json)0\r\n\r\n"))
            .raw(as: "a negative size", Sample.chunked("-b\r\n\(Sample.json)\r\n0\r\n\r\n")),
        NumberedFault("F32", "chunk extensions and trailers, which are valid")
            .onWire("A complete chunked body with an extension or a trailer, both optional (RFC 9112 §7.1.1, §7.1.2).")
            .named(mockWebServer: "trailers")
            .raw(as: "an extension", Sample.chunked("b;name=\"value\"\r\n\(Sample.json)\r\n0\r\n\r\n"))
            .raw(as: "a trailer", Sample.chunked("b\r\n\(Sample.json)\r\n0\r\nX-Checksum: 7\r\n\r\n")),
    ]

    /// The faults of status lines (RFC 9112 §4).
    private static let statusLines: [NumberedFault] = [
        NumberedFault("F33", "a malformed status line")
            .onWire("A malformed status line (RFC 9112 §4) in an otherwise correct reply.")
            .named(mockWebServer: "status(\"…\")")
            .raw(as: "version HTTX/1.1", Sample.status("HTTX/1.1 200 OK"))
            .raw(as: "status abc", Sample.status("HTTP/1.1 abc OK"))
            .raw(as: "status 20", Sample.status("HTTP/1.1 20 OK"))
            .raw(as: "status 2000", Sample.status("HTTP/1.1 2000 OK"))
            .raw(as: "status 099", Sample.status("HTTP/1.1 099 OK")),
        NumberedFault("F34", "a status outside of all classes")
            .onWire("A status from 600 to 999, for which RFC 9110 §15 defines no class.")
            .reply(as: "600", Scenario.Reply(600, reason: "Unknown", body: .json(["ok": true])))
            .reply(as: "999", Scenario.Reply(999, reason: "Unknown", body: .json(["ok": true]))),
        NumberedFault("F35", "no reason phrase")
            .onWire("A status line that ends after the status code.")
            .raw(as: "without the space before it", Sample.status("HTTP/1.1 200"))
            .raw(as: "with the space before it, which is valid", Sample.status("HTTP/1.1 200 ")),
    ]

    /// Bytes that are neither text nor a TLS record.
    static let garbage: [UInt8] = (0..<64).map { UInt8(truncatingIfNeeded: 0x9D &+ $0 &* 0x65) }

    private static let manyLines: Scenario.Headers = {
        var headers = Scenario.Headers()
        for number in 1...6_000 { headers.append("X-Line-\(number)", "\(number)") }
        return headers
    }()

    /// The faults of heads (RFC 9112 §5).
    private static let heads: [NumberedFault] = [
        NumberedFault("F36", "garbage")
            .onWire("Bytes that are not HTTP, then FIN.")
            .named(wireMock: "RANDOM_DATA_THEN_CLOSE")
            .reply(Scenario.Reply(body: .raw([Scenario.Body.Piece(garbage)]))),
        NumberedFault("F37", "FIN in the head")
            .onWire("A part of the head, then FIN.")
            .reply(as: "in the middle of it", Fault(.close, at: .head()))
            .raw(as: "after the status line", "\(Sample.okLine)\r\n"),
        NumberedFault("F38", "a huge head")
            .onWire("More header bytes than most clients accept.")
            .reply(
                as: "a value of 64 KiB",
                Sample.with(\.headers, ["X-Large": .some(String(repeating: "a", count: 64 << 10))])
            )
            .reply(
                as: "a value of 200 KiB",
                Sample.with(\.headers, ["X-Large": .some(String(repeating: "a", count: 200 << 10))])
            )
            .reply(as: "6000 lines", Sample.with(\.headers, manyLines)),
        NumberedFault("F39", "malformed header lines")
            .onWire("A header line that RFC 9112 §5 does not permit.")
            .raw(
                as: "lines that end with LF alone",
                "\(Sample.okLine)\n\(Sample.typeLine)\n\(Sample.lengthLine)\n\n\(Sample.json)"
            )
            .raw(as: "a folded line", Sample.header("X-Folded: one\r\n two"))
            .raw(as: "a space before the colon", Sample.header("X-Space : one"))
            .raw(as: "no colon", Sample.header("X-No-Colon"))
            .raw(as: "NUL in a value", Sample.header("X-Null: a\u{0}b")),
    ]

    /// The faults of lengths (RFC 9112 §6).
    private static let lengths: [NumberedFault] = [
        NumberedFault("F40", "two lengths")
            .onWire("Content-Length twice (RFC 9112 §6.3).")
            .reply(as: "different ones", Sample.with(\.headers, ["Content-Length": "11", "Content-Length": "5"]))
            .reply(as: "equal ones", Sample.with(\.headers, ["Content-Length": "11", "Content-Length": "11"])),
        NumberedFault("F41", "a wrong length")
            .onWire("A Content-Length that differs from the length of the body.")
            .reply(as: "-1", Fault(.wrongLength(declares: -1), at: .head()))
            .reply(as: "abc", Sample.with(\.headers, ["Content-Length": "abc"]))
            .reply(as: "too small", Fault(.wrongLength(declares: 5), at: .head()))
            .reply(
                as: "with Transfer-Encoding, which takes precedence",
                Sample.with(\.headers, ["Content-Length": "5", "Transfer-Encoding": "chunked"])
            ),
        NumberedFault("F42", "bytes after the body")
            .onWire("A complete reply, followed by another one without a request.")
            .reply(
                Fault(.extraBytes(Array(Sample.message("HTTP/1.1 203 Injected", Sample.lengthLine).utf8)), at: .end),
                drive: FaultTrigger(requests: 2)
            ),
    ]

    /// The faults of content and its end (RFC 9112 §6.3).
    private static let contents: [NumberedFault] = [
        NumberedFault("F43", "content in a reply without content")
            .onWire("A Content-Length or a body in a reply that must not have content (RFC 9110 §6.4.1).")
            .reply(as: "204 with a length", Scenario.Reply(204, headers: ["Content-Length": "11"]))
            .reply(as: "204 with a body", Scenario.Reply(204, body: .json(["ok": true])))
            .reply(as: "304 with a length", Scenario.Reply(304, headers: ["Content-Length": "11"]))
            .reply(as: "205 with a body", Scenario.Reply(205, body: .json(["ok": true])))
            .reply(
                as: "HEAD with a body",
                // The bytes replace the head, because the server omits the body of a reply to HEAD.
                Fault(.replaceBytes(Array(Sample.status(Sample.okLine).utf8)), at: .head()),
                drive: FaultTrigger(method: "HEAD")
            ),
        NumberedFault("F44", "a body that ends with the connection")
            .onWire("No length: the body ends when the connection ends (RFC 9112 §6.3).")
            .raw(as: "HTTP/1.0, FIN", Sample.message("HTTP/1.0 200 OK", Sample.typeLine))
            .reply(
                as: "HTTP/1.0, RST",
                Sample.raw(Sample.message("HTTP/1.0 200 OK", Sample.typeLine), Fault(.reset, at: .end))
            )
            .reply(as: "HTTP/1.1, FIN", Sample.with(\.headers, ["Content-Length": nil])),
    ]

    private static let expectingContinue = FaultTrigger(method: "POST", uploadSize: 2_048, expectsContinue: true)
    private static let correct = Sample.status(Sample.okLine)
    private static let earlyHints = "HTTP/1.1 103 Early Hints\r\n\r\n"
    private static let switching = "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n"

    /// The faults of interim responses (RFC 9110 §10.1.1, §15.2).
    private static let interim: [NumberedFault] = [
        NumberedFault("F45", "Expect: 100-continue")
            .onWire(
                "The client waits for 100 before it sends the body; the server sends 100, another reply, or nothing."
            )
            .named(mockWebServer: "EXPECT_CONTINUE, CONTINUE_ALWAYS")
            .reply(as: "100, then 200", Sample.reply, drive: expectingContinue)
            .reply(as: "no answer", Fault(.stall(), at: .requestBody(.bytes(0))), drive: expectingContinue)
            .reply(as: "417", Scenario.Reply(417, early: true), drive: expectingContinue)
            .reply(as: "200 before the body", Sample.with(\.isEarly, true), drive: expectingContinue)
            .reply(
                as: "100, then FIN",
                Sample.raw("HTTP/1.1 100 Continue\r\n\r\n", early: true),
                drive: expectingContinue
            ),
        NumberedFault("F46", "informational responses")
            .onWire("One or several 1xx responses before the final response, or instead of it.")
            .named(mockWebServer: "informationalResponses")
            .raw(as: "103", "HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n" + correct)
            .raw(as: "102, 103, 103", "HTTP/1.1 102 Processing\r\n\r\n" + earlyHints + earlyHints + correct)
            .raw(as: "101 without an upgrade request", switching)
            .raw(as: "101 without an upgrade request, and a reply", switching + correct),
    ]
}
