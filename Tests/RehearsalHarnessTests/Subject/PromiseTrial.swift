import Foundation
import Rehearsal
import RehearsalContracts
import RehearsalDocuments
import RehearsalHarness
import RehearsalVerify

/// Tries one promise of a reference contract with a client that is made for a test.
struct PromiseTrial {
    /// The folder that contains `Scenarios/`.
    private static let root = #filePath.components(separatedBy: "/Tests/")[0]

    /// The declaration of a contract with the scenarios of its promises.
    static func declaration<Subject>(_ contract: Contract<Subject>) throws -> Declaration {
        try contract.declaration.withScenarios(
            SubjectFileLookup(answer: SubjectFileLookup.none.recordedReply) { source in
                try LoadedScenario(source, referencedBy: "a promise", root: root).scenario
            }
        )
    }

    /// The result of one promise.
    static func result<Subject>(
        _ id: String,
        of contract: Contract<Subject>,
        make: @escaping @Sendable (SubjectContext) async throws -> Subject,
    ) async throws -> ClauseResult? {
        var run = ContractRun(InProcessSubject(contract, make: make))
        run.plan = Plan(try declaration(contract))
        run.plan.clauses.removeAll { $0.rule.id != id }
        run.plan.probes = []
        return await run.report().results.first
    }

    /// The results of the promises of a contract's screens.
    static func results<Subject>(
        of contract: Contract<Subject>,
        make: @escaping @Sendable (SubjectContext) async throws -> Subject,
    ) async throws -> [ClauseResult] {
        var run = ContractRun(InProcessSubject(contract, make: make))
        run.plan = Plan(try declaration(contract))
        run.plan.clauses.removeAll { !$0.rule.id.hasPrefix("SCREEN-") }
        run.plan.probes = []
        return await run.report().results
    }
}
