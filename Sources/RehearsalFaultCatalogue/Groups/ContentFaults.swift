import Rehearsal

/// F47–F50: content that is not what its headers say.
enum ContentFaults {
    static let all: [NumberedFault] = [types] + codings

    private static let types = NumberedFault(
        "F47",
        "content that is not what it says",
        wire: "A whole reply whose Content-Type is wrong or missing, or whose bytes are not in its charset.",
        .reply("JSON as text/html", typed(Array(Sample.json.utf8), "text/html; charset=utf-8")),
        .reply("HTML as JSON", typed(Array("<html><body>Sign in</body></html>".utf8), "application/json")),
        .reply("no type", typed(Array(Sample.json.utf8), nil)),
        .reply(
            "UTF-8 as ISO 8859-1",
            typed(Array(#"{"name":"Zoë"}"#.utf8), "application/json; charset=iso-8859-1")
        ),
        .reply("not UTF-8", typed(Array(#"{"name":"Zo"#.utf8) + [0xEB] + Array(#""}"#.utf8), "application/json")),
        .reply("a byte order mark", typed([0xEF, 0xBB, 0xBF] + Array(Sample.json.utf8), "application/json")),
        .reply("no content", typed([], "application/json"))
    )

    private static func typed(_ bytes: [UInt8], _ type: String?) -> Scenario.Reply {
        Scenario.Reply(body: .bytes(bytes, type: type))
    }

    private static let codings: [NumberedFault] = [
        NumberedFault(
            "F48",
            "damaged gzip",
            wire: "Content-Encoding: gzip and bytes that are none (RFC 1952).",
            .reply("a changed byte", Gzip.reply(Gzip.flipped)),
            .reply("a wrong checksum", Gzip.reply(Gzip.wrongChecksum)),
            .reply("plain JSON", Gzip.reply(Array(Sample.json.utf8))),
            .reply("undamaged, for comparison", Gzip.reply(Gzip.whole))
        ),
        NumberedFault(
            "F49",
            "truncated gzip",
            wire: "The first half of a gzip member, with a Content-Length that fits it.",
            .reply("truncated gzip", Gzip.reply(Gzip.truncated))
        ),
        NumberedFault(
            "F50",
            "an unknown coding",
            wire: "Content-Encoding: foo, which nobody knows.",
            .reply("an unknown coding", Gzip.reply(Array(Sample.json.utf8), coding: "foo"))
        ),
    ]
}
