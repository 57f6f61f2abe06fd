import RehearsalContracts
import RehearsalDocuments
import RehearsalPlatform

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
