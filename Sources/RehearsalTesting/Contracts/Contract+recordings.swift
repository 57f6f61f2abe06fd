import RehearsalContracts
import RehearsalFiles

extension Contract {
    /// The same contract with every recorded answer in it, and what could not be found.
    func resolved() -> (contract: Contract, missing: [String]) {
        var contract = self
        var missing: [String] = []
        for index in operations.indices {
            guard let name = operations[index].recording else { continue }
            do throws(RecordedAnswer.NotFound) {
                let answer = try RecordedAnswer(name, asking: filePath, below: recordingsRoot)
                contract.operations[index].declared.reply =
                    Declaration.RecordedReply(answer.status, headers: answer.headers, body: answer.body)
            } catch {
                missing.append("\(operations[index].declared.name): \(error.description)")
            }
        }
        return (contract, missing)
    }

    /// The nearest folder above the contract that has recordings, else where the environment says.
    private var recordingsRoot: String? {
        RecordedAnswer.root(above: filePath)
            ?? TestBundles.environment("REHEARSAL_ROOT").flatMap { FileSystem.realPath($0) }
    }
}
