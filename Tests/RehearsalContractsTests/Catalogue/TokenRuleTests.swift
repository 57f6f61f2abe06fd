import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("Rules for tokens", .limitedConcurrency)
struct TokenRuleTests {
    private var sut: MadeUp {
        var sut = MadeUp(operation: .init("list", .get, "/items", reply: .init(200), details: .init(value: [])))
        sut.declaration.features.authRefresh = .init()
        return sut
    }
    private let first = MadeUp.entry("GET", "/items", ["Authorization": "Bearer t1"])
    private let second = MadeUp.entry("GET", "/items", ["Authorization": "Bearer t2"])
    private let refresh = MadeUp.entry("POST", "/auth/refresh")

    @Test("A token must be sent in its header field and nowhere else.")
    func bearer() throws {
        let value = [ClientOutcome.value([])]
        #expect(try sut.judge("AUTH-01", "token", [first], value).findings == [])
        let none = MadeUp.entry("GET", "/items")
        let missing = "expected Authorization: Bearer t1, saw no Authorization"
        #expect(try sut.judge("AUTH-01", "token", [none], value).findings == [missing])
        for query in ["page=1&access_token=t1", "authorization=Bearer%20t1", "authorization=Bearer+t1&page=1"] {
            let inTarget = MadeUp.entry("GET", "/items?\(query)", ["Authorization": "Bearer t1"])
            #expect(try sut.judge("AUTH-01", "token", [inTarget], value).findings.count == 1, "\(query)")
        }
        #expect(try sut.judge("AUTH-01", "none", [none], value).findings == [])
        #expect(try sut.judge("AUTH-01", "none", [], [.auth(.unauthenticated)]).findings == [])
        let empty = MadeUp.entry("GET", "/items", ["Authorization": "Bearer "])
        #expect(try sut.judge("AUTH-01", "none", [empty], value).verdict == .fail)
    }

    @Test("A 401 must lead to one refresh and one repetition with the new token.")
    func once() throws {
        #expect(try sut.judge("AUTH-02", "", [first, refresh, second], [.value([])]).verdict == .pass)
        let wrong: [[Journal.Entry]] = [
            [first], [first, refresh], [first, refresh, first], [first, refresh, refresh, second],
            [first, first, refresh, second],
        ]
        for entries in wrong {
            #expect(try sut.judge("AUTH-02", "", entries, [.value([])]).verdict == .fail)
        }
        #expect(try sut.judge("AUTH-02", "", [first, refresh, second], [.http(status: 401)]).verdict == .fail)
    }

    @Test("The new token must be sent with the Bearer scheme.")
    func scheme() throws {
        for (sent, isRight) in [
            ("Bearer t2", true), ("bearer t2", true), ("t2", false), ("Token t2", false),
            ("Bearer  t2", true), ("Bearer xt2", false),
        ] {
            let last = MadeUp.entry("GET", "/items", ["Authorization": .init(sent)])
            let result = try sut.judge("AUTH-02", "", [first, refresh, last], [.value([])])
            #expect((result.verdict == .pass) == isRight, "\(sent)")
        }
    }

    @Test("A target in absolute form counts as the same request.")
    func absoluteForm() throws {
        let entries = [
            MadeUp.entry("GET", "http://127.0.0.1:8080/items", ["Authorization": "Bearer t1"]),
            MadeUp.entry("POST", "http://127.0.0.1:8080/auth/refresh"),
            MadeUp.entry("GET", "http://127.0.0.1:8080/items", ["Authorization": "Bearer t2"]),
        ]
        #expect(try sut.judge("AUTH-02", "", entries, [.value([])]).findings == [])
    }

    @Test("The new token must be kept for the next call.")
    func kept() throws {
        let values = [ClientOutcome.value([]), .value([])]
        #expect(try sut.judge("AUTH-02", "twice", [first, refresh, second, second], values).verdict == .pass)
        let forgotten = [first, refresh, second, first, second]
        #expect(try sut.judge("AUTH-02", "twice", forgotten, values).verdict == .fail)
        let again = [first, refresh, second, first, refresh, second]
        #expect(try sut.judge("AUTH-02", "twice", again, values).verdict == .fail)
    }

