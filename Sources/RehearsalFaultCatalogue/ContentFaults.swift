import Rehearsal

/// F47–F53: content that contradicts its headers, redirects, challenges and early replies.
enum ContentFaults {
    static let all = contents + flow

    private static func typed(_ bytes: [UInt8], _ type: String? = "application/json") -> Scenario.Reply {
        Scenario.Reply(body: .bytes(bytes, type: type))
    }

    private static let contents: [NumberedFault] = [
        NumberedFault("F47", "content that contradicts its headers")
            .onWire("A complete reply whose Content-Type is wrong or missing, or whose bytes are not in its charset.")
            .reply(as: "JSON as text/html", typed(Array(Sample.json.utf8), "text/html; charset=utf-8"))
            .reply(as: "HTML as JSON", typed(Array("<html><body>Sign in</body></html>".utf8)))
            .reply(as: "no type", typed(Array(Sample.json.utf8), nil))
            .reply(
                as: "UTF-8 as ISO 8859-1",
                typed(Array(#"{"name":"Zoë"}"#.utf8), "application/json; charset=iso-8859-1")
            )
            .reply(as: "not UTF-8", typed(Array(#"{"name":"Zo"#.utf8) + [0xEB] + Array(#""}"#.utf8)))
            .reply(as: "a byte order mark", typed([0xEF, 0xBB, 0xBF] + Array(Sample.json.utf8)))
            .reply(as: "no content", typed([])),
        NumberedFault("F48", "damaged gzip")
            .onWire("Content-Encoding: gzip with bytes that are not valid gzip (RFC 1952).")
            .reply(as: "a changed byte", Gzip.reply(Gzip.flipped))
            .reply(as: "a wrong checksum", Gzip.reply(Gzip.wrongChecksum))
            .reply(as: "plain JSON", Gzip.reply(Array(Sample.json.utf8)))
            .reply(as: "undamaged, for comparison", Gzip.reply(Gzip.whole))
            .lastOnWire("Content-Encoding: gzip with a valid gzip member (RFC 1952)."),
        NumberedFault("F49", "truncated gzip")
            .onWire("The first half of a gzip member, with a Content-Length that fits it.")
            .reply(Gzip.reply(Gzip.truncated)),
        NumberedFault("F50", "an unknown coding")
            .onWire("Content-Encoding: foo, which is not a registered coding.")
            .reply(Gzip.reply(Array(Sample.json.utf8), coding: "foo")),
    ]

    private static func redirect(_ location: String) -> Scenario.Reply {
        Scenario.Reply(302, headers: ["Location": .some(location)])
    }

    private static func challenge(_ headers: Scenario.Headers) -> Scenario.Reply {
        Scenario.Reply(401, headers: headers, body: .problem(["title": "not signed in"]))
    }

    private static let flow: [NumberedFault] = [
        NumberedFault("F51", "redirects")
            .onWire("302 that leads to a loop, a long chain, another origin or another scheme, or has no Location.")
            .named(wireMock: "302 stubs")
            .reply(as: "a loop", redirect("/fault"))
            .replies(as: "21 in a row", [Sample.with(\.times, 21, redirect("/fault")), Sample.reply])
            .endpoints(
                as: "a relative Location",
                [.get("/a/fault", replies: [redirect("next")]), .get("/a/next", replies: [Sample.reply])],
                drive: FaultTrigger(path: "/a/fault")
            )
            .reply(as: "another origin, which refuses connections", redirect("http://127.0.0.1:9/"))
            .reply(as: "a scheme other than http", redirect("ftp://127.0.0.1:9/file"))
            .reply(as: "no Location", Scenario.Reply(302)),
        NumberedFault("F52", "401")
            .onWire("401 with a challenge (RFC 9110 §11.6.1) or without.")
            .named(wireMock: "401 stubs")
            .reply(as: "Basic", challenge(["WWW-Authenticate": "Basic realm=\"rehearsal\""]))
            .reply(as: "Bearer", challenge(["WWW-Authenticate": "Bearer realm=\"rehearsal\""]))
            .reply(as: "no challenge", challenge([:])),
        NumberedFault("F53", "a rejected upload")
            .onWire("413 after the head of the request, then FIN, while the client still sends the body.")
            .named(mockWebServer: "DO_NOT_READ_REQUEST_BODY")
            .reply(
                Scenario.Reply(
                    413,
                    headers: ["Connection": "close"],
                    body: .problem(["title": "too large"]),
                    early: true,
                    fault: Fault(.close, at: .end)
                ),
                drive: FaultTrigger(method: "POST", uploadSize: 4 << 20)
            ),
    ]
}

/// A gzip member (RFC 1952), generated in advance so that no compressor is needed:
///
///     python3 -c 'import gzip; data = b"{\"ok\":true,\"items\":[%s]}" % \
///       b",".join(b"%d" % n for n in range(1, 21)); print(gzip.compress(data, 9, mtime=0).hex())'
enum Gzip {
    static let whole: [UInt8] = [
        0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x05, 0xC1, 0x3B, 0x0A, 0x80, 0x30,
        0x14, 0x45, 0xC1, 0xBD, 0xBC, 0xFA, 0x14, 0xB9, 0xF9, 0x27, 0x5B, 0x11, 0xCB, 0x14, 0x22, 0x22,
        0x68, 0xAC, 0xC4, 0xBD, 0x3B, 0xF3, 0xDA, 0xB9, 0x5B, 0x9F, 0xD7, 0x33, 0xB0, 0x6D, 0x8E, 0xE3,
        0xB6, 0xBE, 0x08, 0x4F, 0x20, 0x92, 0xC8, 0x14, 0x2A, 0x0D, 0x39, 0x24, 0xE4, 0x51, 0x40, 0x11,
        0x25, 0x94, 0x51, 0x41, 0x15, 0x35, 0xBC, 0x5B, 0xBF, 0x1F, 0x5E, 0xB7, 0xA8, 0xDB, 0x48, 0x00,
        0x00, 0x00,
    ]

    /// The member with a changed byte in the compressed data.
    static let flipped = changed(at: 25)
    /// The member with a changed first byte of its checksum (RFC 1952 §2.3.1).
    static let wrongChecksum = changed(at: whole.count - 8)
    static let truncated = Array(whole[..<(whole.count / 2)])

    private static func changed(at offset: Int) -> [UInt8] {
        var bytes = whole
        bytes[offset] ^= 0xFF
        return bytes
    }

    static func reply(_ bytes: [UInt8], coding: String = "gzip") -> Scenario.Reply {
        Scenario.Reply(headers: ["Content-Encoding": coding], body: .bytes(bytes, type: "application/json"))
    }
}
