import Rehearsal
import RehearsalContracts
import RehearsalHarness
import TestAdmission
import Testing

@Suite("Cases and answers as lines", .limitedConcurrency)
struct CaseMessageTests {
    @Test("A case is read back unchanged.")
    func request() throws {
        var request = CaseRequest(id: "RETRY-04/create/reset", operation: "create", baseURL: "http://127.0.0.1:1/v2")
        request.args = ["id": 7]
        (request.token, request.refreshToken) = ("t1", "r1")
        (request.timeout, request.deadline) = (.milliseconds(2_000), .milliseconds(5_500))
        request.cancelAfter = .microseconds(1_500)
        (request.repetitions, request.parallel, request.isOnline) = (3, 5, false)
        (request.stagger, request.cancelsOnlyFirst, request.rows) = (.milliseconds(50), true, [0, 2])
        request.store = ["users/1": ["id": 1]]
        let sut = try CaseRequest(message: request.message)
        #expect(sut.message == request.message)
        #expect(sut.cancelAfter == .microseconds(1_500))
        #expect(sut.stagger == .milliseconds(50))
        #expect(sut.cancelsOnlyFirst)
        #expect(sut.rows == [0, 2])
        #expect(sut.store == request.store)
        let line = String(decoding: request.message.line, as: UTF8.self)
        #expect(line.hasPrefix(#"{"case":"RETRY-04/create/reset","op":"create","args":{"id":7},"baseURL":"http://"#))
        #expect(line.hasSuffix("}\n"))
    }

    @Test("A minimal case is one call, online, without limits.")
    func shortRequest() throws {
        let sut = try CaseRequest(message: ["case": "a", "op": "b", "baseURL": "http://x", "later": ["more": 1]])
        #expect(sut.repetitions == 1)
        #expect(sut.parallel == 1)
        #expect(sut.isOnline)
        #expect(sut.deadline == nil)
    }

    static let outcomes: [(ClientOutcome, String)] = [
        (.value(["id": 1]), #"{"kind":"value","value":{"id":1}}"#),
        (
            .value(.null, .init(isStale: true, isFromCache: true, skipped: 2)),
            #"{"kind":"value","value":null,"stale":true,"fromCache":true,"skipped":2}"#
        ),
        (
            .http(status: 503, headers: ["Retry-After": "1"], body: [0xFF]),
            #"{"kind":"http","status":503,"headers":[["Retry-After","1"]],"bodyBase64":"/w=="}"#
        ),
        (
            .decoding(.keyNotFound, path: "$[1].id", status: 200),
            #"{"kind":"decoding","status":200,"detail":"keyNotFound","path":"$[1].id"}"#
        ),
        (.transport(.connectionLost, code: -1005), #"{"kind":"transport","detail":"connectionLost","code":-1005}"#),
        (.timeout, #"{"kind":"timeout"}"#),
        (.cancelled, #"{"kind":"cancelled"}"#),
        (.auth(.refreshFailed, status: 401), #"{"kind":"auth","status":401,"detail":"refreshFailed"}"#),
        (.invalidRequest(field: "email"), #"{"kind":"invalidRequest","field":"email"}"#),
        (
            .domain("spotUnavailable", status: 409, reason: "gone"),
            #"{"kind":"domain","status":409,"name":"spotUnavailable","reason":"gone"}"#
        ),
    ]

    @Test("Each outcome is read back unchanged.", arguments: outcomes)
    func outcome(outcome: ClientOutcome, text: String) throws {
        let sut = CaseAnswer.outcomes([outcome], elapsed: .milliseconds(12), store: ["a": 1])
        let message = try #require(sut.message(for: "id"))
        #expect(
            String(decoding: message.bytes(), as: UTF8.self)
                == #"{"case":"id","outcomes":[\#(text)],"elapsedMs":12,"store":{"a":1}}"#
        )
        let read = try CaseAnswer(message: message)
        #expect(read.outcomes == [outcome])
        #expect(read.store == ["a": 1])
    }

    @Test("The type of an error is read back with its outcome.")
    func errorTypes() throws {
        let guess = ThrownError(type: "NetError", guessedFrom: "NetError.status")
        let errors = [nil, ThrownError(type: "ItemError"), guess]
        let outcomes: [ClientOutcome] = [.value(1), .timeout, .http(status: 404)]
        let sut = CaseAnswer.outcomes(outcomes, elapsed: nil, store: nil, errors: errors)
        let message = try #require(sut.message(for: "id"))
        #expect(message["outcomes"]?[1] == ["kind": "timeout", "errorType": "ItemError"])
        let read = try CaseAnswer(message: message)
        #expect(read.outcomes == outcomes)
        #expect(read.errors == errors)
        let without = CaseAnswer.outcomes([.timeout], elapsed: nil, store: nil)
        #expect(try CaseAnswer(message: try #require(without.message(for: "id"))).errors == [])
    }

    @Test("Header fields can be an object whose values can be lists.")
    func headers() throws {
        let message = try JSON(
            parsing: #"{"outcomes":[{"kind":"http","status":400,"headers":{"A":"1","B":["2","3"]}}]}"#
        )
        let fields: Scenario.Headers = ["A": "1", "B": "2", "B": "3"]
        #expect(try CaseAnswer(message: message).outcomes == [.http(status: 400, headers: fields)])
    }

    @Test(
        "An error in an answer is reported with its path.",
        arguments: [
            (#"{"outcomes":[{"kind":"http"}]}"#, "outcomes[0].status: is missing"),
            (
                #"{"outcomes":[{"kind":"http","status":7}]}"#,
                "outcomes[0].status: expected a whole number from 100 to 999"
            ),
            (#"{"outcomes":[{"kind":"timeout"},{"kind":"fine"}]}"#, "outcomes[1].kind: expected one of value, http"),
            (#"{"outcomes":[{"kind":"crash"}]}"#, "outcomes[0]: only the harness may report the outcome crash"),
            (#"{"outcomes":[{"kind":"decoding","detail":"bad"}]}"#, "outcomes[0].detail: expected one of keyNotFound"),
            (
                #"{"outcomes":[{"kind":"http","status":500,"bodyBase64":"%"}]}"#,
                "outcomes[0].bodyBase64: expected Base64"
            ),
            (#"{"outcomes":[],"elapsedMs":-1}"#, "elapsedMs: expected milliseconds"),
            (#"{"outcomes":{}}"#, "outcomes: expected an array, found {}"),
            (#"{"case":"a"}"#, "outcomes: is missing"),
            ("[]", "expected an object, found []"),
        ]
    )
    func wrong(text: String, problem: String) throws {
        let message = try JSON(parsing: text)
        let error = #expect(throws: MessageError.self) { try CaseAnswer(message: message) }
        #expect(error?.description.hasPrefix(problem) == true, "\(error?.description ?? "")")
    }

    @Test("A case that cannot run states the reason, and a call that hangs has no message.")
    func others() throws {
        let message = try #require(CaseAnswer.cannotRun("no such operation").message(for: "a"))
        guard case .cannotRun("no such operation") = try CaseAnswer(message: message) else {
            Issue.record("read as something else")
            return
        }
        #expect(CaseAnswer.hang(.seconds(1)).message(for: "a") == nil)
    }
}
