import Rehearsal

/// F12–F22: late, slow and absent replies, closed persistent connections, and connections that are not established.
enum TimingFaults {
    static let all = late + persistent + beforeConnection

    private static let late: [NumberedFault] = [
        NumberedFault("F12", "no reply")
            .onWire("The connection stays open, and the server sends nothing.")
            .named(
                wireMock: "fixed delay",
                toxiproxy: "timeout 0",
                mockWebServer: "NO_RESPONSE, STALL_SOCKET_AT_START"
            )
            .reply(as: "with the request read", Fault(.stall(), at: .beforeHead))
            .network(as: "with the request unread", .silent),
        NumberedFault("F13", "a stall in the reply")
            .onWire("A part of the reply, then nothing more on an open connection.")
            .named(mockWebServer: "onResponseBody(Stall)")
            .reply(as: "in the head", Fault(.stall(), at: .head()))
            .reply(as: "in the body", of: Sample.hundred, Fault(.stall(), at: .body(.percent(50)))),
        NumberedFault("F14", "a slow head")
            .onWire("The server sends the head at one byte every 30 ms.")
            .named(toxiproxy: "slicer", mockWebServer: "headersDelay")
            .reply(Fault(.drip(bytesPerSecond: 33), at: .head(.bytes(0)))),
        NumberedFault("F15", "a slow body")
            .onWire("The server sends the body at one byte every 30 ms.")
            .named(wireMock: "chunkedDribbleDelay", toxiproxy: "bandwidth", mockWebServer: "throttleBody")
            .reply(of: Sample.hundred, Fault(.drip(bytesPerSecond: 33), at: .body())),
        NumberedFault("F16", "latency")
            .onWire("A complete reply after a delay.")
            .named(
                wireMock: "fixed, uniform and log-normal delays",
                toxiproxy: "latency with jitter",
                mockWebServer: "headersDelay"
            )
            .reply(as: "constant", Sample.with(\.delay, .milliseconds(300)))
            .reply(as: "uniform", Sample.with(\.delay, .uniform(.milliseconds(100), .milliseconds(500))))
            .reply(
                as: "log-normal",
                Sample.with(\.delay, .logNormal(median: .milliseconds(80), p99: .milliseconds(900)))
            ),
    ]

    private static let twoRequests = FaultTrigger(requests: 2)
    private static let twoPosts = FaultTrigger(method: "POST", uploadSize: 7, requests: 2)
    private static let lateClose = Fault(.delay(by: .milliseconds(500)), at: .end)

    private static func reused(_ effect: Fault.Effect) -> Fault { Fault(effect, at: .idle(.nextRequest)) }

    private static let persistent: [NumberedFault] = [
        NumberedFault("F17", "an idle connection that closes")
            .onWire("A complete reply that keeps the connection open, then FIN after 50 ms without a request.")
            .named(mockWebServer: "DISCONNECT_AT_END")
            .reply(
                Fault(.close, at: .idle(.after(.milliseconds(50)))),
                drive: FaultTrigger(requests: 2, pause: .milliseconds(500))
            ),
        NumberedFault("F18", "a persistent connection that ends when it is reused")
            .onWire(
                "A complete reply; after the next request, the server closes or resets the connection without sending a byte."
            )
            .reply(as: "FIN, GET", reused(.close), drive: twoRequests)
            .reply(as: "RST, GET", reused(.reset), drive: twoRequests)
            .reply(as: "FIN, POST", reused(.close), drive: twoPosts)
            .reply(as: "RST, POST", reused(.reset), drive: twoPosts),
        NumberedFault("F19", "half-close after the reply")
            .onWire("A complete reply and FIN; the server continues to read until the client closes the connection.")
            .named(mockWebServer: "SHUTDOWN_OUTPUT_AT_END, SHUTDOWN_INPUT_AT_END")
            .reply(as: "of the sending side", Fault(.halfClose, at: .end), drive: twoRequests)
            .unplayable(
                as: "of the receiving side",
                because: "shutdown(SHUT_RD) sends nothing; the next request gets no reply, as with F12"
            )
            .lastOnWire("A complete reply; then the server stops reading, for which TCP sends no flag."),
        NumberedFault("F20", "a late close")
            .onWire("A complete reply, and FIN 500 ms later.")
            .named(toxiproxy: "slow_close")
            .reply(as: "with a Content-Length", lateClose)
            .reply(
                as: "with a body that ends with the connection",
                Sample.with(\.headers, ["Content-Length": nil], Sample.reply(Sample.json, lateClose))
            ),
    ]

    private static let beforeConnection: [NumberedFault] = [
        NumberedFault("F21", "a host name that does not resolve")
            .onWire("Nothing: the client's resolver reports that the host name does not exist.")
            .observable(.client(because: "no server is involved; use a host name under .invalid (RFC 6761 §6.4)"))
            .unplayable(because: "it happens before the client connects"),
        NumberedFault("F22", "an unanswered SYN")
            .onWire("No SYN-ACK: the queue of pending connections is full.")
            .observable(.linux(because: "it needs listen(0) and a full queue; other systems answer with RST"))
            .unplayable(
                because:
                    "the server accepts at once, so its queue is never full; F12 is similar on an established connection"
            ),
    ]
}
