import TestAdmission
import Testing

@testable import Rehearsal

@Suite("The timeline of a run", .limitedConcurrency)
struct TimelineTests {
    @Test("A timeline lists the events of each connection in chronological order without secrets.")
    func lines() {
        let millisecond: Int64 = 1_000_000
        var first = Journal.Connection(number: 0, openedAt: 1_000 * millisecond, treatment: nil)
        (first.closedAt, first.end) = (1_050 * millisecond, .reset)
        (first.exchanges, first.received, first.sent, first.acknowledged) = (1, 90, 120, 100)
        let second = Journal.Connection(number: 1, openedAt: 1_004 * millisecond, treatment: "silent")
        var entry = Journal.Entry(
            ordinal: 0,
            session: "s",
            connection: 0,
            exchange: 0,
            at: 1_001 * millisecond,
            headAt: 1_002 * millisecond,
            rawHead: Array("POST /login?token=secret HTTP/1.1\r\n\r\n".utf8)
        )
        entry.body = Journal.Body(length: 5, isComplete: false)
        (entry.fault, entry.status, entry.written) = ("reset at body 3", 200, 120)
        (entry.end, entry.endAt) = (.fault, 1_049 * millisecond)
        let sut = Timeline([entry], [first, second], since: 1_000 * millisecond, Redaction(salt: 1)).lines
        let request = "POST /login?token=%5Bredacted%20"
        #expect(sut.count == 7)
        #expect(sut[0] == "+0.000 s  0     accepted")
        #expect(sut[1] == "+0.001 s  0.0   the first byte of a request is read")
        #expect(sut[2].hasPrefix("+0.002 s  0.0   " + request))
        #expect(sut[2].hasSuffix(": the head is read, 37 bytes"))
        #expect(sut[3].hasSuffix(": the fault is reset at body 3"))
        #expect(sut[4] == "+0.004 s  1     accepted; network state: silent")
        #expect(sut[5].hasSuffix(": 200, 120 bytes sent, fault of the scenario, request body incomplete"))
        #expect(sut[6] == "+0.050 s  0     reset: 1 exchange, 90 bytes read, 120 sent, 100 acknowledged")
    }
}
