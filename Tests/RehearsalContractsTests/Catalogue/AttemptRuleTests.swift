import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("Rules for the number of attempts", .limitedConcurrency)
struct AttemptRuleTests {
    private let value = ClientOutcome.value([1, 2])
    private let failure = ClientOutcome.http(status: 503)

    private func call(_ count: Int, _ outcome: ClientOutcome) -> MadeUpCall {
        var call =
            count > 0 ? MadeUpCall(waits: Array(repeating: .milliseconds(300), count: count - 1)) : MadeUpCall()
        call.outcomes = [outcome]
        return call
    }

    @Test("A refused connection must be retried if the client declares that, and the request must be sent once.")
    func refused() throws {
        let sut = MadeUp.client()
        let lost = ClientOutcome.transport(.cannotConnect)
        #expect(try sut.judge("RETRY-05", "", call(1, value)).verdict == .pass)
        #expect(try sut.judge("RETRY-05", "", call(2, value)).verdict == .fail)
        #expect(try sut.judge("RETRY-05", "", call(0, lost)).verdict == .fail)
        let unsafe = MadeUp.client(DeclaredRetry(), .post)
        #expect(try unsafe.judge("RETRY-05", "", call(1, value)).verdict == .pass)
        #expect(try unsafe.judge("RETRY-05", "", call(0, lost)).verdict == .pass)
        #expect(try unsafe.judge("RETRY-05", "", call(2, value)).verdict == .fail)
    }

    @Test("The server must accept connections before the last attempt.")
    func refusalTime() throws {
        let clause = try #require(MadeUp.client().plan(of: "RETRY-05").clauses.first)
        let network = Scenario.Network(.refusing, until: .after(.milliseconds(300)))
        #expect(clause.exercise.scenario.network == [network])
        let never = MadeUp.client(DeclaredRetry(afterLoss: false))
        #expect(
            never.reason("RETRY-05") == "the client does not retry after a refused connection (afterRefusal)"
        )
        let short = MadeUp.client(DeclaredRetry(jitter: .full))
        #expect(short.reason("RETRY-05") == "the client may wait for only 0 ms before its last attempt")
    }

    @Test("A reply that cannot be decoded must not be requested again.")
    func undecodable() throws {
        let sut = MadeUp.client()
        let error = ClientOutcome.decoding(.typeMismatch)
        #expect(try sut.judge("RETRY-07", "", call(1, error)).verdict == .pass)
        #expect(try sut.judge("RETRY-07", "", call(2, error)).verdict == .fail)
        let unsafe = MadeUp.client(DeclaredRetry(), .post)
        #expect(unsafe.reason("RETRY-07") == "list is not idempotent: see IDEM-06")
        #expect(MadeUp.client(.none).reason("RETRY-07") == "the client retries nothing (maxAttempts)")
    }

    @Test("A refresh must not add more attempts than the client declares.")
    func layers() throws {
        var sut = MadeUp.client()
        let reason = "the client does not declare a token refresh (authRefresh); RETRY-02 counts its attempts"
        #expect(sut.reason("RETRY-09") == reason)
        sut.declaration.features.authRefresh = .init()
        let (old, refresh) = (MadeUp.entry("GET", "/items"), MadeUp.entry("POST", "/auth/refresh"))
        func verdict(_ variant: String, _ requests: Int, refreshes: Int) throws -> Verdict {
            let entries =
                Array(repeating: old, count: requests) + Array(repeating: refresh, count: refreshes)
            return try sut.judge("RETRY-09", variant, entries, [failure]).verdict
        }
        #expect(try verdict("refreshed", 4, refreshes: 1) == .pass)
        #expect(try verdict("refreshed", 5, refreshes: 1) == .fail)
        #expect(try verdict("refresh", 3, refreshes: 3) == .pass)
        #expect(try verdict("refresh", 1, refreshes: 4) == .fail)
        #expect(try verdict("refresh", 5, refreshes: 3) == .fail)
    }

    @Test("Failures of different kinds must count towards one number of attempts.")
    func failures() throws {
        let sut = MadeUp.client()
        #expect(sut.plan(of: "RETRY-10").clauses.map(\.variant) == ["bounded", "recovering"])
        #expect(try sut.judge("RETRY-10", "bounded", call(3, failure)).verdict == .pass)
        #expect(try sut.judge("RETRY-10", "bounded", call(4, failure)).verdict == .fail)
        #expect(try sut.judge("RETRY-10", "recovering", call(3, value)).verdict == .pass)
        #expect(try sut.judge("RETRY-10", "recovering", call(2, failure)).verdict == .fail)
        let two = MadeUp.client(DeclaredRetry(attempts: 2))
        #expect(two.plan(of: "RETRY-10").clauses.map(\.variant) == ["bounded"])
        let reason = "the client does not retry after a lost connection (afterLoss)"
        #expect(MadeUp.client(DeclaredRetry(afterLoss: false)).reason("RETRY-10") == reason)
    }

    @Test("A request must be repeated on a new connection after 408 and 421, and once at most.")
    func newConnections() throws {
        let sut = MadeUp.client(.none)
        var same = MadeUpCall()
        same.add(at: .zero, on: .init())
        same.add(at: .milliseconds(1), on: .init(connection: 0, exchange: 1))
        for status in [408, 421, 425] {
            let refusal = ClientOutcome.http(status: status)
            #expect(try sut.judge("RETRY-11", "\(status)", call(1, refusal)).verdict == .pass)
            #expect(try sut.judge("RETRY-11", "\(status)", call(2, refusal)).verdict == .pass)
            #expect(try sut.judge("RETRY-11", "\(status)", call(3, refusal)).verdict == .fail)
            same.outcomes = [refusal]
            let verdict = try sut.judge("RETRY-11", "\(status)", same).verdict
            #expect(verdict == (status == 425 ? .pass : .fail))
        }
        let declared = MadeUp.client(DeclaredRetry(statuses: [408]))
        #expect(try declared.judge("RETRY-11", "408", call(3, .http(status: 408))).verdict == .pass)
    }

    @Test("A client must stop retrying when its declared budget is spent.")
    func budget() throws {
        var sut = MadeUp.client()
        #expect(
            sut.reason("RETRY-12") == "the client declares no limit of its retries over all calls (budget)"
        )
        sut.declaration.retry.budget = 10
        let clause = try #require(sut.plan(of: "RETRY-12").clauses.first)
        #expect(clause.exercise.request.repetitions == 25)
        #expect(try sut.judge("RETRY-12", "", call(39, failure)).verdict == .pass)
        let spent = try sut.judge("RETRY-12", "", call(40, failure))
        #expect(spent.findings == ["expected at most 39 requests of 25 failing calls, saw 40"])
        sut.declaration.retry.budget = 10_000
        #expect(
            sut.reason("RETRY-12") == "5020 calls are necessary to spend the declared budget (budget)"
        )
    }

    @Test("A long test is made with the first operation that is retried.")
    func representative() {
        var declaration = Declaration(name: "a client", retry: DeclaredRetry())
        declaration.retry.budget = 10
        declaration.operations = [("create", Scenario.Method.post), ("list", .get), ("one", .get)].map {
            .init($0, $1, "/\($0)", reply: .init(200))
        }
        let sut = Plan(declaration, profile: .extended, rules: RuleCatalogue.rules.filter { $0.id == "RETRY-12" })
        #expect(sut.clauses.map(\.operation.name) == ["list"])
        #expect(sut.notApplicable.last?.reason == "list is tested instead, as its retries are the same")
    }
}
