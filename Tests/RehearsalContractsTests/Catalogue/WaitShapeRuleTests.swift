import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("Rules for the distribution of waits", .limitedConcurrency)
struct WaitShapeRuleTests {
    private static let overhead = Duration.milliseconds(12)

    /// The result for calls with these waits in milliseconds.
    private func growth(_ waits: [[Int]], overhead: Duration? = overhead) throws -> ClauseResult {
        let plan = MadeUp.client(DeclaredRetry(jitter: .equal)).plan(of: "BACK-02")
        let runs = waits.map { waits in
            var call = MadeUpCall(waits: waits.map { .milliseconds($0) })
            call.overhead = overhead
            return call.evidence
        }
        return Judge(plan.declaration).judge(try #require(plan.clauses.first), runs)
    }

    @Test("Waits that do not grow are a finding if another run confirms them.")
    func grows() throws {
        let right = try growth(Array(repeating: [150, 300], count: 7))
        #expect(right.verdict == .pass)
        #expect(
            right.notes == [
                "the logarithms of the waits grow by 0.69 (N = 7 calls of 2 waits, α = 0.001, confirmed by a second run, "
                    + "E = 12 ms) per retry"
            ]
        )
        let constant = try growth(Array(repeating: [200, 200], count: 7))
        #expect(constant.verdict == .fail)
        #expect(constant.rerun == .chance)
        #expect(try growth(Array(repeating: [150, 300], count: 6) + [[150]]).verdict.name == "inconclusive")
        #expect(try growth(Array(repeating: [200, 200], count: 7), overhead: nil).verdict.name == "inconclusive")
        let slow = try growth(Array(repeating: [200, 200], count: 7), overhead: .milliseconds(51))
        #expect(slow.verdict.name == "inconclusive")
    }

    @Test("The number of calls depends on the jitter, and the rule does not apply if growth cannot be detected.")
    func growingCalls() {
        func sut(_ retry: DeclaredRetry) -> MadeUp { .client(retry) }
        #expect(sut(DeclaredRetry()).plan(of: "BACK-02").clauses.map(\.exercise.runs) == [1])
        #expect(sut(DeclaredRetry(jitter: .equal)).plan(of: "BACK-02").clauses.map(\.exercise.runs) == [7])
        let full = sut(DeclaredRetry(jitter: .full)).reason("BACK-02")
        #expect(
            full?.hasSuffix("calls are necessary to see 2 waits with this jitter grow (maxAttempts, jitter)") == true
        )
        #expect(
            sut(DeclaredRetry(factor: 1)).reason("BACK-02") == "the client declares waits that do not grow (factor)"
        )
        let random = "the declared jitter does not determine the growth of the waits (jitter)"
        #expect(sut(DeclaredRetry(jitter: .decorrelated)).reason("BACK-02") == random)
        #expect(
            sut(DeclaredRetry(attempts: 2)).reason("BACK-02")
                == "the declared attempts permit only one wait (maxAttempts)"
        )
        #expect(
            sut(DeclaredRetry(cap: .milliseconds(200))).reason("BACK-02")
                == "the declared longest wait (capMs) prevents the growth of the waits"
        )
    }

    /// The result for twenty calls that fail at the same time and are retried after these times in milliseconds.
    private func herd(_ retries: [Int], latency: Duration = .zero) throws -> ClauseResult {
        var call = MadeUpCall()
        for _ in 0..<20 { call.add(at: .zero) }
        for retry in retries { call.add(at: .milliseconds(retry)) }
        call.latency = SchedulerLatency(longest: latency)
        return try MadeUp.client(DeclaredRetry(jitter: .equal)).judge("BACK-04", "503", call)
    }

    @Test("Calls that are retried together are a finding if another run confirms them.")
    func herd() throws {
        let spread = try herd((0..<20).map { 100 + 5 * $0 })
        #expect(spread.verdict == .pass)
        #expect(spread.notes.count == 1)
        let together = try herd(Array(repeating: 150, count: 20))
        #expect(together.verdict == .fail)
        #expect(together.rerun == .chance)
        #expect(
            together.findings == [
                "expected at most 9 retries within a tenth of the jitter, saw 20 of 20 retries within 10 ms "
                    + "(N = 20, α = 0.001, confirmed by a second run, E = 0 ms)"
            ]
        )
        #expect(try herd(Array(repeating: 150, count: 9) + (0..<11).map { 170 + 12 * $0 }).verdict == .pass)
        #expect(try herd([150, 150]).verdict.name == "inconclusive")
        #expect(
            try herd(Array(repeating: 150, count: 20), latency: .milliseconds(10)).verdict.name == "inconclusive"
        )
    }

    @Test("The waits that calls request from the injected clock are compared, without longer timers.")
    func requested() throws {
        let sut = MadeUp.client(DeclaredRetry(jitter: .equal))
        var call = MadeUpCall()
        let timers = (0..<20).map { _ in CaseEvidence.Sleep(at: 0, duration: .seconds(2)) }
        call.sleeps = timers + (0..<20).map { _ in CaseEvidence.Sleep(at: 1, duration: .milliseconds(120)) }
        #expect(try sut.judge("BACK-04", "503", call).verdict == .fail)
        call.sleeps = timers + (0..<20).map { CaseEvidence.Sleep(at: 1, duration: .milliseconds(100 + 5 * $0)) }
        #expect(try sut.judge("BACK-04", "503", call).verdict == .pass)
    }

    @Test("The rule on simultaneous retries applies only to waits that are distributed uniformly.")
    func uniform() {
        func reason(_ jitter: DeclaredRetry.Jitter) -> String? {
            MadeUp.client(DeclaredRetry(jitter: jitter)).reason("BACK-04")
        }
        #expect(reason(.none) == "the client declares no jitter (jitter)")
        #expect(reason(.smooth) == "waits with the declared jitter are not distributed uniformly (jitter)")
        #expect(reason(.proportional(0)) == "the declared jitter is zero (jitter)")
        #expect(reason(.full) == nil)
    }
}
