import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("Failures and the clauses that depend on them", .limitedConcurrency)
struct SettlingTests {
    private func result(_ rule: String, _ operation: String = "get", _ verdict: Verdict = .pass) throws -> ClauseResult
    {
        let real = RuleCatalogue.rule(rule)
        let operation = Declaration.Operation(operation, .get, "/a", reply: .init(200))
        let drafted = Rule(rule, "A rule.", source: "a test", dependsOn: real?.dependsOn ?? []) { call in
            [Rule.Draft("", TestCase(call.operation, replies: [])) { _ in }]
        }
        let plan = Plan(Declaration(name: "s", operations: [operation]), profile: .extended, rules: [drafted])
        return ClauseResult(try #require(plan.clauses.first), [], verdict)
    }

    @Test("A clause that depends on a failed one is blocked, regardless of its own verdict.")
    func blocked() throws {
        let results = [try result("REQ-01", "get", .fail), try result("STAT-01"), try result("STAT-01", "list", .fail)]
        let sut = Judge.blockingDependents(results).map(\.verdict)
        #expect(sut == [.fail, .blocked(by: "REQ-01"), .fail])
    }

    /// A result of a clause with this variant.
    private func result(
        _ rule: String,
        variant: String,
        _ verdict: Verdict = .pass,
        isFoundation: Bool = true,
    ) throws -> ClauseResult {
        var result = try result(rule, "get", verdict)
        (result.variant, result.isPrerequisite) = (variant, isFoundation)
        result.id += "/\(variant)"
        return result
    }

    @Test("A clause is blocked by the clause of its own variant if there is one, and otherwise by any.")
    func variants() throws {
        let results = [
            try result("RETRY-01", variant: "503"), try result("RETRY-01", variant: "502", .fail),
            try result("RETRY-02", variant: "503"), try result("RETRY-02", variant: "502"),
            try result("RETRY-02", variant: "500"),
        ]
        let sut = Judge.blockingDependents(results).map(\.verdict)
        #expect(sut == [.pass, .fail, .pass, .blocked(by: "RETRY-01"), .blocked(by: "RETRY-01")])
    }

    @Test("The variant does not matter for indirect prerequisites.")
    func deepVariants() throws {
        let results = [
            try result("REPO-01", variant: "id"), try result("REPO-01", variant: "price", .fail),
            try result("STAT-01", variant: "200", .fail), try result("DEC-02", variant: "id"),
        ]
        let sut = Judge.blockingDependents(results).map(\.verdict)
        #expect(sut == [.pass, .fail, .blocked(by: "REPO-01"), .blocked(by: "REPO-01")])
    }

    @Test("A variant that is not a prerequisite blocks no clause.")
    func onlyForItself() throws {
        let results = [
            try result("REQ-01", variant: "root"),
            try result("REQ-01", variant: "base-slash", .fail, isFoundation: false), try result("STAT-01"),
        ]
        #expect(Judge.blockingDependents(results).map(\.verdict) == [.pass, .fail, .pass])
    }

    @Test("A blocked clause names the failed rule at the bottom of its chain.")
    func deepest() throws {
        let results = try ["STAT-01", "REPO-01", "DEC-06", "REQ-01"].map { try result($0, "get", .fail) }
        let sut = Judge.blockingDependents(results).map(\.verdict)
        #expect(sut == [.blocked(by: "REQ-01"), .blocked(by: "REQ-01"), .blocked(by: "REQ-01"), .fail])
    }

    @Test("A clause is not blocked by another clause of its own rule.")
    func own() throws {
        let results = [try result("STAT-01", "get", .fail), try result("STAT-01", "get", .fail)]
        #expect(Judge.blockingDependents(results).map(\.verdict) == [.fail, .fail])
    }
}
