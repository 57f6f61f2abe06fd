import Rehearsal

/// F40–F44: how a client is told where a body ends (RFC 9112 §6).
enum LengthFaults {
    static let all: [NumberedFault] = [
        NumberedFault(
            "F40",
            "two lengths",
            wire: "Content-Length twice (RFC 9112 §6.3).",
            .reply("different ones", stating(["Content-Length": "11", "Content-Length": "5"])),
            .reply("equal ones", stating(["Content-Length": "11", "Content-Length": "11"]))
        ),
        NumberedFault(
            "F41",
            "a wrong length",
            wire: "A Content-Length that is not the body's.",
            .reply("-1", Sample.reply(Sample.json, Fault(.wrongLength(declares: -1), at: .head()))),
            .reply("abc", stating(["Content-Length": "abc"])),
            .reply("too small", Sample.reply(Sample.json, Fault(.wrongLength(declares: 5), at: .head()))),
            .reply(
                "and Transfer-Encoding, which wins",
                stating(["Content-Length": "5", "Transfer-Encoding": "chunked"])
            )
        ),
        NumberedFault(
            "F42",
            "bytes after the body",
            wire: "A whole reply, and behind it another that nobody asked for.",
            .reply(
                "bytes after the body",
                Sample.reply(
                    Sample.json,
                    Fault(.extraBytes(Array(Sample.message("HTTP/1.1 203 Injected", Sample.lengthLine).utf8)), at: .end)
                ),
                drive: FaultDrive(requests: 2)
            )
        ),
        NumberedFault(
            "F43",
            "content where there is none",
            wire: "A Content-Length or a body in a reply that has no content (RFC 9110 §6.4.1).",
            .reply("204 with a length", Scenario.Reply(204, headers: ["Content-Length": "11"])),
            .reply("204 with a body", Scenario.Reply(204, body: .json(["ok": true]))),
            .reply("304 with a length", Scenario.Reply(304, headers: ["Content-Length": "11"])),
            .reply("205 with a body", Scenario.Reply(205, body: .json(["ok": true]))),
            .reply(
                "HEAD with a body",
                Sample.reply(
                    Sample.json,
                    // In place of the head, because the body of a reply is left out for HEAD.
                    Fault(.replaceBytes(Array(Sample.status(Sample.okLine).utf8)), at: .head())
                ),
                drive: FaultDrive(method: "HEAD")
            )
        ),
        NumberedFault(
            "F44",
            "a body that the close ends",
            wire: "No length at all: the body is what comes before the connection ends (RFC 9112 §6.3).",
            .raw("HTTP/1.0, FIN", Sample.message("HTTP/1.0 200 OK", Sample.typeLine)),
            .reply("HTTP/1.0, RST", resetOld),
            .reply("HTTP/1.1, FIN", stating(["Content-Length": nil]))
        ),
    ]

    private static func stating(_ headers: Scenario.Headers) -> Scenario.Reply {
        var reply = Sample.reply
        reply.headers = headers
        return reply
    }

    private static let resetOld = Scenario.Reply(
        body: .raw([Scenario.Body.Piece(Sample.message("HTTP/1.0 200 OK", Sample.typeLine))]),
        fault: Fault(.reset, at: .end)
    )
}
