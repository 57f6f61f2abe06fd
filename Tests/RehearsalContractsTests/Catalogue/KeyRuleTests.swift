import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("Rules for idempotency keys", .limitedConcurrency)
struct KeyRuleTests {
    private var sut: MadeUp {
        var made = MadeUp.client(DeclaredRetry(), .post)
        made.operation.hasIdempotencyKey = true
        return made
    }

    private func call(_ keys: String?..., bodies: [String] = ["{}", "{}"]) -> MadeUpCall {
        var call = MadeUpCall()
        for (index, key) in keys.enumerated() {
            let headers: Scenario.Headers = key.map { ["Idempotency-Key": $0] } ?? [:]
            call.add("POST", at: .milliseconds(300 * index), headers: headers, body: bodies[index])
        }
        call.outcomes = [.value([1, 2])]
        return call
    }

    @Test("Every attempt must have the same key and the same body.")
    func same() throws {
        #expect(try sut.judge("IDEM-01", "reset", call("k", "k")).verdict == .pass)
        #expect(try sut.judge("IDEM-01", "reset", call("k", "l")).verdict == .fail)
        #expect(try sut.judge("IDEM-01", "reset", call("k", nil)).verdict == .fail)
        #expect(try sut.judge("IDEM-01", "reset", call("k", "k", bodies: ["{}", "[]"])).verdict == .fail)
        #expect(try sut.judge("IDEM-01", "reset", call("k")).verdict == .fail)
    }

    @Test("Every operation must have a key of its own.")
    func other() throws {
        let bodies = ["{}", "{}", "{}"]
        #expect(try sut.judge("IDEM-02", "", call("k", "l", "m", bodies: bodies)).findings == [])
        let same = try sut.judge("IDEM-02", "", call("k", "l", "k", bodies: bodies))
        #expect(same.findings == ["expected different values of Idempotency-Key in calls 1 and 3, saw the same"])
        let none = try sut.judge("IDEM-02", "", call("k", nil, nil, bodies: bodies))
        #expect(
            none.findings == [
                "expected Idempotency-Key in call 2, saw none", "expected Idempotency-Key in call 3, saw none",
            ]
        )
        let long = String(repeating: "k", count: 256)
        #expect(try sut.judge("IDEM-02", "", call(long, "l", "m", bodies: bodies)).findings.count == 1)
    }

    @Test("A request that is repeated after a status must have the same key.")
    func afterStatus() throws {
        var made = sut
        made.declaration.retry = DeclaredRetry(statuses: [503], afterLoss: false)
        #expect(made.plan(of: "IDEM-01").clauses.map(\.variant) == ["503"])
        #expect(try made.judge("IDEM-01", "503", call("k", "k")).verdict == .pass)
        #expect(try made.judge("IDEM-01", "503", call("k", "l")).verdict == .fail)
    }

    @Test("A request to another endpoint needs no key.")
    func others() throws {
        let keyed: Scenario.Headers = ["Idempotency-Key": "k"]
        let entries = [
            MadeUp.entry("GET", "/config", isKnown: false), MadeUp.entry("POST", "/items", keyed),
            MadeUp.entry("POST", "/items", keyed),
        ]
        #expect(try sut.judge("IDEM-01", "reset", entries, [.value([1, 2])]).verdict == .pass)
    }

    @Test("A client without retries must send a key as well.")
    func once() throws {
        var made = sut
        made.declaration.retry = .none
        #expect(try made.judge("IDEM-01", "", call("k")).verdict == .pass)
        #expect(try made.judge("IDEM-01", "", call(nil)).verdict == .fail)
        made.operation.hasIdempotencyKey = false
        #expect(made.reason("IDEM-01") == "list has no idempotency key")
    }

    @Test(
        "The key must be a string of structured fields.",
        arguments: [
            ("\"k\"", true), ("\"\"", true), (#""a \" \\ b""#, true), ("k", false), ("\"k", false), ("\"a\"b\"", false),
            (#""a\b""#, false), (#""a\""#, false), ("\"é\"", false), ("\"", false),
        ]
    )
    func form(_ key: String, _ isRight: Bool) throws {
        #expect((try sut.judge("IDEM-03", "", call(key)).verdict == .pass) == isRight)
    }

    @Test("A request that is outstanding must be repeated later with the same key, and a reused key must be reported.")
    func outstanding() throws {
        var sut = sut
        #expect(
            sut.reason("IDEM-04") == "the client does not retry a 409 with Retry-After (statusesWithRetryAfter)"
        )
        sut.declaration.retry.statusesWithRetryAfter = [409]
        func verdict(_ keys: (String, String), after wait: Int) throws -> Verdict {
            var call = MadeUpCall()
            for (key, time) in [(keys.0, 0), (keys.1, wait)] {
                call.add("POST", at: .milliseconds(time), headers: ["Idempotency-Key": .init(key)], body: "{}")
            }
            call.outcomes = [.value([1, 2])]
            return try sut.judge("IDEM-04", "outstanding", call).verdict
        }
        #expect(try verdict(("k", "k"), after: 1_000) == .pass)
        #expect(try verdict(("k", "l"), after: 1_000) == .fail)
        #expect(try verdict(("k", "k"), after: 500) == .fail)
        var reused = call("k")
        reused.outcomes = [.http(status: 422)]
        #expect(try sut.judge("IDEM-04", "reused", reused).verdict == .pass)
        reused.outcomes = [.value([1, 2])]
        #expect(try sut.judge("IDEM-04", "reused", reused).verdict == .fail)
    }

    @Test("Two equal calls at the same time must send one request, or the same key.")
    func joined() throws {
        var sut = sut
        #expect(sut.reason("IDEM-05") == "list may be called twice at the same time (joinsParallelCalls)")
        sut.operation.joinsParallelCalls = true
        #expect(try sut.judge("IDEM-05", "", call("k")).verdict == .pass)
        #expect(try sut.judge("IDEM-05", "", call("k", "k")).verdict == .pass)
        #expect(try sut.judge("IDEM-05", "", call("k", "l")).verdict == .fail)
        #expect(try sut.judge("IDEM-05", "", call(nil, nil)).verdict == .fail)
        sut.operation.hasIdempotencyKey = false
        #expect(try sut.judge("IDEM-05", "", call("k", "k")).verdict == .fail)
    }

    @Test("An unreadable reply to a request with an effect must be reported, and the request not sent again.")
    func unreadable() throws {
        var once = call("k")
        once.outcomes = [.decoding(.typeMismatch, status: 200)]
        #expect(try sut.judge("IDEM-06", "", once).verdict == .pass)
        once.outcomes = [.decoding(.typeMismatch)]
        #expect(
            try sut.judge("IDEM-06", "", once).notes == ["the decoding error does not report the status 200"]
        )
        once.outcomes = [.decoding(.typeMismatch, status: 500)]
        #expect(try sut.judge("IDEM-06", "", once).verdict == .fail)
        once.outcomes = [.transport(.other)]
        #expect(try sut.judge("IDEM-06", "", once).verdict == .fail)
        var twice = call("k", "k")
        twice.outcomes = [.decoding(.typeMismatch, status: 200)]
        #expect(try sut.judge("IDEM-06", "", twice).verdict == .fail)
        #expect(MadeUp.client().reason("IDEM-06") == "list is idempotent: see RETRY-07")
    }
}
