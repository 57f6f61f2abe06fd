import Rehearsal

/// F51–F53: redirects, challenges and early answers.
enum FlowFaults {
    static let all: [NumberedFault] = [redirects, challenges, earlyRefusal]

    private static let redirects = NumberedFault(
        "F51",
        "redirects",
        wire: "302 with a Location that leads in a circle, far, elsewhere or nowhere.",
        peers: .init(wireMock: "302 stubs"),
        .reply("a loop", redirect("/fault")),
        .replies("21 in a row", [repeated(redirect("/fault"), 21), Sample.reply]),
        .endpoints(
            "a relative Location",
            [
                .get("/a/fault", replies: [redirect("next")]), .get("/a/next", replies: [Sample.reply]),
            ],
            drive: FaultDrive(path: "/a/fault")
        ),
        .reply("another origin, where nobody listens", redirect("http://127.0.0.1:9/")),
        .reply("a scheme that is no web's", redirect("ftp://127.0.0.1:9/file")),
        .reply("no Location", Scenario.Reply(302))
    )

    private static func redirect(_ location: String) -> Scenario.Reply {
        Scenario.Reply(302, headers: ["Location": .some(location)])
    }

    private static func repeated(_ reply: Scenario.Reply, _ times: Int) -> Scenario.Reply {
        var reply = reply
        reply.times = times
        return reply
    }

    private static let challenges = NumberedFault(
        "F52",
        "401",
        wire: "401 with a challenge (RFC 9110 §11.6.1) or without.",
        peers: .init(wireMock: "401 stubs"),
        .reply("Basic", challenge("Basic realm=\"rehearsal\"")),
        .reply("Bearer", challenge("Bearer realm=\"rehearsal\"")),
        .reply("no challenge", Scenario.Reply(401, body: .problem(["title": "not signed in"])))
    )

    private static func challenge(_ text: String) -> Scenario.Reply {
        Scenario.Reply(
            401,
            headers: ["WWW-Authenticate": .some(text)],
            body: .problem(["title": "not signed in"])
        )
    }

    private static let earlyRefusal = NumberedFault(
        "F53",
        "refused while uploading",
        wire: "413 when the head has been read, then FIN, while the client still sends.",
        peers: .init(mockWebServer: "DO_NOT_READ_REQUEST_BODY"),
        .reply(
            "refused while uploading",
            Scenario.Reply(
                413,
                headers: ["Connection": "close"],
                body: .problem(["title": "too large"]),
                early: true,
                fault: Fault(.close, at: .end)
            ),
            drive: FaultDrive(method: "POST", upload: 4 << 20)
        )
    )
}
