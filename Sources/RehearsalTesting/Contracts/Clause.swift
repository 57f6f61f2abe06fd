import RehearsalBackend
public import RehearsalContracts
import RehearsalDocuments
import RehearsalPlatform
public import Testing

extension Contract {
    /// A test of one rule or promise of a contract; the argument of a parametrised test.
    public struct Clause: Sendable, Identifiable, CustomTestStringConvertible, CustomStringConvertible {
        /// The id, which is the same in every run: `RETRY-02/getUser/503`.
        public let id: String
        let resolved: ResolvedContract
        /// The prefix of the ids of clauses that contain all decoding tests of one operation.
        static var mapPrefix: String { "\(Declaration.mapPrefix)/" }

        /// The name of the clause in lists of tests.
        public var testDescription: String { id }
        /// The name of the clause in reports.
        public var description: String { id }
    }

    /// A contract with its test plan, before any test has run.
    final class ResolvedContract: Sendable {
        let contract: Contract
        let plan: Plan
        let clauses: [String: PlannedClause]
        /// The names of the operations that have a decoding map.
        var mappedOperations: [String] {
            plan.declaration.operations.map(\.name).filter { name in
                plan.probes.contains { $0.operation.name == name }
            }
        }

        /// The errors in the contract, including files that were not found.
        let errors: [String]

        init(_ contract: Contract, profile: Plan.Profile) {
            let (contract, missing) = contract.resolved()
            let declaration = contract.declaration
            self.contract = contract
            let refresh = declaration.features.authRefresh
            let isWithoutToken = refresh.map { !$0.containsToken } ?? false
            self.errors =
                missing + [declaration.promiseProblem, declaration.replyProblem].compactMap(\.self)
                + (isWithoutToken ? ["the reply of authRefresh must be \(DeclaredFeatures.AuthRefresh.replyForm)"] : [])
            plan = Plan(declaration, profile: profile)
            clauses = Dictionary(plan.clauses.map { ($0.id, $0) }) { first, _ in first }
        }
    }

    /// The tests of the contract: those of the core rules that apply to each operation, and those of the promises.
    ///
    /// The last clauses have the ids `MAP/OPERATION`. Such a clause tests each change of each field of a reply. The
    /// results are the decoding map of the operation: the client's result for each change.
    ///
    /// The report (`REHEARSAL_REPORTS`) lists the rules that do not apply to this client, each with the reason.
    public var clauses: [Clause] {
        let resolved = ResolvedContract(self, profile: .core)
        guard resolved.errors.isEmpty else { return [Clause(id: "errors in the contract \(name)", resolved: resolved)] }
        return resolved.plan.clauses.map { Clause(id: $0.id, resolved: resolved) }
            + resolved.mappedOperations.map { Clause(id: "\(Clause.mapPrefix)\($0)", resolved: resolved) }
    }
}

extension Contract {
    /// Returns the contract with its recorded replies and scenarios loaded, and the errors found while loading.
    func resolved() -> (contract: Contract, missing: [String]) {
        var (contract, missing) = documented()
        for index in operations.indices {
            guard let name = contract.operations[index].declared.reply.recording else { continue }
            do throws(NamedReply.NotFound) {
                let answer = try NamedReply(name, referencedBy: filePath, root: recordingsRoot)
                contract.operations[index].declared.reply =
                    Declaration.RecordedReply(answer.status, headers: answer.headers, body: answer.body)
            } catch {
                missing.append("\(operations[index].declared.name): \(error.description)")
            }
        }
        let declaration = contract.declaration
        for index in promises.indices {
            do {
                contract.promises[index].declared.scenario =
                    try declaration.scenario(of: promises[index].declared, loading: scenario)
            } catch {
                missing.append("\(promises[index].declared.id): \(error)")
            }
        }
        return (contract, missing)
    }

    /// Loads the scenario of a promise, which is searched in the same folders as the scenario of a test.
    private func scenario(_ source: JSON) throws -> Scenario {
        guard case .string(let name) = source else {
            return try LoadedScenario(source, referencedBy: filePath, root: recordingsRoot).scenario
        }
        return try LoadedScenario(try ScenarioFinder(testFile: filePath).find(name), named: name).scenario
    }

    /// The nearest folder above the contract's source file that has recordings; otherwise that of `REHEARSAL_ROOT`.
    private var recordingsRoot: String? {
        NamedReply.root(above: filePath)
            ?? TestEnvironment.environment("REHEARSAL_ROOT").flatMap { FileSystem.realPath($0) }
    }
}
