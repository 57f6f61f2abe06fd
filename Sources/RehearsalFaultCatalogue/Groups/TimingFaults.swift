import Rehearsal

/// F12–F22: what comes late, slowly or never, and how connections end that are kept.
enum TimingFaults {
    static let all: [NumberedFault] = late + kept + outside

    private static let late: [NumberedFault] = [
        NumberedFault(
            "F12",
            "no byte at all",
            wire: "The connection stays open and nothing is sent on it.",
            peers: .init(
                wireMock: "fixed delay",
                toxiproxy: "timeout 0",
                mockWebServer: "NO_RESPONSE, STALL_SOCKET_AT_START"
            ),
            .reply("the request is read", Sample.reply(Sample.json, Fault(.stall(), at: .beforeHead))),
            .network("the request is not read", .silent)
        ),
        NumberedFault(
            "F13",
            "a stall in the reply",
            wire: "Part of the reply, then nothing more on an open connection.",
            peers: .init(mockWebServer: "onResponseBody(Stall)"),
            .reply("in the head", Sample.reply(Sample.json, Fault(.stall(), at: .head()))),
            .reply("in the body", Sample.reply(Sample.hundred, Fault(.stall(), at: .body(.percent(50)))))
        ),
        NumberedFault(
            "F14",
            "a slow head",
            wire: "The head comes a byte every 30 ms.",
            peers: .init(toxiproxy: "slicer", mockWebServer: "headersDelay"),
            .reply("a slow head", Sample.reply(Sample.json, Fault(.drip(bytesPerSecond: 33), at: .head(.bytes(0)))))
        ),
        NumberedFault(
            "F15",
            "a dribbled body",
            wire: "The body comes a byte every 30 ms.",
            peers: .init(wireMock: "chunkedDribbleDelay", toxiproxy: "bandwidth", mockWebServer: "throttleBody"),
            .reply("a dribbled body", Sample.reply(Sample.hundred, Fault(.drip(bytesPerSecond: 33), at: .body())))
        ),
        NumberedFault(
            "F16",
            "latency",
            wire: "The whole reply, that much later.",
            peers: .init(
                wireMock: "fixed, uniform and log-normal delays",
                toxiproxy: "latency with jitter",
                mockWebServer: "headersDelay"
            ),
            .reply("always the same", delayed(.milliseconds(300))),
            .reply("uniform", delayed(.uniform(.milliseconds(100), .milliseconds(500)))),
            .reply("log-normal", delayed(.logNormal(median: .milliseconds(80), p99: .milliseconds(900))))
        ),
    ]

    private static func delayed(_ delay: Fault.Delay) -> Scenario.Reply {
        var reply = Sample.reply
        reply.delay = delay
        return reply
    }

    private static let again = FaultDrive(requests: 2)
    private static let postAgain = FaultDrive(method: "POST", upload: 7, requests: 2)
    private static func reused(_ effect: Fault.Effect) -> Scenario.Reply {
        Sample.reply(Sample.json, Fault(effect, at: .idle(.nextRequest)))
    }

    private static let kept: [NumberedFault] = [
        NumberedFault(
            "F17",
            "an idle connection is closed",
            wire: "A whole reply that keeps the connection, then FIN after 50 ms without a request.",
            peers: .init(mockWebServer: "DISCONNECT_AT_END"),
            .reply(
                "an idle connection is closed",
                Sample.reply(Sample.json, Fault(.close, at: .idle(.after(.milliseconds(50))))),
                drive: FaultDrive(requests: 2, pause: .milliseconds(500))
            )
        ),
        NumberedFault(
            "F18",
            "a kept connection dies when it is used again",
            wire: "A whole reply; when the next request has been read, the connection ends without a byte.",
            .reply("FIN, GET", reused(.close), drive: again),
            .reply("RST, GET", reused(.reset), drive: again),
            .reply("FIN, POST", reused(.close), drive: postAgain),
            .reply("RST, POST", reused(.reset), drive: postAgain)
        ),
        NumberedFault(
            "F19",
            "half-close after the reply",
            wire: "A whole reply and FIN, and the connection is read on until the client closes it.",
            peers: .init(mockWebServer: "SHUTDOWN_OUTPUT_AT_END, SHUTDOWN_INPUT_AT_END"),
            .reply("of what is sent", Sample.reply(Sample.json, Fault(.halfClose, at: .end)), drive: again),
            .unplayable(
                "of what is read",
                because: "shutdown(SHUT_RD) puts nothing on the wire; a client sees it as in F07"
            )
        ),
        NumberedFault(
            "F20",
            "a late close",
            wire: "A whole reply, and FIN 500 ms after it.",
            peers: .init(toxiproxy: "slow_close"),
            .reply("the body has a length", Sample.reply(Sample.json, lateClose)),
            .reply("the close ends the body", unstated(Sample.reply(Sample.json, lateClose)))
        ),
    ]

    private static let lateClose = Fault(.delay(by: .milliseconds(500)), at: .end)
    private static func unstated(_ reply: Scenario.Reply) -> Scenario.Reply {
        var reply = reply
        reply.headers.append("Content-Length", nil)
        return reply
    }

    private static let outside: [NumberedFault] = [
        NumberedFault(
            "F21",
            "the name is not found",
            wire: "Nothing: the client's resolver answers that there is no such name.",
            provable: .client(because: "no server is asked; give the client a host under .invalid (RFC 6761 §6.4)"),
            .unplayable("the name is not found", because: "it happens before there is a connection")
        ),
        NumberedFault(
            "F22",
            "the SYN is not answered",
            wire: "No SYN-ACK: the queue of connections that wait to be accepted is full.",
            provable: .linux(because: "needs listen(0) and a queue that is filled; other systems answer with RST"),
            .unplayable(
                "the SYN is not answered",
                because: "the backend accepts at once, so its queue is never full; a client sees it as in F12"
            )
        ),
    ]
}
