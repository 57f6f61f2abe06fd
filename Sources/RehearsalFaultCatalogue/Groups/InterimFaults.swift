import Rehearsal

/// F45–F46: replies before the reply (RFC 9110 §10.1.1, §15.2).
enum InterimFaults {
    private static let expecting = FaultDrive(method: "POST", upload: 2_048, expectsContinue: true)

    static let all: [NumberedFault] = [
        NumberedFault(
            "F45",
            "Expect: 100-continue",
            wire: "A client that waits for leave to send its body gets it, or something else.",
            peers: .init(mockWebServer: "EXPECT_CONTINUE, CONTINUE_ALWAYS"),
            .reply("100, then 200", Sample.reply, drive: expecting),
            .reply(
                "no answer",
                Sample.reply(Sample.json, Fault(.stall(), at: .requestBody(.bytes(0)))),
                drive: expecting
            ),
            .reply("417", Scenario.Reply(417, early: true), drive: expecting),
            .reply("200 before the body", early, drive: expecting),
            .reply(
                "100, then FIN",
                Scenario.Reply(body: .raw([Scenario.Body.Piece("HTTP/1.1 100 Continue\r\n\r\n")]), early: true),
                drive: expecting
            )
        ),
        NumberedFault(
            "F46",
            "informational replies",
            wire: "One reply of class 1xx or several before the reply, or instead of it.",
            peers: .init(mockWebServer: "informationalResponses"),
            .raw("103", "HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n" + well),
            .raw("102, 103, 103", "HTTP/1.1 102 Processing\r\n\r\n" + hint + hint + well),
            .raw("101 that nobody asked for", switching),
            .raw("101 that nobody asked for, and a reply", switching + well)
        ),
    ]

    private static let well = Sample.status(Sample.okLine)
    private static let switching =
        "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n"
    private static let hint = "HTTP/1.1 103 Early Hints\r\n\r\n"
    private static let early: Scenario.Reply = {
        var reply = Sample.reply
        reply.isEarly = true
        return reply
    }()
}
