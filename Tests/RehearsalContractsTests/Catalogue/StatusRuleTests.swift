import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("Rules for statuses", .limitedConcurrency)
struct StatusRuleTests {
    private let sut = MadeUp(
        operation: .init(
            "list",
            .get,
            "/items",
            reply: .init(200, body: Array("[]".utf8)),
            details: .init(value: [], domainErrors: [409: "taken"])
        )
    )
    private let entry = MadeUp.entry("GET", "/items")
    private let explanation = Array(
        #"{"title": "It was not done", "detail": "A reason that people can read.", "code": 17}"#.utf8
    )

    @Test("A 2xx status must yield the value after one request.", arguments: ["200", "201", "203", "299"])
    func success(_ status: String) throws {
        #expect(try sut.judge("STAT-01", status, [entry], [.value([])]).verdict == .pass)
        #expect(try sut.judge("STAT-01", status, [entry], [.http(status: 203)]).verdict == .fail)
        #expect(try sut.judge("STAT-01", status, [entry, entry], [.value([])]).verdict == .fail)
    }

    @Test(
        "A 4xx status must yield an HTTP, auth or domain error for that status.",
        arguments: [
            ("471", .http(status: 471), true), ("471", .http(status: 400), false), ("471", .value([]), false),
            ("471", .decoding(.keyNotFound, status: 471), false), ("401", .auth(.unauthenticated), true),
            ("403", .auth(.forbidden, status: 403), true), ("403", .auth(.unauthenticated), false),
            ("409", .domain("taken"), true), ("409", .domain("other"), false),
            ("409", .http(status: 409), false), ("409", .domain("taken", status: 410), false),
            ("404", .domain("none", status: 404), true),
            ("404", .domain("none"), false),
        ] as [(String, ClientOutcome, Bool)]
    )
    func clientError(_ status: String, _ outcome: ClientOutcome, _ isRight: Bool) throws {
        #expect((try sut.judge("STAT-02", status, [entry], [outcome]).verdict == .pass) == isRight)
    }

    @Test("A client that requested no range must not return a 206 reply as the complete value.")
    func partial() throws {
        #expect(try sut.judge("STAT-13", "", [entry], [.value([])]).verdict == .fail)
        #expect(try sut.judge("STAT-13", "", [entry], [.hang]).verdict == .fail)
        #expect(try sut.judge("STAT-13", "", [entry], [.http(status: 206)]).verdict == .pass)
        #expect(try sut.judge("STAT-13", "", [entry], [.value([], .init(skipped: 1))]).verdict == .pass)
        #expect(try sut.judge("STAT-13", "", [entry], [.value([], .init(skipped: 0))]).verdict == .fail)
        let range = MadeUp.entry("GET", "/items", ["Range": "bytes=0-1"])
        #expect(try sut.judge("STAT-13", "", [range], [.value([])]).verdict.name == "inconclusive")
        var partial = sut
        partial.operation.reply.status = 206
        #expect(partial.reason("STAT-13") == "list requests a part")
    }

    @Test("A 5xx status must yield an error, regardless of the body.")
    func serverError() throws {
        #expect(try sut.judge("STAT-04", "500", [entry], [.http(status: 500)]).verdict == .pass)
        #expect(try sut.judge("STAT-04", "500", [entry], [.value([])]).verdict == .fail)
        #expect(try sut.judge("STAT-04", "599", [entry], [.http(status: 500)]).verdict == .fail)
    }

    @Test("An operation without a result must succeed with 204 and 205.", arguments: ["204", "205"])
    func nothing(_ status: String) throws {
        let sut = MadeUp(operation: .init("remove", .delete, "/items/1", isVoid: true, reply: .init(204)))
        let entry = MadeUp.entry("DELETE", "/items/1")
        #expect(try sut.judge("STAT-05", status, [entry], [.value(.null)]).verdict == .pass)
        #expect(try sut.judge("STAT-05", status, [entry], [.decoding(.empty, status: 204)]).verdict == .fail)
        #expect(try sut.judge("STAT-05", status, [entry, entry], [.value(.null)]).verdict == .fail)
    }

