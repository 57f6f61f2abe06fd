import Rehearsal

/// F33–F39: status lines and header lines (RFC 9112 §4, §5).
enum HeadFaults {
    static let all: [NumberedFault] = statusLines + broken + fields

    private static let statusLines: [NumberedFault] = [
        NumberedFault(
            "F33",
            "a malformed status line",
            wire: "A status line that is none (RFC 9112 §4), the rest as it should be.",
            peers: .init(mockWebServer: "status(\"…\")"),
            .raw("version HTTX/1.1", Sample.status("HTTX/1.1 200 OK")),
            .raw("status abc", Sample.status("HTTP/1.1 abc OK")),
            .raw("status 20", Sample.status("HTTP/1.1 20 OK")),
            .raw("status 2000", Sample.status("HTTP/1.1 2000 OK")),
            .raw("status 099", Sample.status("HTTP/1.1 099 OK"))
        ),
        NumberedFault(
            "F34",
            "a status of no class",
            wire: "A status from 600 to 999, of which RFC 9110 §15 has no class.",
            .reply("600", Scenario.Reply(600, reason: "Unknown", body: .json(["ok": true]))),
            .reply("999", Scenario.Reply(999, reason: "Unknown", body: .json(["ok": true])))
        ),
        NumberedFault(
            "F35",
            "no reason phrase",
            wire: "A status line that ends with the status.",
            .raw("nor the space before it", Sample.status("HTTP/1.1 200")),
            .raw("only the space before it, which is valid", Sample.status("HTTP/1.1 200 "))
        ),
    ]

    private static let broken: [NumberedFault] = [
        NumberedFault(
            "F36",
            "garbage",
            wire: "Bytes that are no HTTP, then FIN.",
            peers: .init(wireMock: "RANDOM_DATA_THEN_CLOSE"),
            .reply("garbage", Scenario.Reply(body: .raw([Scenario.Body.Piece(garbage)])))
        ),
        NumberedFault(
            "F37",
            "FIN in the head",
            wire: "Part of the head, then FIN.",
            .reply("in the middle of it", Sample.reply(Sample.json, Fault(.close, at: .head()))),
            .raw("after the status line", "\(Sample.okLine)\r\n")
        ),
    ]

    /// Neither text nor a TLS record.
    static let garbage: [UInt8] = (0..<64).map { UInt8(truncatingIfNeeded: 0x9D &+ $0 &* 0x65) }

    private static let fields: [NumberedFault] = [
        NumberedFault(
            "F38",
            "a huge head",
            wire: "More header bytes than most clients take.",
            .reply("a value of 64 KiB", large(String(repeating: "a", count: 64 << 10))),
            .reply("a value of 200 KiB", large(String(repeating: "a", count: 200 << 10))),
            .reply("6000 lines", manyLines)
        ),
        NumberedFault(
            "F39",
            "malformed header lines",
            wire: "A header line that RFC 9112 §5 does not have.",
            .raw(
                "LF alone ends the lines",
                "\(Sample.okLine)\n\(Sample.typeLine)\n\(Sample.lengthLine)\n\n\(Sample.json)"
            ),
            .raw("a folded line", Sample.header("X-Folded: one\r\n two")),
            .raw("a space before the colon", Sample.header("X-Space : one")),
            .raw("no colon", Sample.header("X-No-Colon")),
            .raw("NUL in a value", Sample.header("X-Null: a\u{0}b"))
        ),
    ]

    private static func large(_ value: String) -> Scenario.Reply {
        var reply = Sample.reply
        reply.headers.append("X-Large", value)
        return reply
    }

    private static let manyLines: Scenario.Reply = {
        var reply = Sample.reply
        for number in 1...6_000 { reply.headers.append("X-Line-\(number)", "\(number)") }
        return reply
    }()
}
