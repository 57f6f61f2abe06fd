import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("A plan", .limitedConcurrency)
struct PlanTests {
    @Test("A plan lists rules that do not apply, with the reason.")
    func notApplicable() {
        let operation = Declaration.Operation("cancel", .delete, "/items/1", isVoid: true, reply: .init(204))
        let sut = Plan(Declaration(name: "a client", operations: [operation]))
        #expect(sut.notApplicable.contains { $0.rule == "STAT-01" && $0.operation == "cancel" })
        #expect(!sut.clauses.contains { $0.rule.id == "STAT-01" })
    }

    @Test("An operation that must not run in parallel is not tested in parallel.")
    func parallel() {
        var declaration = Declaration(
            name: "a client",
            operations: ["list", "one"].map { Declaration.Operation($0, .get, "/\($0)", reply: .init(200)) }
        )
        declaration.features.authRefresh = .init()
        declaration.operations[1].isParallel = false
        let sut = Plan(declaration)
        #expect(sut.clauses.filter { $0.rule.id == "AUTH-03" }.map(\.operation.name) == ["list"])
        let reasons = sut.notApplicable.filter { $0.rule == "AUTH-03" }.map(\.reason)
        #expect(reasons == ["one does not support parallel calls (parallel)"])
    }

    @Test("A clause depends on all its prerequisites, direct and indirect, for its own operation.")
    func foundations() throws {
        var declaration = Declaration(
            name: "a client",
            operations: ["list", "one"].map { Declaration.Operation($0, .get, "/\($0)", reply: .init(200)) }
        )
        var promise = Declaration.Promise("P-1", "It is kept.", of: "list", playing: "x", dependsOn: ["STAT-02"])
        promise.scenario = Scenario("x", endpoints: [])
        declaration.promises = [promise]
        let sut = Plan(declaration)
        let clause = try #require(sut.clauses.first { $0.rule.id == "P-1" })
        let below = Prerequisites(in: sut).clauses(requiredBy: clause)
        #expect(clause.isPromise)
        #expect(!below.isEmpty)
        #expect(!below.contains { $0.isPromise })
        #expect(Set(below.map(\.operation.name)) == ["list"])
        let rules = Set(below.map(\.rule.id))
        // STAT-02 depends on REQ-01.
        #expect(rules == ["STAT-02", "REQ-01"])
    }

    @Test("The rules for refreshes do not apply to an operation without a token.")
    func withoutToken() {
        var declaration = Declaration(
            name: "a client",
            operations: ["list", "logIn"].map { Declaration.Operation($0, .get, "/\($0)", reply: .init(200)) }
        )
        declaration.features.authRefresh = .init()
        declaration.operations[1].needsToken = false
        let sut = Plan(declaration)
        let operations = sut.clauses.filter { $0.rule.id.hasPrefix("AUTH-") }.map(\.operation.name)
        #expect(Set(operations) == ["list"])
        let reasons = sut.notApplicable.filter { $0.rule == "AUTH-02" }.map(\.reason)
        #expect(reasons == ["logIn is sent without a token"])
    }
}