    @Test("An operation without a result must succeed within a second.")
    func promptly() throws {
        let sut = MadeUp(operation: .init("remove", .delete, "/items", isVoid: true, reply: .init(204)))
        var call = MadeUpCall(waits: [])
        (call.outcomes, call.took) = ([.value(.null)], .seconds(1))
        #expect(try sut.judge("STAT-05", "204", call).verdict == .pass)
        call.took += .milliseconds(1)
        let late = try sut.judge("STAT-05", "204", call)
        #expect(late.findings == ["expected success within 1 s, it took 1.001 s"])
        #expect(late.rerun == .machineBusy)
    }

    @Test("The error must contain the body of a 4xx reply unchanged.")
    func body() throws {
        #expect(try sut.judge("STAT-07", "body", [entry], [.http(status: 422, body: explanation)]).verdict == .pass)
        #expect(try sut.judge("STAT-07", "body", [entry], [.http(status: 422)]).verdict == .fail)
        #expect(
            try sut.judge("STAT-07", "body", [entry], [.http(status: 422, body: Array(explanation.dropLast()))]).verdict
                == .fail
        )
    }

    @Test("The error must contain the headers of a 4xx reply.")
    func headers() throws {
        let outcome = ClientOutcome.http(status: 429, headers: ["retry-after": "7"])
        #expect(try sut.judge("STAT-07", "headers", [entry], [outcome]).verdict == .pass)
        #expect(try sut.judge("STAT-07", "headers", [entry], [.http(status: 429)]).verdict == .fail)
    }

    @Test("The test case uses a status that the client neither retries nor maps to an error of its own.")
    func otherStatus() throws {
        var sut = sut
        sut.declaration.retry = DeclaredRetry(statuses: [429])
        sut.operation.domainErrors = [422: "invalid"]
        let statuses = sut.plan(of: "STAT-07").clauses.map {
            $0.exercise.scenario.endpoints.first?.replies.first?.status
        }
        #expect(statuses == [400, 410])
        sut.operation.domainErrors = [422: "invalid", 400: "bad", 418: "teapot"]
        #expect(sut.plan(of: "STAT-07").clauses.map(\.variant) == ["headers"])
    }

    @Test("A client error that the operation does not declare fails, because it lacks the reply's body and headers.")
    func hidden() throws {
        for outcome in [.domain("apiError", status: 422), .auth(.forbidden)] as [ClientOutcome] {
            #expect(try sut.judge("STAT-07", "body", [entry], [outcome]).verdict == .fail)
            #expect(try sut.judge("STAT-07", "headers", [entry], [outcome]).verdict == .fail)
        }
    }

    @Test("A 401 that leads to a refresh is tested by AUTH-04 only.")
    func refreshed() {
        #expect(sut.plan(of: "STAT-02").clauses.contains { $0.variant == "401" })
        var refreshing = sut
        refreshing.declaration.features.authRefresh = .init()
        #expect(!refreshing.plan(of: "STAT-02").clauses.contains { $0.variant == "401" })
        refreshing.operation.needsToken = false
        #expect(refreshing.plan(of: "STAT-02").clauses.contains { $0.variant == "401" })
    }

    @Test("A 3xx status and one above 599 must yield an error.", arguments: ["300", "304", "399", "600", "999"])
    func unusual(_ variant: String) throws {
        let status = try #require(Int(variant))
        for outcome in [.http(status: status), .transport(.badResponse)] as [ClientOutcome] {
            #expect(try sut.judge("STAT-03", variant, [entry], [outcome]).verdict == .pass)
        }
        for outcome in [.value([]), .http(status: 404), .timeout, .decoding(.empty)] as [ClientOutcome] {
            #expect(try sut.judge("STAT-03", variant, [entry], [outcome]).verdict == .fail)
        }
        let asServerError = try sut.judge("STAT-03", variant, [entry], [.http(status: 500)])
        #expect((asServerError.verdict == .pass) == (status >= 600))
        var worded = sut
        worded.operation.domainErrors = [500: "down"]
        let down = try worded.judge("STAT-03", variant, [entry], [.domain("down")])
        #expect((down.verdict == .pass) == (status >= 600))
        let redirect = try sut.judge("STAT-03", variant, [entry], [.transport(.redirect)])
        #expect((redirect.verdict == .pass) == (status < 400))
    }
}
