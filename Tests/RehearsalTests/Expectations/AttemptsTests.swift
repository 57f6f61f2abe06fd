import TestAdmission
import Testing

@testable import Rehearsal

@Suite("Attempts, in contrast to requests", .admitted)
struct AttemptsTests {
    /// A GET on a reused connection that is cut off without a byte, and the same again on another one.
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

    @Test("What a network stack sends again on a dead reused connection is no attempt of the client.")
    func sentAgain() throws {
        #expect(try arrivals().judge(.requests(.get("/a"), attempts: 1)).isMet)
        let sut = try arrivals().judge(.requests(.get("/a"), attempts: 2))
        #expect(
            sut.findings.map(\.message) == ["attempts: expected 2, saw 1; 2 arrived, 1 retried by the network stack"]
        )
        #expect(try arrivals().judge(.requests(.get("/a"), count: 2)).isMet)
    }

    @Test("A fresh connection, an answer that had begun, a wait, the same connection: each is the client's own.")
    func own() throws {
        #expect(try arrivals(exchange: 0).judge(.requests(.get("/a"), attempts: 2)).isMet)
        #expect(try arrivals(written: 1).judge(.requests(.get("/a"), attempts: 2)).isMet)
        #expect(try arrivals(after: 51).judge(.requests(.get("/a"), attempts: 2)).isMet)
        #expect(try arrivals(on: 0).judge(.requests(.get("/a"), attempts: 2)).isMet)
        #expect(try arrivals(again: "GET /a?x").judge(.requests(.get("/a"), attempts: 2)).isMet)
        #expect(try arrivals(again: "PUT /a").judge(.requests(.any("/a"), attempts: 2)).isMet)
    }

    @Test("One loss explains one repetition.")
    func one() throws {
        var arrivals = arrivals()
        arrivals.add("GET /a", at: 14, on: (2, 0))
        #expect(try arrivals.judge(.requests(.get("/a"), attempts: 2)).isMet)
    }

    @Test("The gap before what the stack sent again is not held against the client.")
    func gaps() throws {
        var arrivals = arrivals()
        arrivals.add("GET /a", at: 1_000, on: (2, 0))
        #expect(try arrivals.judge(.requests(.get("/a"), gaps: [.atLeast(.milliseconds(900))])).isMet)
    }

    @Test("What had arrived before the loss is the client's own, however alike.")
    func parallel() throws {
        var arrivals = Arrivals()
        arrivals.add("GET /first", at: 0, on: (0, 0))
        arrivals.add("GET /a", at: 10, took: 5, on: (0, 1), status: nil, written: 0, end: .fault)
        arrivals.add("GET /a", at: 12, on: (1, 0))
        #expect(try arrivals.judge(.requests(.get("/a"), attempts: 2)).isMet)
    }

    @Test("The next gap begins at the end of what the stack sent again.")
    func gapAfterwards() throws {
        var arrivals = Arrivals()
        arrivals.add("GET /first", at: 0, on: (0, 0))
        arrivals.add("GET /a", at: 10, on: (0, 1), status: nil, written: 0, end: .fault)
        arrivals.add("GET /a", at: 13, took: 600, on: (1, 0), status: 503)
        arrivals.add("GET /a", at: 1_013, on: (1, 1))
        let gap = Scenario.Expectation.Gap(atLeast: .milliseconds(400), atMost: .milliseconds(400))
        #expect(try arrivals.judge(.requests(.get("/a"), attempts: 2, gaps: [gap])).isMet)
    }

    @Test("Where it is known how a stack sends again, what it does not do is the client's own.")
    func resending() {
        let count = { (body: String, resending: Attempts.Resending) in
            var arrivals = Arrivals()
            arrivals.add("POST /a", at: 0, on: (0, 0))
            arrivals.add("POST /a", at: 10, on: (0, 1), body: "{}", status: nil, written: 0, end: .fault)
            arrivals.add("POST /a", at: 13, on: (1, 0), body: body)
            return Attempts.of(arrivals.entries, resending: resending).count
        }
        #expect(count("{}", .unknown) == 2)
        #expect(count("{}", .withoutBody) == 3)
        #expect(count("", .withoutBody) == 2)
        #expect(count("{}", .never) == 3)
    }

    @Test("A request that has lost its body is known as the stack's however late it comes; a whole one is not.")
    func late() {
        let count = { (isComplete: Bool, resending: Attempts.Resending) in
            var arrivals = Arrivals()
            arrivals.add("POST /a", at: 0, on: (0, 0))
            arrivals.add("POST /a", at: 10, on: (0, 1), body: "{}", status: nil, written: 0, end: .fault)
            arrivals.add("POST /a", at: 800, on: (1, 0), body: "")
            var entries = arrivals.entries
            entries[2].body.isComplete = isComplete
            return Attempts.of(entries, resending: resending).count
        }
        #expect(count(false, .withoutBody) == 2)
        #expect(count(true, .withoutBody) == 3)
        #expect(count(false, .unknown) == 3)
    }

    @Test("How often a stack has sent an attempt again is known, and whether the body was lost on the way.")
    func counted() throws {
        var entries = arrivals().entries
        let plain = try #require(Attempts.of(entries).last)
        #expect(plain.resent == 1)
        #expect(!plain.hasLostItsBody)
        entries[2].body.isComplete = false
        #expect(try #require(Attempts.of(entries).last).hasLostItsBody)
    }
}
