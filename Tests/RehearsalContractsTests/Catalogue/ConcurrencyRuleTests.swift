import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("Rules for parallel and for many calls", .limitedConcurrency)
struct ConcurrencyRuleTests {
    private var sut: MadeUp {
        var sut = MadeUp(
            declaration: Declaration(name: "a client", transport: "a stack"),
            operation: .init(
                "get",
                .get,
                "/items/7",
                reply: .init(200, body: Array(#"{"id":7,"name":"Bruce"}"#.utf8)),
                fields: [.init("$.id", .int), .init("$.name", .string)],
                details: .init(value: ["id": 7, "name": "Bruce"], stored: ("items/7", ["id": 7, "name": "Alfred"]))
            )
        )
        sut.declaration.features.callControl = true
        sut.declaration.features.latestWins = true
        return sut
    }

    private func named(_ index: Int) -> JSON { ["id": 7, "name": .string("Bruce\(1_000 + index)")] }

    private func calls(_ outcomes: [ClientOutcome], requests: Int) -> MadeUpCall {
        var call = MadeUpCall()
        for _ in 0..<requests { call.add(at: .zero) }
        call.outcomes = outcomes
        return call
    }

    @Test("Parallel calls must return as many different values as the server sent.")
    func matching() throws {
        let all = (0..<10).map { ClientOutcome.value(named($0)) }
        #expect(try sut.judge("CONC-01", "", calls(all, requests: 10)).verdict == .pass)
        let mixed = try sut.judge("CONC-01", "", calls(Array(all.dropLast()) + [all[0]], requests: 10))
        #expect(mixed.findings == ["expected 10 different values from 10 different replies, got 9"])
        // A client that combines its calls returns one value to several callers.
        let shared = Array(repeating: all[0], count: 10)
        #expect(try sut.judge("CONC-01", "", calls(shared, requests: 1)).verdict == .pass)
        let other = Array(repeating: ClientOutcome.value(["name": "BRUCE"]), count: 10)
        #expect(try sut.judge("CONC-01", "", calls(other, requests: 10)).verdict.name == "inconclusive")
        #expect(try sut.judge("CONC-01", "", calls([.timeout], requests: 10)).verdict == .fail)
    }

    @Test("The replies to parallel calls differ in a field that the client returns and the path does not contain.")
    func marker() throws {
        let replies = try #require(sut.plan(of: "CONC-01").clauses.first?.exercise.scenario.endpoints.first?.replies)
        #expect(replies.count == 10)
        #expect(replies[3].body == .bytes(Array(#"{"id":7,"name":"Bruce1003"}"#.utf8), type: "application/json"))
        var sut = sut
        sut.operation.fields = [.init("$.id", .int)]
        let reason = "no declared text or number of get is returned unchanged (fields, value)"
        #expect(sut.reason("CONC-01") == reason)
        sut.operation.value = nil
        #expect(
            sut.reason("CONC-01") == "the contract does not declare the value of get for the recorded reply (value)"
        )
        #expect(MadeUp.client(.none, .post).reason("CONC-01") == "list is not safe, so it is not called many times")
    }

    @Test("The requests of other calls must arrive while the first exchange is stalled.")
    func stalled() throws {
        let judge = { (times: [Duration]) in
            var call = MadeUpCall()
            for time in times { call.add(at: time) }
            return try sut.judge("CONC-02", "stall", call)
        }
        let milliseconds = Duration.milliseconds
        #expect(try judge([.zero, .zero, milliseconds(10), milliseconds(10), milliseconds(20)]).verdict == .pass)
        let late = try judge([.zero, .zero, .zero, milliseconds(10), milliseconds(1_000), milliseconds(1_200)])
        #expect(late.findings == ["expected 4 requests while the first exchange was stalled, saw 3"])
        #expect(late.rerun == .late)
        #expect(try judge([.zero, milliseconds(1_000)]).notes == ["the client combined 5 calls into 2 requests"])
        #expect(try judge([]).verdict == .fail)
    }

    @Test("No more requests may be open than the client declares.")
    func limit() throws {
        #expect(sut.plan(of: "CONC-02").clauses.map(\.variant) == ["stall"])
        var sut = sut
        sut.declaration.features.maximumConnections = 2
        #expect(sut.plan(of: "CONC-02").clauses.map(\.exercise.request.parallel) == [5, 6])
        let judge = { (starts: [Int]) in
            var call = MadeUpCall()
            for start in starts { call.add(at: .milliseconds(start), lasting: .milliseconds(100)) }
            return try sut.judge("CONC-02", "limit", call)
        }
        #expect(try judge([0, 0, 100, 100, 200]).verdict == .pass)
        #expect(try judge([0, 0, 99]).findings == ["expected at most 2 requests open at the same time, saw 3"])
        sut.declaration.features.maximumConnections = 1
        #expect(sut.plan(of: "CONC-02").clauses.map(\.variant) == ["limit"])
    }

    /// Judges two calls, after which the store has this value.
    private func keeping(_ kept: JSON?, second: Duration = .milliseconds(100)) throws -> ClauseResult {
        var call = MadeUpCall()
        call.add(at: .zero)
        call.add(at: second)
        call.outcomes = [.value(named(0)), .value(named(1))]
        if let kept { call.store = ["items/7": kept] }
        return try sut.judge("CONC-03", "", call)
    }

    @Test("The store must keep the value of the call that started last.")
    func latest() throws {
        #expect(try keeping(named(1)).verdict == .pass)
        #expect(try keeping(named(0)).verdict == .fail)
        #expect(try keeping(["name": "Alfred"]).verdict.name == "inconclusive")
        #expect(try keeping(nil).verdict.name == "inconclusive")
        #expect(try keeping(named(0), second: .milliseconds(10)).rerun == .inconclusive)
        var sut = sut
        sut.declaration.features.latestWins = false
        #expect(sut.reason("CONC-03")?.hasSuffix("(latestWins)") == true)
    }

    @Test("Many sequential calls must not leave a connection open each.")
    func leaks() throws {
        let judge = { (isClosed: Bool) in
            var call = calls(Array(repeating: .value([]), count: 100), requests: 100)
            call.connections = (0..<100).map { number in
                var connection = Journal.Connection(number: number, openedAt: Int64(number), treatment: nil)
                connection.closedAt = isClosed ? Int64(number) + 1 : nil
                return connection
            }
            return try sut.judge("CONC-04", "", call)
        }
        #expect(try judge(true).verdict == .pass)
        #expect(
            try judge(false).findings == ["expected at most 20 open connections for 100 sequential calls, saw 100"]
        )
    }
}