    @Test("A call after a failed refresh must refresh again.")
    func recovery() throws {
        let entries = [first, refresh, first, refresh, second]
        let failed = ClientOutcome.auth(.refreshFailed, status: 503)
        for variant in ["503", "reset"] {
            #expect(try sut.judge("AUTH-06", variant, entries, [failed, .value([])]).verdict == .pass)
            let signedOut = try sut.judge("AUTH-06", variant, [first, refresh], [failed, .auth(.unauthenticated)])
            #expect(signedOut.findings == ["expected a value from the second call, got auth(unauthenticated)"])
        }
        let kept = Array(repeating: ClientOutcome.http(status: 503), count: 2)
        #expect(try sut.judge("AUTH-06", "503", [first, refresh, first], kept).verdict == .fail)
        let within = [first, refresh, refresh, second, second]
        #expect(try sut.judge("AUTH-06", "503", within, [.value([]), .value([])]).verdict == .pass)
        #expect(try sut.judge("AUTH-06", "503", within, [.value([])]).verdict == .fail)
    }

    @Test("A late 401 for the old token must not lead to a second refresh.")
    func late() throws {
        var refused = first
        (refused.status, refused.end) = (401, .completed)
        let values = [ClientOutcome.value([]), .value([])]
        let right = [refused, refused, refresh, second, second]
        #expect(try sut.judge("AUTH-07", "", right, values).verdict == .pass)
        #expect(try sut.judge("AUTH-07", "", right + [refresh], values).findings == ["expected 1 refresh, saw 2"])
        var (early, slow) = (refused, refresh)
        (early.endAt, slow.endAt) = (600, 700)
        let overlapping = try sut.judge("AUTH-07", "", [refused, early, slow, second, second], values)
        #expect(overlapping.verdict.name == "inconclusive")
        slow.endAt = 500
        let ended = try sut.judge("AUTH-07", "", [refused, early, slow, second, second], values)
        #expect(ended.verdict == .pass)
        let alone = try sut.judge("AUTH-07", "", [refused, refresh, second, second], values)
        #expect(alone.verdict.name == "inconclusive")
        #expect(alone.rerun == .inconclusive)
    }

    @Test("A late 401 is not judged with a client that sends one request at a time.")
    func lateWithOneConnection() throws {
        var abandoned = first
        (abandoned.status, abandoned.end) = (401, .closedByClient)
        let timeouts = [ClientOutcome.timeout, .timeout]
        let serial = try sut.judge("AUTH-07", "", [abandoned, abandoned], timeouts)
        #expect(serial.verdict.name == "inconclusive")
        var sut = sut
        sut.declaration.features.maximumConnections = 2
        #expect(sut.reason("AUTH-07") == nil)
        sut.declaration.features.maximumConnections = 1
        #expect(sut.reason("AUTH-07") == "the client has one request open at a time (maxConnections)")
    }

    @Test("A 403 must not lead to a refresh.")
    func forbidden() throws {
        #expect(try sut.judge("AUTH-08", "403", [first], [.auth(.forbidden, status: 403)]).verdict == .pass)
        #expect(try sut.judge("AUTH-08", "403", [first], [.http(status: 403)]).verdict == .pass)
        let refreshed = [first, refresh, second]
        let result = try sut.judge("AUTH-08", "403", refreshed, [.http(status: 403)])
        #expect(result.findings == ["expected 0 refreshes, saw 1", "expected 1 request of list, saw 2"])
    }

    @Test("The second refresh must send the refresh token of the first.")
    func rotation() throws {
        let values = [ClientOutcome.value([]), .value([])]
        let third = MadeUp.entry("GET", "/items", ["Authorization": "Bearer t3"])
        func judge(_ token: String) throws -> [String] {
            let refreshes = ["rehearsal-refresh-1", token].map {
                MadeUp.entry("POST", "/auth/refresh", body: #"{"refresh_token":"\#($0)"}"#)
            }
            let entries = [first, refreshes[0], second, second, refreshes[1], third]
            return try sut.judge("AUTH-09", "twice", entries, values).findings
        }
        #expect(try judge("rehearsal-refresh-2") == [])
        let missing = "expected the second refresh to send the refresh token that the first one returned, saw none"
        #expect(
            try judge("rehearsal-refresh-1") == [
                "expected the first refresh token to be sent once, saw it twice", missing,
            ]
        )
        #expect(try judge("driver1-r2") == [missing])
    }

    @Test("An operation may share the path of the refresh if its method differs.")
    func samePath() throws {
        var sut = sut
        sut.declaration.features.authRefresh?.path = "/items"
        let refresh = MadeUp.entry("POST", "/items")
        #expect(try sut.judge("AUTH-02", "", [first, refresh, second], [.value([])]).verdict == .pass)
    }

    @Test("The declared error for 401 counts as unauthenticated.")
    func declaredError() throws {
        var sut = sut
        sut.operation.domainErrors = [401: "sessionExpired"]
        let entries = [first, refresh, second]
        #expect(try sut.judge("AUTH-04", "", entries, [.domain("sessionExpired")]).verdict == .pass)
        #expect(try sut.judge("AUTH-04", "", entries, [.domain("other")]).verdict == .fail)
    }

