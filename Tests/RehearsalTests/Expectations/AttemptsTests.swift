import TestAdmission
import Testing

@testable import Rehearsal

@Suite("Attempts, as opposed to requests", .limitedConcurrency)
struct AttemptsTests {
    /// A GET that is cut off before its first reply byte on a reused connection, and its repetition on another one.
    private func arrivals(
        exchange: Int = 1,
        written: Int = 0,
        again: String = "GET /a",
        after delay: Int64 = 3,
        on connection: Int = 1,
    ) -> Arrivals {
        var arrivals = Arrivals()
        arrivals.add("GET /first", at: 0, on: (0, 0))
        arrivals.add("GET /a", at: 10, on: (0, exchange), status: nil, written: written, end: .fault)
        arrivals.add(again, at: 10 + delay, on: (connection, 0))
        return arrivals
    }

    @Test("A request that the network stack resends after a dead reused connection does not count as an attempt.")
    func sentAgain() throws {
        #expect(try arrivals().judge(.requests(.get("/a"), attempts: 1)).isMet)
        let sut = try arrivals().judge(.requests(.get("/a"), attempts: 2))
        #expect(
            sut.findings.map(\.message) == ["attempts: expected 2, saw 1; 2 arrived, 1 retried by the network stack"]
        )
        #expect(try arrivals().judge(.requests(.get("/a"), count: 2)).isMet)
    }

    @Test(
        "A repetition counts as an attempt on a fresh connection, after a first reply byte, after a wait or on the same connection."
    )
    func own() throws {
        #expect(try arrivals(exchange: 0).judge(.requests(.get("/a"), attempts: 2)).isMet)
        #expect(try arrivals(written: 1).judge(.requests(.get("/a"), attempts: 2)).isMet)
        #expect(try arrivals(after: 51).judge(.requests(.get("/a"), attempts: 2)).isMet)
        #expect(try arrivals(on: 0).judge(.requests(.get("/a"), attempts: 2)).isMet)
        #expect(try arrivals(again: "GET /a?x").judge(.requests(.get("/a"), attempts: 2)).isMet)
        #expect(try arrivals(again: "PUT /a").judge(.requests(.any("/a"), attempts: 2)).isMet)
    }

    @Test("One lost request explains only one repetition.")
    func one() throws {
        var arrivals = arrivals()
        arrivals.add("GET /a", at: 14, on: (2, 0))
        #expect(try arrivals.judge(.requests(.get("/a"), attempts: 2)).isMet)
    }

    @Test("The gap before a resent request does not count as a gap of the client.")
    func gaps() throws {
        var arrivals = arrivals()
        arrivals.add("GET /a", at: 1_000, on: (2, 0))
        #expect(try arrivals.judge(.requests(.get("/a"), gaps: [.atLeast(.milliseconds(900))])).isMet)
    }

    @Test("A request that arrived before the loss counts as an attempt even if it is identical.")
    func parallel() throws {
        var arrivals = Arrivals()
        arrivals.add("GET /first", at: 0, on: (0, 0))
        arrivals.add("GET /a", at: 10, took: 5, on: (0, 1), status: nil, written: 0, end: .fault)
        arrivals.add("GET /a", at: 12, on: (1, 0))
        #expect(try arrivals.judge(.requests(.get("/a"), attempts: 2)).isMet)
    }

    @Test("The next gap begins at the end of the resent request.")
    func gapAfterwards() throws {
        var arrivals = Arrivals()
        arrivals.add("GET /first", at: 0, on: (0, 0))
        arrivals.add("GET /a", at: 10, on: (0, 1), status: nil, written: 0, end: .fault)
        arrivals.add("GET /a", at: 13, took: 600, on: (1, 0), status: 503)
        arrivals.add("GET /a", at: 1_013, on: (1, 1))
        let gap = Scenario.Expectation.Gap(atLeast: .milliseconds(400), atMost: .milliseconds(400))
        #expect(try arrivals.judge(.requests(.get("/a"), attempts: 2, gaps: [gap])).isMet)
    }

    @Test("A repetition that the known stack would not resend counts as an attempt.")
    func resending() {
        let count = { (body: String, automaticRetries: RetryAnalysis.AutomaticRetries) in
            var arrivals = Arrivals()
            arrivals.add("POST /a", at: 0, on: (0, 0))
            arrivals.add("POST /a", at: 10, on: (0, 1), body: "{}", status: nil, written: 0, end: .fault)
            arrivals.add("POST /a", at: 13, on: (1, 0), body: body)
            return RetryAnalysis.analyze(arrivals.entries, automaticRetries: automaticRetries).count
        }
        #expect(count("{}", .unknown) == 2)
        #expect(count("{}", .withoutBody) == 3)
        #expect(count("", .withoutBody) == 2)
        #expect(count("{}", .never) == 3)
    }

    @Test("A late request whose body was lost counts as resent, and a complete one counts as an attempt.")
    func late() {
        let count = { (isComplete: Bool, automaticRetries: RetryAnalysis.AutomaticRetries) in
            var arrivals = Arrivals()
            arrivals.add("POST /a", at: 0, on: (0, 0))
            arrivals.add("POST /a", at: 10, on: (0, 1), body: "{}", status: nil, written: 0, end: .fault)
            arrivals.add("POST /a", at: 800, on: (1, 0), body: "")
            var entries = arrivals.entries
            entries[2].body.isComplete = isComplete
            return RetryAnalysis.analyze(entries, automaticRetries: automaticRetries).count
        }
        #expect(count(false, .withoutBody) == 2)
        #expect(count(true, .withoutBody) == 3)
        #expect(count(false, .unknown) == 3)
    }

    @Test("An attempt records the number of times it was resent and whether its body was lost.")
    func counted() throws {
        var entries = arrivals().entries
        let plain = try #require(RetryAnalysis.analyze(entries).last)
        #expect(plain.automaticRetries == 1)
        #expect(!plain.wasRetriedWithoutBody)
        entries[2].body.isComplete = false
        #expect(try #require(RetryAnalysis.analyze(entries).last).wasRetriedWithoutBody)
    }
}
