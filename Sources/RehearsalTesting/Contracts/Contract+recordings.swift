import RehearsalContracts
import RehearsalFiles

extension Contract {
    /// The same contract with every recorded answer in it, and what could not be found.
    func resolved() -> (contract: Contract, missing: [String]) {
        var contract = self
        var missing: [String] = []
        for index in operations.indices {
            guard let name = operations[index].recording else { continue }
            switch recordedReply(name) {
            case .success(let reply): contract.operations[index].declared.reply = reply
            case .failure(let error): missing.append("\(operations[index].declared.name): \(error.description)")
            }
        }
        return (contract, missing)
    }

    private struct NotFound: Error {
        var description: String
    }

    /// One entry of a recording, read as a scenario reads it.
    private func recordedReply(_ name: String) -> Result<Declaration.RecordedReply, NotFound> {
        let document: JSON = ["endpoints": [["any": "/**", "replies": [["recording": .string(name)]]]]]
        let loaded = ScenarioFiles.loadText(document.bytes(), path: filePath, root: recordingsRoot)
        guard let reply = loaded.scenario?.endpoints.first?.replies.first else {
            let reasons = loaded.diagnostics.map(\.message)
            return .failure(NotFound(description: reasons.first ?? "there is no recording \"\(name)\""))
        }
        return .success(Declaration.RecordedReply(reply.status, headers: reply.headers, body: reply.body.recorded))
    }

    /// The nearest folder above the contract that has recordings, else where the environment says.
    private var recordingsRoot: String? {
        var folder = filePath
        while let slash = folder.lastIndex(of: "/") {
            folder = String(folder[..<slash])
            if FileSystem.isFolder("\(folder)/Recordings") { return FileSystem.realPath(folder) }
        }
        return TestBundles.environment("REHEARSAL_ROOT").flatMap { FileSystem.realPath($0) }
    }
}

extension Scenario.Body {
    /// The bytes that it stands for.
    fileprivate var recorded: [UInt8] {
        switch self {
        case .json(let value), .problem(let value): value.bytes()
        case .text(let text): Array(text.utf8)
        case .bytes(let bytes, _): bytes
        case .none, .events, .raw: []
        }
    }
}
