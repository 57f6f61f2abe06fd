import Rehearsal
import RehearsalContracts
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalCLI

@Suite("rehearsal rules", .limitedConcurrency)
@BlockingThread
struct RulesTests {
    @Test("The table has a row for each rule, in the order of the catalogue.")
    func table() throws {
        let sut = try ChildProgram.run(["rules"])
        #expect(sut.status == 0)
        let ids = sut.output.split(separator: "\n").compactMap { $0.split(separator: " ").first }.map(String.init)
        #expect(ids.filter { RuleCatalogue.rule($0) != nil } == RuleCatalogue.rules.map(\.id))
    }

    @Test("A profile limits the table to the rules that it tests.")
    func profile() throws {
        let sut = try ChildProgram.run(["rules", "--profile", "core"])
        #expect(sut.output.contains("\nRETRY-02"))
        #expect(!sut.output.contains("\nPAGE-02"))
    }

    @Test(
        "The explanation of a rule has the reason, the replies of the server and Swift code.",
        arguments: ["rules", "help"]
    )
    func explanation(_ command: String) throws {
        let sut = try ChildProgram.run([command, "retry-02"])
        #expect(sut.status == 0)
        #expect(sut.output.hasPrefix("RETRY-02 "))
        #expect(sut.output.contains("\nwhy\n"))
        #expect(sut.output.contains("\nwhat the server does\n  503, 503/outcome: GET /reservations → 503\n"))
        #expect(sut.output.contains("\na client that follows it\n"))
        #expect(sut.output.contains("rehearsal verify --only 'RETRY-02/**' -- COMMAND"))
    }

    @Test("The name of a group selects its rules.")
    func group() throws {
        let sut = try ChildProgram.run(["rules", "auth", "--json"])
        let rules = try JSON(parsing: Array(sut.output.utf8))
        guard case .array(let elements) = rules else {
            Issue.record("not an array")
            return
        }
        #expect(
            elements.compactMap { $0["id"] }
                == RuleCatalogue.rules.filter { $0.id.hasPrefix("AUTH-") }.map { .string($0.id) }
        )
    }

    @Test("An unknown rule is an error that names the nearest one.")
    func unknown() throws {
        let sut = try ChildProgram.run(["rules", "RETRY-99"])
        #expect(sut.status == 64)
        #expect(sut.errors.contains("unknown rule \"RETRY-99\""))
        #expect(sut.errors.contains("did you mean RETRY-"))
    }

    @Test(
        "Every rule has an explanation and a test case of the example client.",
        arguments: RuleCatalogue.rules.map(\.id)
    )
    func complete(_ id: String) throws {
        let rule = try #require(RuleCatalogue.rule(id))
        let explanation = try #require(RuleExplanation.all[id])
        #expect(!explanation.why.isEmpty)
        #expect(explanation.fix.split(separator: "\n", omittingEmptySubsequences: false).count <= 12)
        let lines = RuleExample(rule).lines(limit: 3)
        #expect(lines.first?.hasPrefix("the rule does not apply") == false)
    }
}
