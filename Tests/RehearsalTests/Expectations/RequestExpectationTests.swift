import TestAdmission
import Testing

@testable import Rehearsal

@Suite("An expectation about requests", .limitedConcurrency)
struct RequestExpectationTests {
    /// 503 at 0, 503 at 1.2 s, 200 at 2.5 s; each took 100 ms.
    private var outage: Arrivals {
        var arrivals = Arrivals()
        arrivals.add("GET /list?page=1", at: 0, took: 100, status: 503)
        arrivals.add("GET /list?page=1", at: 1_200, took: 100, status: 503)
        arrivals.add("GET /list?page=1", at: 2_500, took: 100)
        return arrivals
    }

    @Test(
        "A wrong number of requests is reported with the number that arrived.",
        arguments: [
            (Scenario.Expectation.Count.exactly(3), nil),
            (.atLeast(3), nil), (.atMost(3), nil), (.init(min: 1, max: 9), nil),
            (.exactly(2), "count: expected 2, saw 3"),
            (.exactly(4), "count: expected 4, saw 3"),
            (.atLeast(4), "count: expected at least 4, saw 3"),
            (.atMost(2), "count: expected at most 2, saw 3"),
            (.init(min: 4, max: 5), "count: expected 4 to 5, saw 3"),
        ] as [(Scenario.Expectation.Count, String?)]
    )
    func count(_ count: Scenario.Expectation.Count, _ message: String?) throws {
        let sut = try outage.judge(.requests(.get("/list"), count: count))
        #expect(sut.findings.map(\.message) == (message.map { [$0] } ?? []))
        #expect(sut.isMet == (message == nil))
    }

