import Rehearsal

/// F01–F11: a connection that is refused, closed or reset.
enum ConnectionFaults {
    static let all: [NumberedFault] = [refused, closedAtAccept, resetAtAccept, emptyReply, resetReply] + cut

    private static let refused = NumberedFault(
        "F01",
        "connection refused",
        wire: "The SYN is answered with RST: nobody listens on the port.",
        peers: .init(toxiproxy: "down", mockWebServer: "server shutdown"),
        .network("connection refused", .refusing)
    )
    private static let closedAtAccept = NumberedFault(
        "F02",
        "FIN at accept",
        wire: "The connection is accepted and FIN is sent at once.",
        peers: .init(toxiproxy: "limit_data 0", mockWebServer: "DISCONNECT_AT_START"),
        .network("FIN at accept", .closing)
    )
    private static let resetAtAccept = NumberedFault(
        "F03",
        "RST at accept",
        wire: "The connection is accepted and RST is sent at once.",
        peers: .init(toxiproxy: "reset_peer 0"),
        .network("RST at accept", .resetting)
    )
    private static let emptyReply = NumberedFault(
        "F04",
        "empty reply",
        wire: "The request is read, then FIN without a byte.",
        peers: .init(wireMock: "EMPTY_RESPONSE", mockWebServer: "DISCONNECT_AFTER_REQUEST"),
        .reply("empty reply", Sample.reply(Sample.json, Fault(.close, at: .beforeHead)))
    )
    private static let resetReply = NumberedFault(
        "F05",
        "RST instead of a reply",
        wire: "The request is read, then RST without a byte.",
        peers: .init(wireMock: "CONNECTION_RESET_BY_PEER", toxiproxy: "reset_peer"),
        .reply("RST instead of a reply", Sample.reply(Sample.json, Fault(.reset, at: .beforeHead)))
    )

    private static let cut: [NumberedFault] = [
        NumberedFault(
            "F06",
            "FIN during the upload",
            wire: "Half of the request's body is read, then FIN without a reply.",
            peers: .init(toxiproxy: "limit_data upstream", mockWebServer: "DISCONNECT_DURING_REQUEST_BODY"),
            .reply(
                "FIN during the upload",
                Sample.reply(Sample.json, Fault(.close, at: .requestBody(.percent(50)))),
                drive: FaultDrive(method: "POST", upload: 256 << 10)
            )
        ),
        NumberedFault(
            "F07",
            "the upload is not read",
            wire:
                "The head of the request is read and nothing of its body: the window closes; seen with bodies over 8 MB.",
            peers: .init(mockWebServer: "DO_NOT_READ_REQUEST_BODY"),
            .reply(
                "the upload is not read",
                Sample.reply(Sample.json, Fault(.stall(), at: .requestBody(.bytes(0)))),
                drive: FaultDrive(method: "POST", upload: 16 << 20)
            )
        ),
        NumberedFault(
            "F08",
            "RST after the head",
            wire: "A whole head with a Content-Length, then RST.",
            peers: .init(mockWebServer: "onResponseBody(CloseSocket)"),
            .reply("RST after the head", Sample.reply(Sample.hundred, Fault(.reset, at: .afterHead)))
        ),
        NumberedFault(
            "F09",
            "FIN after the head",
            wire: "A whole head with a Content-Length of 100, then FIN.",
            peers: .init(mockWebServer: "DISCONNECT_DURING_RESPONSE_BODY"),
            .reply("FIN after the head", Sample.reply(Sample.hundred, Fault(.close, at: .afterHead)))
        ),
        NumberedFault(
            "F10",
            "FIN in the body",
            wire: "Fewer bytes of the body than its Content-Length says, then FIN.",
            peers: .init(toxiproxy: "limit_data", mockWebServer: "DISCONNECT_DURING_RESPONSE_BODY"),
            .reply("after half of it", Sample.reply(Sample.hundred, Fault(.close, at: .body(.percent(50))))),
            .reply(
                "what was sent is JSON by itself",
                Sample.reply(Sample.json, Fault(.wrongLength(declares: 100), at: .head()), Fault(.close, at: .end))
            )
        ),
        NumberedFault(
            "F11",
            "RST in the body",
            wire: "Half of the body, then RST.",
            peers: .init(toxiproxy: "reset_peer timeout"),
            .reply("RST in the body", Sample.reply(Sample.hundred, Fault(.reset, at: .body(.percent(50)))))
        ),
    ]
}
