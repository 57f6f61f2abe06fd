public import RehearsalContracts
import RehearsalDocuments
import RehearsalPlatform
public import Testing

extension Contract {
    /// One rule, tried in one way with one operation of a client: an argument of a parametrised test.
    public struct Clause: Sendable, Identifiable, CustomTestStringConvertible, CustomStringConvertible {
        /// `RETRY-02/getUser/503`: stays the same from one run to the next.
        public let id: String
        let book: Book
        /// Before the name of an operation: all that is tried for its decoding map.
        static var mapPrefix: String { "\(Declaration.mapName)/" }

        /// What it is called where tests are listed.
        public var testDescription: String { id }
        /// What it is called in reports.
        public var description: String { id }
    }

    /// What is known of a contract before anything is tried.
    final class Book: Sendable {
        let contract: Contract
        let plan: Plan
        let clauses: [String: PlannedClause]
        /// The operations that a decoding map is drawn of.
        var mapped: [String] {
            plan.declaration.operations.map(\.name).filter { name in plan.probes.contains { $0.operation.name == name }
            }
        }

        /// What is wrong with the contract, or could not be found.
        let missing: [String]

        init(_ contract: Contract, profile: Plan.Profile) {
            let (contract, missing) = contract.resolved()
            let declaration = contract.declaration
            self.contract = contract
            let refresh = declaration.features.authRefresh
            let isWithoutToken = refresh.map { !$0.bringsToken } ?? false
            self.missing =
                missing + [declaration.misnamedPromise, declaration.misdeclaredAnswer].compactMap(\.self)
                + (isWithoutToken ? ["the reply of authRefresh is not \(DeclaredFeatures.AuthRefresh.replyForm)"] : [])
            plan = Plan(declaration, profile: profile)
            clauses = Dictionary(plan.clauses.map { ($0.id, $0) }) { first, _ in first }
        }
    }

    /// Everything that the client is held to: the core rules that can be tried with it, operation by operation, and its
    /// own promises.
    ///
    /// The last of them, `MAP/` and an operation, try what else can be wrong in an answer, and draw the decoding map:
    /// what the client makes of each change of each field.
    ///
    /// What cannot be tried with this client is in the report (`REHEARSAL_REPORTS`), with the reason.
    public var clauses: [Clause] {
        let book = Book(self, profile: .core)
        guard book.missing.isEmpty else { return [Clause(id: "the files of \(name)", book: book)] }
        return book.plan.clauses.map { Clause(id: $0.id, book: book) }
            + book.mapped.map { Clause(id: "\(Clause.mapPrefix)\($0)", book: book) }
    }
}

extension Contract {
    /// The same contract with every recorded answer and scenario in it,
    /// and what is wrong with it or could not be found.
    func resolved() -> (contract: Contract, missing: [String]) {
        var contract = self
        var missing: [String] = []
        for index in operations.indices {
            guard let name = operations[index].declared.reply.recording else { continue }
            do throws(RecordedAnswer.NotFound) {
                let answer = try RecordedAnswer(name, asking: filePath, below: recordingsRoot)
                contract.operations[index].declared.reply =
                    Declaration.RecordedReply(answer.status, headers: answer.headers, body: answer.body)
            } catch {
                missing.append("\(operations[index].declared.name): \(error.description)")
            }
        }
        for index in promises.indices {
            do {
                contract.promises[index].declared.scenario = try scenario(promises[index].declared.source)
            } catch {
                missing.append("\(promises[index].declared.id): \(error)")
            }
        }
        return (contract, missing)
    }

    /// What a promise is tried with, found as a test's own scenario is.
    private func scenario(_ source: JSON) throws -> Scenario {
        guard case .string(let name) = source else {
            return try PlayedScenario(source, asking: filePath, below: recordingsRoot).scenario
        }
        return try PlayedScenario(try ScenarioFinder(testFile: filePath).find(name), named: name).scenario
    }

    /// The nearest folder above the contract that has recordings, else where the environment says.
    private var recordingsRoot: String? {
        RecordedAnswer.root(above: filePath)
            ?? TestBundles.environment("REHEARSAL_ROOT").flatMap { FileSystem.realPath($0) }
    }
}