    @Test("A finding lists each request with its time, connection, exchange, status and end.")
    func arrivals() throws {
        let sut = try outage.judge(.requests(.get("/list"), count: 1))
        let finding = try #require(sut.findings.first)
        #expect(
            finding.text(since: sut.startedAt, sut.redaction) == """
                error: get /list: count: expected 1, saw 3
                    +0.000 s  0.0  GET /list?page=1 → 503, completed
                    +1.200 s  1.0  GET /list?page=1 → 503, completed
                    +2.500 s  2.0  GET /list?page=1 → 200, completed
                """
        )
    }

    @Test("An expectation without a count expects at least one request.")
    func atLeastOne() throws {
        #expect(try outage.judge(.requests(.get("/list"))).isMet)
        #expect(
            try outage.judge(.requests(.get("/other"))).findings.map(\.message) == ["count: expected at least 1, saw 0"]
        )
        #expect(try outage.judge(.requests(.get("/other"), endedBy: .client)).isMet == false)
        #expect(try outage.judge(.requests(.get("/other"), same: [.body])).isMet == false)
    }

    @Test(
        "The method, the path and the conditions select the requests.",
        arguments: [
            (Journal.Query.get("/list"), 3), (.get("/{any}"), 3), (.any("/**"), 3), (.post("/list"), 0),
            (.get("/list/"), 0),
            (.get("/list", where: .init(query: [.init("page", .equals("1"))])), 3),
            (.get("/list", where: .init(query: [.init("page", .equals("2"))])), 0),
            (.get("/list", where: .init(headers: [.init("host", .present)])), 3),
        ] as [(Journal.Query, Int)]
    )
    func query(_ query: Journal.Query, _ count: Int) throws {
        #expect(try outage.judge(.requests(query, count: .exactly(count))).isMet)
    }

    @Test("A gap lasts from the end of a reply to the next request.")
    func gaps() throws {
        #expect(try outage.judge(.requests(.get("/list"), gaps: [.atLeast(.seconds(1)), .atLeast(.seconds(1))])).isMet)
        #expect(
            try outage.judge(
                .requests(.get("/list"), gaps: [.init(atLeast: .milliseconds(1_100), atMost: .milliseconds(1_100))])
            ).isMet
        )
        let early = try outage.judge(
            .requests(.get("/list"), gaps: [.atLeast(.milliseconds(1_101)), .atLeast(.seconds(2))])
        )
        #expect(
            early.findings.map(\.message) == [
                "gaps: expected at least 1.101 s before attempt 2, saw 1.1 s",
                "gaps: expected at least 2 s before attempt 3, saw 1.2 s",
            ]
        )
        let late = try outage.judge(.requests(.get("/list"), gaps: [.atMost(.seconds(1))]))
        #expect(late.findings.map(\.message) == ["gaps: expected at most 1 s before attempt 2, saw 1.1 s"])
    }

    @Test("An expectation of more gaps than there are is not met.")
    func missingGaps() throws {
        let sut = try outage.judge(.requests(.get("/list"), gaps: [.init(), .init(), .atLeast(.seconds(1))]))
        #expect(sut.findings.map(\.message) == ["gaps: expected 3 between 4 attempts, saw 3 attempts"])
        #expect(!sut.isFinal)
    }

    @Test("The gap between overlapping requests lasts from arrival to arrival.")
    func overlap() throws {
        var arrivals = Arrivals()
        arrivals.add("GET /a", at: 0, took: 500)
        arrivals.add("GET /a", at: 20, took: 10)
        #expect(try arrivals.judge(.requests(.get("/a"), gaps: [.atMost(.milliseconds(20))])).isMet)
    }

    @Test("Only requests within the time limit count, and later ones are reported.")
    func within() throws {
        let sut = try outage.judge(.requests(.get("/list"), count: 3, within: .seconds(2)))
        #expect(sut.findings.map(\.message) == ["count: expected 3 within 2 s, saw 2, and 1 later"])
        #expect(sut.isFinal)
        #expect(try outage.judge(.requests(.get("/list"), count: 3, within: .milliseconds(2_500))).isMet)
        let early = try outage.judge(.requests(.get("/list"), count: 4, within: .seconds(10)), now: 3_000)
        #expect(!early.isFinal)
    }

    @Test("A finding is settled if no later request can change it.")
    func final() throws {
        #expect(try !outage.judge(.requests(.get("/list"), count: 4)).isFinal)
        #expect(try outage.judge(.requests(.get("/list"), count: 2)).isFinal)
        #expect(try outage.judge(.requests(.get("/list"), gaps: [.atMost(.zero)])).isFinal)
    }

    @Test("A part that must be the same is present and equal in every request.")
    func same() throws {
        var arrivals = Arrivals()
        arrivals.add("POST /pay?q=1", at: 0, headers: ["Idempotency-Key: a"], body: "x", status: 503)
        arrivals.add("POST /pay?q=1", at: 1, headers: ["idempotency-key: a"], body: "y")
        arrivals.add("POST /pay?q=2", at: 2, headers: ["Idempotency-Key: b"], body: "x")
        let messages = try arrivals.judge(
            .requests(.post("/pay"), same: [.header("Idempotency-Key"), .body, .query("q"), .header("Trace"), .target])
        ).findings.map(\.message)
        #expect(
            messages == [
                "same: expected the same header:Idempotency-Key in all requests, but request 3 of 3 differs (first: \"a\", this: \"b\")",
                "same: expected the same body in all requests, but request 2 of 3 differs (first: 1 bytes, this: 1 bytes)",
                "same: expected the same query:q in all requests, but request 3 of 3 differs (first: \"/pay?q=1\", this: \"/pay?q=2\")",
                "same: expected the same header:Trace in all requests, but request 1 of 3 has none",
                "same: expected the same target in all requests, but request 3 of 3 differs (first: \"/pay?q=1\", this: \"/pay?q=2\")",
            ]
        )
    }

    @Test("A finding does not show a secret that differs.")
    func secret() throws {
        var arrivals = Arrivals()
        arrivals.add("GET /me?access_token=hunter2", at: 0, headers: ["Authorization: Bearer hunter2"])
        arrivals.add("GET /me?access_token=hunter3", at: 1, headers: ["Authorization: Bearer hunter3"])
        let sut = try arrivals.judge(.requests(.get("/me"), count: 3, same: [.header("Authorization"), .target]))
        let text = sut.findings.map { $0.text(since: 0, sut.redaction) }.joined(separator: "\n")
        #expect(sut.findings.count == 3)
        #expect(!text.contains("hunter"))
    }

    @Test(
        "The end of an exchange determines whether the client or the server ended it, and an open one was ended by neither.",
        arguments: [
            (Journal.End.closedByClient, true, false), (.resetByClient, true, false), (.completed, false, true),
            (.fault, false, true), (nil, false, false),
        ] as [(Journal.End?, Bool, Bool)]
    )
    func endedBy(_ end: Journal.End?, _ byClient: Bool, _ byServer: Bool) throws {
        var arrivals = Arrivals()
        arrivals.add("GET /a", at: 0, end: end)
        #expect(try arrivals.judge(.requests(.get("/a"), endedBy: .client)).isMet == byClient)
        #expect(try arrivals.judge(.requests(.get("/a"), endedBy: .server)).isMet == byServer)
    }
}
