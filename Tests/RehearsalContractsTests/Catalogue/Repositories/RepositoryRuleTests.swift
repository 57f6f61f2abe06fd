import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("Rules for repositories", .limitedConcurrency)
struct RepositoryRuleTests {
    private static let golden: JSON = ["id": 7, "owner": 7, "name": "Bruce", "isOpen": true]

    private var sut: MadeUp {
        var declaration = Declaration(name: "a client")
        declaration.features.fallback = .offline
        let body = #"{"id":7,"owner_id":7,"user_name":"Bruce","open":true,"etag":"x"}"#
        return MadeUp(
            declaration: declaration,
            operation: .init(
                "get",
                .get,
                "/items/7",
                reply: .init(200, body: Array(body.utf8)),
                fields: [
                    .init("$.id", .int), .init("$.owner_id", .int), .init("$.user_name", .string),
                    .init("$.open", .bool),
                    .init("$.etag", .string),
                ],
                details: .init(
                    value: Self.golden,
                    stored: ("items/7", ["id": 7, "owner_id": 3, "user_name": "Alfred", "open": false])
                )
            )
        )
    }

    private func verdict(_ rule: String, _ variant: String, _ outcome: ClientOutcome) throws -> Verdict {
        try sut.judge(rule, variant, [], [outcome]).verdict
    }

