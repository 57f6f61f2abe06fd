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
}
