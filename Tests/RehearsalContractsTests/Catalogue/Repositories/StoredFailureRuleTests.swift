import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("Rules for stored values after failures", .limitedConcurrency)
struct StoredFailureRuleTests {
    private static let golden: JSON = ["id": 7, "name": "Bruce"]
    private static let stored: JSON = ["id": 7, "name": "Alfred"]

    private var sut: MadeUp {
        var declaration = Declaration(name: "a client")
        declaration.features.fallback = .offline
        return MadeUp(
            declaration: declaration,
            operation: .init(
                "get",
                .get,
                "/items/7",
                reply: .init(200, body: Array(#"{"id":7,"name":"Bruce"}"#.utf8)),
                fields: [.init("$.id", .int), .init("$.name", .string)],
                details: .init(value: Self.golden, stored: ("items/7", Self.stored))
            )
        )
    }

    @Test("A 5xx must be an error if the client does not declare a stored value for it.")
    func serverErrors() throws {
        #expect(try sut.judge("REPO-06", "503", [], [.http(status: 503)]).verdict == .pass)
        #expect(try sut.judge("REPO-06", "503", [], [.value(Self.stored, .init(isStale: true))]).verdict == .fail)
        var sut = sut
        sut.declaration.features.fallback = .staleIfError
        #expect(try sut.judge("REPO-06", "503", [], [.value(Self.stored, .init(isStale: true))]).notes == [])
        let unmarked = try sut.judge("REPO-06", "503", [], [.value(Self.stored)])
        #expect(unmarked.verdict == .pass)
        #expect(unmarked.notes == ["the stored value is not reported as stale (stale)"])
        #expect(try sut.judge("REPO-06", "503", [], [.http(status: 503)]).verdict == .fail)
    }

    @Test("A missing connection must not be reported as a missing value.")
    func nothingStored() throws {
        let clause = try #require(sut.plan(of: "REPO-07").clauses.first)
        #expect(!clause.exercise.request.isOnline)
        #expect(clause.exercise.request.store.isEmpty)
        let verdict = { (sut: MadeUp, outcome: ClientOutcome) in
            try sut.judge("REPO-07", "", [], [outcome]).verdict
        }
        #expect(try verdict(sut, .transport(.cannotConnect)) == .pass)
        #expect(try verdict(sut, .http(status: 404)) == .fail)
        #expect(try verdict(sut, .domain("offline")) == .fail)
        var careful = sut
        careful.declaration.features.requestsOnlyOnline = true
        careful.operation.domainErrors = [404: "noSuchItem"]
        #expect(try verdict(careful, .domain("offline")) == .pass)
        #expect(try verdict(careful, .domain("userNotFound")) == .fail)
        #expect(try verdict(careful, .domain("noSuchItem")) == .fail)
        #expect(try verdict(careful, .value(.null)) == .fail)
    }

    @Test("A deleted value must not be returned later.", arguments: ["404", "410"])
    func eviction(_ variant: String) throws {
        let gone = ClientOutcome.http(status: 404)
        #expect(try sut.judge("REPO-08", variant, [], [gone, .transport(.connectionLost)]).verdict == .pass)
        #expect(try sut.judge("REPO-08", variant, [], [gone, gone]).verdict == .pass)
        #expect(try sut.judge("REPO-08", variant, [], [gone, .value(Self.stored)]).verdict == .fail)
        #expect(try sut.judge("REPO-08", variant, [], [.value(Self.stored), gone]).verdict == .fail)
        var list = sut
        list.operation.reply = .init(200, body: Array("[]".utf8))
        #expect(list.reason("REPO-08") == "the recorded reply to get is not the object that its path names")
    }

    @Test("The last value that was decoded must remain stored.", arguments: ["malformed", "missing-key"])
    func intact(_ variant: String) throws {
        let (value, failure) = (ClientOutcome.value(Self.golden), ClientOutcome.decoding(.dataCorrupted))
        #expect(try sut.judge("REPO-10", variant, [], [value, failure, value]).verdict == .pass)
        let lost = try sut.judge("REPO-10", variant, [], [value, failure, .transport(.connectionLost)])
        #expect(lost.verdict == .fail)
        #expect(try sut.judge("REPO-10", variant, [], [value, failure, .value(["id": 8])]).verdict == .fail)
        #expect(try sut.judge("REPO-10", variant, [], [failure, failure, failure]).verdict == .fail)
    }

    @Test("A request must be sent although the network monitor reports no connection.")
    func monitor() throws {
        let entry = MadeUp.entry("GET", "/items/7")
        #expect(try sut.judge("REPO-11", "", [entry], [.value(Self.golden)]).verdict == .pass)
        #expect(try sut.judge("REPO-11", "", [], [.value(Self.stored)]).findings == ["expected a request, saw none"])
        var careful = sut
        careful.declaration.features.requestsOnlyOnline = true
        #expect(careful.reason("REPO-11")?.hasSuffix("(asksOnlyOnline)") == true)
    }

    @Test("An action must concern the rows that it names, whose identifiers descend.")
    func rows() throws {
        var declaration = Declaration(name: "a client")
        var list = Declaration.Operation("list", .get, "/items", reply: .init(200, body: Array(#"[{"id":7}]"#.utf8)))
        var drop = Declaration.Operation("drop", .delete, "/items/7", isVoid: true, reply: .init(204))
        drop.rowAction = Declaration.RowAction(of: "list", path: "/items/{id}")
        let rules = RuleCatalogue.rules.filter { $0.id == "REPO-14" }
        declaration.operations = [list, drop]
        let plan = Plan(declaration, profile: .extended, rules: rules)
        let clause = try #require(plan.clauses.first)
        #expect(clause.exercise.request.rows == [0, 1])
        let body = clause.exercise.scenario.endpoints.first?.replies.first?.body
        #expect(body == .bytes(Array(#"[{"id":9},{"id":8},{"id":7}]"#.utf8), type: "application/json"))
        let findings = { (paths: [String]) in
            let entries = paths.map { MadeUp.entry("DELETE", $0) }
            let answer = CaseAnswer.outcomes([.value(.null)], elapsed: .zero, store: nil)
            return Judge(declaration).judge(clause, [CaseEvidence(entries: entries, answer: answer)]).findings
        }
        #expect(findings(["/items/9", "/items/8"]) == [])
        let shifted = ["expected 1 × DELETE /items/8, saw 0", "expected 0 × DELETE /items/7, saw 1"]
        #expect(findings(["/items/9", "/items/7"]) == shifted)
        list.reply = .init(200, body: Array("{}".utf8))
        declaration.operations = [list, drop]
        let reasons = Plan(declaration, profile: .extended, rules: rules).notApplicable.map(\.reason)
        #expect(
            reasons == [
                "the contract does not declare an action of list on rows of a list (rows)",
                "the recorded reply to list is not a list of objects with the member id",
            ]
        )
    }

    @Test("A declared status must become its domain error, with the reason of the reply.")
    func domainErrors() throws {
        var sut = sut
        sut.operation.domainErrors = [402: "paymentFailed", 409: "taken"]
        sut.declaration.features.problemJSON = true
        let clauses = sut.plan(of: "REPO-13").clauses
        #expect(clauses.map(\.variant) == ["402", "409"])
        guard case .bytes(let body, _)? = clauses[0].exercise.scenario.endpoints[0].replies.first?.body,
            case .string(let reason)? = try JSON(parsing: body)["detail"]
        else {
            Issue.record("the reply has no reason")
            return
        }
        let verdict = { (outcome: ClientOutcome) in try sut.judge("REPO-13", "402", [], [outcome]).verdict }
        #expect(try verdict(.domain("paymentFailed", status: 402, reason: reason)) == .pass)
        #expect(try verdict(.domain("paymentFailed")) == .pass)
        #expect(try verdict(.domain("paymentFailed", reason: "Try again.")) == .fail)
        #expect(try verdict(.domain("taken")) == .fail)
        #expect(try verdict(.http(status: 402)) == .fail)
        sut.declaration.features.problemJSON = false
        #expect(try verdict(.domain("paymentFailed", reason: "Try again.")) == .pass)
        #expect(self.sut.reason("REPO-13")?.hasSuffix("(domainErrors)") == true)
    }
}