    @Test("The value must equal the declared value of the recorded answer.")
    func recorded() throws {
        #expect(try verdict("REPO-01", "recorded", .value(Self.golden)) == .pass)
        #expect(
            try verdict("REPO-01", "recorded", .value(["id": 7, "owner": 7, "name": "bruce", "isOpen": true])) == .fail
        )
    }

    @Test("A changed field must change its value, and a field that the app does not see is not tried.")
    func changed() throws {
        #expect(sut.plan(of: "REPO-01").clauses.map(\.variant) == ["recorded", "id", "owner_id", "user_name", "open"])
        let value = { (id: JSON, name: JSON) in
            ClientOutcome.value(["id": id, "owner": 7, "name": name, "isOpen": true])
        }
        #expect(try verdict("REPO-01", "user_name", value(7, "Brucf")) == .pass)
        #expect(try verdict("REPO-01", "user_name", value(7, "Bruce")) == .fail)
        #expect(try verdict("REPO-01", "user_name", value(7, "BRUCF")) == .fail)
        #expect(try verdict("REPO-01", "id", value(6, "Bruce")) == .pass)
        // The name of the path identifies the field, although another field has the same value.
        #expect(try verdict("REPO-01", "id", value(7, "Bruce")) == .fail)
    }

    @Test("An answer that the client declares to refuse must yield an error or a reported skip.")
    func impossible() throws {
        var sut = sut
        sut.operation.rejectedReplies = [
            .init("negative", [.init("/id", -1)]), .init("nameless", [.init("/user_name", ""), .init("/id", 8)]),
        ]
        let clauses = sut.plan(of: "REPO-12").clauses
        #expect(clauses.map(\.variant) == ["negative", "nameless"])
        let body = #"{"id":8,"owner_id":7,"user_name":"","open":true,"etag":"x"}"#
        let reply = try #require(clauses.last?.exercise.scenario.endpoints.first?.replies.last)
        #expect(reply.body == .bytes(Array(body.utf8), type: "application/json"))
        let golden = ClientOutcome.value(Self.golden)
        let judge = { (outcome: ClientOutcome) in try sut.judge("REPO-12", "nameless", [], [golden, outcome]) }
        #expect(try judge(.decoding(.dataCorrupted, path: "$.user_name", status: 200)).verdict == .pass)
        #expect(try judge(.domain("invalidItem", status: nil, reason: nil)).verdict == .pass)
        #expect(try judge(.value([], ClientOutcome.Freshness(skipped: 1))).verdict == .pass)
        #expect(try judge(.value(Self.golden, ClientOutcome.Freshness(skipped: 1))).verdict == .fail)
        #expect(try judge(.value([])).findings.first?.hasSuffix(#"for /user_name: "", /id: 8, got value([])"#) == true)
        #expect(try judge(.timeout).verdict == .fail)
        let skipping = ClientOutcome.value(Self.golden, ClientOutcome.Freshness(skipped: 1))
        #expect(try sut.judge("REPO-12", "nameless", [], [skipping, skipping]).verdict == .fail)
    }

    @Test("A refused answer that does not fit the recorded one is an error of the contract.")
    func misdeclared() {
        var declaration = Declaration(name: "a client", operations: [sut.operation])
        let problem = { (refused: [Declaration.RejectedReply]) in
            declaration.operations[0].rejectedReplies = refused
            return declaration.replyProblem
        }
        #expect(problem([.init("a", [.init("/id", 1)])]) == nil)
        declaration.operations[0].fields = [.init("$.id", .int, words: ["a"])]
        #expect(problem([]) == "get declares words for $.id, whose kind is not enum")
        declaration.operations[0].fields = nil
        var lost = sut
        lost.operation.rejectedReplies = [.init("a", [.init("/ids", 1)])]
        #expect(lost.reason("REPO-12") == "the recorded reply has no value at /ids")
        #expect(
            problem([.init("a", [.init("/ids", 1)])])
                == #"get refuses "a", but the recorded reply has no value at /ids"#
        )
        #expect(
            problem([.init("a", [.init("$.id", 1)])])?.contains("which is not a JSON Pointer such as /status") == true
        )
        #expect(problem([.init("a", [.init("/id", 7)])])?.hasSuffix("changes nothing in the recorded reply") == true)
        #expect(problem([.init("a", [])])?.hasSuffix("changes nothing in the recorded reply") == true)
        #expect(
            problem([.init("a/b", [.init("/id", 1)])])?.hasPrefix(#"get refuses "a/b", which is not a name"#) == true
        )
        let twice = Declaration.RejectedReply("a", [.init("/id", 1)])
        #expect(problem([twice, twice]) == #"get refuses "a" twice"#)
    }

    @Test("A fetched value must be returned after the server is lost.")
    func fetched() throws {
        let old: ClientOutcome = .value(["id": 8, "owner": 3, "name": "Alfred", "isOpen": false])
        let rows: [([ClientOutcome], Bool)] = [
            ([.value(Self.golden), .value(Self.golden)], true),
            ([.value(Self.golden), .transport(.connectionLost)], false),
            ([.value(Self.golden), old], false),
            ([.http(status: 500), .value(Self.golden)], false),
            ([.value(Self.golden)], false),
        ]
        for (outcomes, isRight) in rows {
            #expect((try sut.judge("REPO-09", "", [], outcomes).verdict == .pass) == isRight, "\(outcomes)")
        }
        #expect(sut.plan(of: "REPO-09").clauses[0].exercise.request.store.isEmpty)
    }

    @Test("A client that rejects a changed value makes the clause inconclusive.")
    func refused() throws {
        let result = try sut.judge("REPO-01", "user_name", [], [.domain("noName")])
        #expect(result.verdict.name == "inconclusive")
        #expect(try verdict("REPO-01", "user_name", .transport(.other)) == .fail)
    }

    @Test("An answer about another item may be rejected.")
    func another() throws {
        let result = try sut.judge("REPO-01", "id", [], [.domain("wrongItem")])
        #expect(result.verdict == .pass)
        #expect(result.notes == ["6 at $.id differs from the requested path, and is rejected: domain(wrongItem)"])
        #expect(try verdict("REPO-01", "id", .transport(.other)) == .fail)
    }

    @Test(
        "The stored value must be returned in any form if the server is unreachable.",
        arguments: ["refused", "lost"]
    )
    func offline(_ variant: String) throws {
        let stored: JSON = ["id": 7, "owner": 3, "name": "Alfred", "isOpen": false]
        #expect(try verdict("REPO-02", variant, .value(stored, .init(isStale: true))) == .pass)
        #expect(try sut.judge("REPO-02", variant, [], [.value(stored)]).notes.count == 1)
        #expect(try verdict("REPO-02", variant, .value([])) == .fail)
        #expect(try verdict("REPO-02", variant, .value(["id": 0, "name": ""])) == .fail)
        #expect(try verdict("REPO-02", variant, .transport(.cannotConnect)) == .fail)
    }

    @Test(
        "A rejection by the server must be reported as one.",
        arguments: ["400", "401", "403", "404", "409", "410", "422", "429"]
    )
    func refusal(_ variant: String) throws {
        #expect(try verdict("REPO-03", variant, .http(status: 404)) == .pass)
        #expect(try verdict("REPO-03", variant, .auth(.refreshFailed)) == .pass)
        #expect(try verdict("REPO-03", variant, .domain("notFound")) == .pass)
        #expect(try verdict("REPO-03", variant, .value(Self.golden, .init(isStale: true))) == .fail)
        #expect(try verdict("REPO-03", variant, .transport(.cannotConnect)) == .fail)
    }

    @Test("An unreadable answer must be reported as one.", arguments: ["malformed", "missing-key"])
    func corruption(_ variant: String) throws {
        #expect(try verdict("REPO-04", variant, .decoding(.keyNotFound)) == .pass)
        #expect(try verdict("REPO-04", variant, .domain("unreadable")) == .pass)
        #expect(try verdict("REPO-04", variant, .value(Self.golden, .init(isStale: true))) == .fail)
        #expect(sut.plan(of: "REPO-04").clauses.count == 2)
    }

    @Test("The rules for stored values do not apply to a client without a store.")
    func noStore() {
        var sut = sut
        sut.operation.stored = nil
        for rule in ["REPO-02", "REPO-03", "REPO-04"] {
            #expect(sut.reason(rule) == "the contract does not declare a stored value for get (stored)")
        }
        sut.declaration.features.fallback = .none
        #expect(sut.reason("REPO-02") == "the client does not declare a fallback (fallback)")
        #expect(sut.reason("REPO-05") == "get does not write")
    }

    @Test("A client that checks its network monitor first is also tried while the monitor reports offline.")
    func monitor() {
        var sut = sut
        sut.declaration.features.asksOnlyOnline = true
        #expect(sut.plan(of: "REPO-02").clauses.map(\.exercise.request.isOnline) == [true, true, false])
    }

    @Test("A failed write must yield an error and leave the store unchanged.")
    func lostWrite() throws {
        let sut = MadeUp(
            operation: .init("create", .post, "/items", reply: .init(201), details: .init(stored: ("items", [1])))
        )
        let plan = sut.plan(of: "REPO-05")
        #expect(plan.clauses.map(\.variant) == ["refused", "503", "timeout"])
        let clause = try #require(plan.clauses.first)
        let judged = { (outcome: ClientOutcome, store: [String: JSON]?) in
            let answer = CaseAnswer.outcomes([outcome], elapsed: .zero, store: store)
            return Judge(plan.declaration).judge(clause, [CaseEvidence(answer: answer)]).findings
        }
        #expect(judged(.transport(.cannotConnect), ["items": [1]]) == [])
        #expect(judged(.transport(.cannotConnect), nil) == [])
        #expect(judged(.value(.null), ["items": [1]]) == ["expected an error, got value(null)"])
        #expect(judged(.timeout, ["items": [1, 2]]).count == 1)
        #expect(judged(.timeout, [:]).count == 1)
        #expect(judged(.timeout, ["items": [1], "draft": 2]).count == 1)
    }
}