    @Test("The rule for rotation does not apply if a refresh returns no refresh token.")
    func fixed() {
        var sut = sut
        sut.declaration.features.authRefresh?.reply = ["access_token": "t2"]
        #expect(sut.reason("AUTH-09") == "the reply to a refresh has no new refresh token (authRefresh)")
    }

    @Test("Parallel calls must share one refresh, and some may come after it.")
    func shared() throws {
        let values = Array(repeating: ClientOutcome.value([]), count: 20)
        let late = Array(repeating: first, count: 12) + [refresh] + Array(repeating: second, count: 20)
        #expect(try sut.judge("AUTH-03", "", late, values).verdict == .pass)
        #expect(try sut.judge("AUTH-03", "", late + [refresh], values).verdict == .fail)
        #expect(try sut.judge("AUTH-03", "", late, values.dropLast() + [.auth(.refreshFailed)]).verdict == .fail)
        #expect(try sut.judge("AUTH-03", "", late + late + [first], values).verdict == .fail)
    }

    @Test("A rejected new token must end the call.")
    func ends() throws {
        let outcome = ClientOutcome.auth(.unauthenticated, status: 401)
        #expect(try sut.judge("AUTH-04", "", [first, refresh, second], [outcome]).verdict == .pass)
        #expect(try sut.judge("AUTH-04", "", [first, refresh, second], [.http(status: 401)]).verdict == .pass)
        #expect(try sut.judge("AUTH-04", "", [first, refresh, second], [.hang]).verdict == .fail)
        var late = MadeUpCall()
        (late.outcomes, late.took) = ([outcome], .seconds(8))
        let complaints = try sut.judge("AUTH-04", "", late).findings
        #expect(complaints.contains("expected the call to end within 3 s, it took 8 s"))
        let again = [first, refresh, second, refresh, second]
        #expect(try sut.judge("AUTH-04", "", again, [outcome]).verdict == .fail)
    }

    @Test("The rules do not apply to a client that declares no refresh.", arguments: 2...4)
    func undeclared(_ number: Int) {
        var sut = sut
        sut.declaration.features.authRefresh = nil
        #expect(sut.reason("AUTH-0\(number)") == "the client does not declare a token refresh (authRefresh)")
    }

    @Test("A rejected refresh must fail every waiting call, and no later call may send the old token.")
    func rejectedRefresh() throws {
        let failures = Array(repeating: ClientOutcome.auth(.refreshFailed, status: 400), count: 20)
        let waiting = Array(repeating: first, count: 20)
        let judge = { (entries: [Journal.Entry], outcomes: [ClientOutcome]) in
            try sut.judge("AUTH-05", "parallel", entries, outcomes).verdict
        }
        #expect(try judge(waiting + [refresh], failures) == .pass)
        #expect(try judge(waiting + [refresh, refresh], failures) == .fail)
        #expect(try judge(waiting + [refresh, first], failures) == .fail)
        #expect(try judge(waiting + [refresh], failures.dropLast() + [.hang]) == .fail)
        var (ended, late) = (refresh, first)
        (ended.endAt, late.at) = (5, 6)
        let outcomes = Array(failures.prefix(2))
        #expect(try sut.judge("AUTH-05", "twice", [first, ended], outcomes).verdict == .pass)
        let again = try sut.judge("AUTH-05", "twice", [first, ended, late], outcomes)
        #expect(again.findings == ["expected no request with the old token after the rejected refresh, saw one"])
    }

    @Test("Any challenge must end in an authentication failure, and refreshes must stop at the declared limit.")
    func challenges() throws {
        var sut = sut
        #expect(sut.plan(of: "AUTH-10").clauses.map(\.variant) == ["none"])
        sut.declaration.transport = "sockets"
        #expect(sut.plan(of: "AUTH-10").clauses.map(\.variant) == ["basic", "none", "two"])
        let entries = [first, refresh, second]
        #expect(try sut.judge("AUTH-10", "basic", entries, [.auth(.unauthenticated)]).verdict == .pass)
        #expect(try sut.judge("AUTH-10", "basic", entries, [.transport(.badResponse)]).verdict == .fail)
        #expect(try sut.judge("AUTH-10", "two", entries, [.hang]).verdict == .fail)
        sut.declaration.features.authRefresh?.limit = 2
        let failures = Array(repeating: ClientOutcome.http(status: 401), count: 5)
        #expect(try sut.judge("AUTH-10", "storm", [first, refresh, refresh], failures).verdict == .pass)
        let storm = try sut.judge("AUTH-10", "storm", [first, refresh, refresh, refresh], failures)
        #expect(storm.findings == ["expected at most 2 refreshes in 5 calls, saw 3"])
    }
}
