import TestAdmission
import Testing

@testable import Rehearsal

@Suite("An expectation about a whole run", .limitedConcurrency)
struct RunExpectationTests {
    @Test(
        "Requests are in order if each query matches a request after the match of the query before it.",
        arguments: [
            ([.post("/login"), .get("/me")], nil),
            ([.get("/me")], nil),
            ([.get("/me"), .get("/me")], nil),
            ([.get("/me"), .post("/login")], "inOrder: no request for \"post /login\" after the one for \"get /me\""),
            ([.get("/you"), .post("/login")], "inOrder: no request for \"get /you\""),
            (
                [.get("/me"), .get("/me"), .get("/me")],
                "inOrder: no request for \"get /me\" after the one for \"get /me\""
            ),
        ] as [([Journal.Query], String?)]
    )
    func order(_ queries: [Journal.Query], _ message: String?) throws {
        var arrivals = Arrivals()
        arrivals.add("POST /login", at: 0)
        arrivals.add("GET /me", at: 1)
        arrivals.add("GET /config", at: 2)
        arrivals.add("GET /me", at: 3)
        let sut = try arrivals.judge(Scenario.Expectation(.inOrder(queries)))
        #expect(sut.findings.map(\.message) == (message.map { [$0] } ?? []))
    }

    @Test("An unanswered request fails an expectation that is implied, and each target is reported once.")
    func unexpected() throws {
        var arrivals = Arrivals()
        arrivals.add("GET /lost?token=x", at: 0, status: 501, decision: .unmatched)
        arrivals.add("GET /lost?token=x", at: 1, status: 501, decision: .unmatched)
        arrivals.add("GET /known", at: 1)
        arrivals.add("GET /once", at: 2, status: 501, decision: .exhausted)
        arrivals.add("GET /bad", at: 3, status: 400, decision: .refused)
        let sut = try arrivals.judge()
        #expect(sut.findings.map(\.requests.count) == [2, 1, 1])
        #expect(sut.findings.map(\.rule) == [.unexpected, .unexpected, .unexpected])
        #expect(sut.findings[0].description.hasPrefix("GET /lost?token=%5Bredacted"))
        #expect(sut.findings[0].message == "unexpected: no endpoint answers it (2 times)")
        #expect(sut.isFinal)
    }

    @Test("An expectation can allow a number of unanswered requests.")
    func someUnexpected() throws {
        var arrivals = Arrivals()
        for index in 0..<3 { arrivals.add("GET /lost", at: Int64(index), status: 501, decision: .unmatched) }
        #expect(try arrivals.judge(.unexpected(3)).isMet)
        #expect(try arrivals.judge(.unexpected(.atMost(5))).isMet)
        #expect(try arrivals.judge(.unexpected(2)).findings.map(\.message) == ["unexpected: expected 2, saw 3"])
    }

    @Test("A report lists at most twenty unanswered targets and counts the others.")
    func many() throws {
        var arrivals = Arrivals()
        for index in 0..<50 { arrivals.add("GET /lost/\(index)", at: Int64(index), decision: .unmatched) }
        let sut = try arrivals.judge()
        #expect(sut.findings.count == 21)
        #expect(sut.findings.last?.message == "unexpected: 30 more, for 30 other targets")
    }

    @Test(
        "A required reply is met once its turn has come.",
        arguments: [
            (0, [0, 1]), (1, [1]), (2, [1]), (3, []), (9, []),
        ] as [(Int, [Int])]
    )
    func required(_ answered: Int, _ unused: [Int]) throws {
        let endpoint = Scenario.Endpoint.get(
            "/a",
            replies: [.init(503, times: 2, required: true), .init(200), .init(201)]
        )
        var last = endpoint
        last.replies[1].isRequired = true
        let sut = try Arrivals().judge(endpoints: [last], turns: [answered])
        let names = ["reply 1 of 3 (503)", "reply 2 of 3 (200)"]
        let times = answered == 1 ? "1 request" : "\(answered) requests"
        #expect(
            sut.findings.map(\.message)
                == unused.map {
                    "unused: \(names[$0]) is required but was never sent; the endpoint received \(times)"
                }
        )
        #expect(sut.items.count == 3)
    }

    @Test("An invalid path is rejected with a message that names its expectation.")
    func malformed() {
        let scenario = Scenario("x", endpoints: [], expect: [.requests(.get("no-slash"))])
        let error = #expect(throws: CompiledScenario.CompilationError.self) { try CompiledScenario(scenario) }
        #expect(error?.description.hasPrefix("expectation \"get no-slash\": a path must begin with") == true)
    }
}
