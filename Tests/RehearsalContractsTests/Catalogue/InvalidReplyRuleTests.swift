import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("Rules for invalid replies", .limitedConcurrency)
struct InvalidReplyRuleTests {
    private let once = MadeUp.client(.none, transport: "sockets")
    private let foundation = MadeUp.client(.none, transport: "urlSession")

    private func call(_ outcomes: ClientOutcome..., headers: Scenario.Headers = [:]) -> MadeUpCall {
        var call = MadeUpCall()
        call.add(at: .zero, headers: headers)
        call.outcomes = outcomes
        return call
    }

    @Test(
        "A close without a reply must be reported as a lost connection.",
        arguments: ["fin", "fin-on-accept", "continue"]
    )
    func noReply(_ variant: String) throws {
        #expect(try once.judge("TRN-06", variant, call(.transport(.connectionLost))).verdict == .pass)
        #expect(try once.judge("TRN-06", variant, call(.transport(.badResponse))).verdict == .pass)
        #expect(try once.judge("TRN-06", variant, call(.decoding(.empty))).verdict == .fail)
        #expect(try once.judge("TRN-06", variant, call(.hang)).verdict == .fail)
    }

    @Test("A head that cannot be parsed must yield a transport error.")
    func invalidHead() throws {
        for variant in ["version", "status", "garbage"] {
            #expect(try once.judge("TRN-07", variant, call(.transport(.badResponse))).verdict == .pass)
            #expect(try once.judge("TRN-07", variant, call(.transport(.connectionLost))).verdict == .fail)
            #expect(try once.judge("TRN-07", variant, call(.value([1, 2]))).verdict == .fail)
        }
        for variant in ["head-fin", "status-line"] {
            #expect(try once.judge("TRN-07", variant, call(.transport(.incomplete))).verdict == .pass)
            #expect(try once.judge("TRN-07", variant, call(.crash("SIGILL"))).verdict == .fail)
        }
        #expect(foundation.plan(of: "TRN-07").notApplicable.contains { $0.reason.contains("F37") })
        #expect(!foundation.plan(of: "TRN-07").clauses.contains { $0.variant == "head-fin" })
    }

    @Test("An invalid header field may be ignored, but must not change the value.", arguments: ["no-colon", "nul"])
    func invalidField(_ variant: String) throws {
        #expect(try once.judge("TRN-07", variant, call(.transport(.badResponse))).verdict == .pass)
        #expect(try once.judge("TRN-07", variant, call(.value([1, 2]))).verdict == .pass)
        #expect(try once.judge("TRN-07", variant, call(.value([1]))).verdict == .fail)
        #expect(try once.judge("TRN-07", variant, call(.timeout)).verdict == .fail)
    }

    @Test("A contradictory length must yield an error.", arguments: ["two-lengths", "negative", "letters"])
    func length(_ variant: String) throws {
        #expect(try once.judge("TRN-08", variant, call(.transport(.badResponse))).verdict == .pass)
        #expect(try once.judge("TRN-08", variant, call(.value([1, 2]))).verdict == .fail)
        #expect(try once.judge("TRN-08", variant, call(.decoding(.dataCorrupted))).verdict == .fail)
        // URLSession on Linux accepts two lengths.
        if variant == "two-lengths" {
            let reasons = foundation.plan(of: "TRN-08").notApplicable.map(\.reason)
            #expect(reasons.contains { $0.contains("two different lengths") })
            return
        }
        #expect(try foundation.judge("TRN-08", variant, call(.decoding(.dataCorrupted))).verdict == .pass)
        #expect(try foundation.judge("TRN-08", variant, call(.value([1, 2]))).verdict == .fail)
    }

    @Test("A chunked reply may have a length, which must not cut the body.")
    func lengthAndChunks() throws {
        #expect(try once.judge("TRN-08", "length-and-chunks", call(.value([1, 2]))).verdict == .pass)
        #expect(try once.judge("TRN-08", "length-and-chunks", call(.transport(.badResponse))).verdict == .pass)
        #expect(try once.judge("TRN-08", "length-and-chunks", call(.value([1]))).verdict == .fail)
    }

