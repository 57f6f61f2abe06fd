import Rehearsal

/// F12–F22: what comes late, slowly or never, and how connections end that are kept.
enum TimingFaults {
    static let all = late + kept + outside

    private static let late: [NumberedFault] = [
        NumberedFault("F12", "no byte at all")
            .onWire("The connection stays open and nothing is sent on it.")
            .called(
                wireMock: "fixed delay",
                toxiproxy: "timeout 0",
                mockWebServer: "NO_RESPONSE, STALL_SOCKET_AT_START"
            )
            .reply(as: "the request is read", Fault(.stall(), at: .beforeHead))
            .network(as: "the request is not read", .silent),
        NumberedFault("F13", "a stall in the reply")
            .onWire("Part of the reply, then nothing more on an open connection.")
            .called(mockWebServer: "onResponseBody(Stall)")
            .reply(as: "in the head", Fault(.stall(), at: .head()))
            .reply(as: "in the body", of: Sample.hundred, Fault(.stall(), at: .body(.percent(50)))),
        NumberedFault("F14", "a slow head")
            .onWire("The head comes a byte every 30 ms.")
            .called(toxiproxy: "slicer", mockWebServer: "headersDelay")
            .reply(Fault(.drip(bytesPerSecond: 33), at: .head(.bytes(0)))),
        NumberedFault("F15", "a dribbled body")
            .onWire("The body comes a byte every 30 ms.")
            .called(wireMock: "chunkedDribbleDelay", toxiproxy: "bandwidth", mockWebServer: "throttleBody")
            .reply(of: Sample.hundred, Fault(.drip(bytesPerSecond: 33), at: .body())),
        NumberedFault("F16", "latency")
            .onWire("The whole reply, that much later.")
            .called(
                wireMock: "fixed, uniform and log-normal delays",
                toxiproxy: "latency with jitter",
                mockWebServer: "headersDelay"
            )
            .reply(as: "always the same", Sample.with(\.delay, .milliseconds(300)))
            .reply(as: "uniform", Sample.with(\.delay, .uniform(.milliseconds(100), .milliseconds(500))))
            .reply(
                as: "log-normal",
                Sample.with(\.delay, .logNormal(median: .milliseconds(80), p99: .milliseconds(900)))
            ),
    ]

    private static let again = FaultDrive(requests: 2)
    private static let postAgain = FaultDrive(method: "POST", upload: 7, requests: 2)
    private static let lateClose = Fault(.delay(by: .milliseconds(500)), at: .end)

    private static func reused(_ effect: Fault.Effect) -> Fault { Fault(effect, at: .idle(.nextRequest)) }

    private static let kept: [NumberedFault] = [
        NumberedFault("F17", "an idle connection is closed")
            .onWire("A whole reply that keeps the connection, then FIN after 50 ms without a request.")
            .called(mockWebServer: "DISCONNECT_AT_END")
            .reply(
                Fault(.close, at: .idle(.after(.milliseconds(50)))),
                drive: FaultDrive(requests: 2, pause: .milliseconds(500))
            ),
        NumberedFault("F18", "a kept connection dies when it is used again")
            .onWire("A whole reply; when the next request has been read, the connection ends without a byte.")
            .reply(as: "FIN, GET", reused(.close), drive: again)
            .reply(as: "RST, GET", reused(.reset), drive: again)
            .reply(as: "FIN, POST", reused(.close), drive: postAgain)
            .reply(as: "RST, POST", reused(.reset), drive: postAgain),
        NumberedFault("F19", "half-close after the reply")
            .onWire("A whole reply and FIN, and the connection is read on until the client closes it.")
            .called(mockWebServer: "SHUTDOWN_OUTPUT_AT_END, SHUTDOWN_INPUT_AT_END")
            .reply(as: "of what is sent", Fault(.halfClose, at: .end), drive: again)
            .unplayable(
                as: "of what is read",
                because: "shutdown(SHUT_RD) puts nothing on the wire; a client sees it as in F07"
            ),
        NumberedFault("F20", "a late close")
            .onWire("A whole reply, and FIN 500 ms after it.")
            .called(toxiproxy: "slow_close")
            .reply(as: "the body has a length", lateClose)
            .reply(
                as: "the close ends the body",
                Sample.with(\.headers, ["Content-Length": nil], Sample.reply(Sample.json, lateClose))
            ),
    ]

    private static let outside: [NumberedFault] = [
        NumberedFault("F21", "the name is not found")
            .onWire("Nothing: the client's resolver answers that there is no such name.")
            .provable(.client(because: "no server is asked; give the client a host under .invalid (RFC 6761 §6.4)"))
            .unplayable(because: "it happens before there is a connection"),
        NumberedFault("F22", "the SYN is not answered")
            .onWire("No SYN-ACK: the queue of connections that wait to be accepted is full.")
            .provable(.linux(because: "needs listen(0) and a queue that is filled; other systems answer with RST"))
            .unplayable(because: "the backend accepts at once, so its queue is never full; a client sees it as in F12"),
    ]
}