    @Test("Extra bytes must not become the next reply.")
    func extraBytes() throws {
        #expect(try once.judge("TRN-09", "", call(.value([1, 2]), .value([1, 2]))).verdict == .pass)
        #expect(try once.judge("TRN-09", "", call(.value([1, 2]), .http(status: 418))).verdict == .fail)
    }

    @Test("A content coding must match its data if the client accepts it.")
    func contentCoding() throws {
        let accepting: Scenario.Headers = ["Accept-Encoding": "gzip, deflate"]
        for variant in ["flipped-byte", "wrong-checksum", "truncated", "not-coded", "unknown-coding"] {
            let right = call(.transport(.encoding), headers: accepting)
            #expect(try once.judge("TRN-10", variant, right).verdict == .pass)
            let value = call(.value([1, 2]), headers: accepting)
            #expect(try once.judge("TRN-10", variant, value).verdict == .fail)
            let unread = call(.decoding(.dataCorrupted), headers: accepting)
            #expect(try once.judge("TRN-10", variant, unread).verdict == .fail)
            #expect(try foundation.judge("TRN-10", variant, unread).verdict == .pass)
        }
        #expect(try once.judge("TRN-10", "valid", call(.value([1, 2]), headers: accepting)).verdict == .pass)
        #expect(try once.judge("TRN-10", "valid", call(.decoding(.dataCorrupted), headers: accepting)).verdict == .fail)
        // Without gzip, the client may ignore Content-Encoding.
        #expect(try once.judge("TRN-10", "not-coded", call(.value([1, 2]))).verdict == .pass)
        #expect(try once.judge("TRN-10", "valid", call(.decoding(.dataCorrupted))).verdict == .pass)
        #expect(try once.judge("TRN-10", "truncated", call(.value([1, 2]))).verdict == .fail)
    }

    @Test("A body without a length ends with FIN, and not with RST.")
    func closeDelimited() throws {
        #expect(try once.judge("TRN-11", "fin", call(.value([1, 2]))).verdict == .pass)
        #expect(try once.judge("TRN-11", "fin", call(.transport(.incomplete))).verdict == .fail)
        #expect(try once.judge("TRN-11", "rst", call(.transport(.connectionLost))).verdict == .pass)
        #expect(try once.judge("TRN-11", "rst", call(.value([1, 2]))).verdict == .fail)
    }

    @Test("A failed handshake must be reported as one, and nothing may be sent without TLS.")
    func handshake() throws {
        #expect(once.reason("TRN-12")?.hasSuffix("(tls)") == true)
        var sut = once
        sut.declaration.features.tls = true
        var silent = MadeUpCall()
        silent.outcomes = [.transport(.tls)]
        #expect(try sut.judge("TRN-12", "alert", silent).verdict == .pass)
        silent.outcomes = [.transport(.badResponse)]
        #expect(try sut.judge("TRN-12", "alert", silent).verdict == .fail)
        let plain = try sut.judge("TRN-12", "alert", call(.transport(.tls)))
        #expect(plain.findings == ["expected no request without TLS, saw 1"])
        #expect(!sut.plan(of: "TRN-12").clauses.contains { !$0.exercise.usesTLS })
    }

    @Test("An idle connection that the server closed must not fail the next call.")
    func idleClose() throws {
        #expect(try once.judge("TRN-13", "", call(.value([1, 2]), .value([1, 2]))).verdict == .pass)
        let lost = try once.judge("TRN-13", "", call(.value([1, 2]), .transport(.connectionLost)))
        #expect(lost.verdict == .fail)
        #expect(lost.rerun == .chance)
        let post = MadeUp.client(.none, .post, transport: "sockets")
        #expect(post.reason("TRN-13") == "a client must not repeat a POST after a close")
    }
}
