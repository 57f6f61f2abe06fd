import Rehearsal
import RehearsalContracts
import RehearsalDocuments
import RehearsalHarness
import RehearsalPlatform

extension Contract {
    /// Returns the contract, in which the operations that an OpenAPI document describes have its request, reply and
    /// fields, and the errors found while reading.
    func documented() -> (contract: Contract, missing: [String]) {
        var contract = self
        var missing: [String] = []
        var documents: [String: DocumentedOperations] = [:]
        for index in operations.indices {
            guard let (path, name) = operations[index].documentedName else { continue }
            // The error of a missing document or operation is the only one about the operation.
            contract.operations[index].declared.reply = Declaration.RecordedReply(200)
            do throws(DocumentError) {
                let document = if let known = documents[path] { known } else { try document(at: path) }
                documents[path] = document
                let described = try Self.operation(named: name, in: document, path)
                contract.operations[index].declared = operations[index].declared.described(by: described)
                let statuses = document.errorStatuses[name] ?? []
                let errors = documentedErrors.filter { statuses.contains($0.key) }
                contract.operations[index].declared.domainErrors.merge(errors) { own, _ in own }
            } catch {
                missing.append("\(name): \(error.description)")
            }
        }
        return (contract, missing)
    }

    private struct DocumentError: Error {
        let description: String
    }

    private func document(at path: String) throws(DocumentError) -> DocumentedOperations {
        guard !path.isEmpty else {
            throw DocumentError(description: "the contract names no document; create it with Contract(openAPI:)")
        }
        let folders = path.hasPrefix("/") ? [""] : FilePath.folders(above: filePath)
        guard let found = folders.lazy.map({ FilePath.join($0, path) }).first(where: { FileSystem.realPath($0) != nil })
        else {
            let hint = "no folder above \(filePath) contains it"
            throw DocumentError(description: "the OpenAPI document \(path.debugDescription) was not found: \(hint)")
        }
        var diagnostics: [Diagnostic] = []
        let loaded = LoadedAPIDocument.load(found, root: nil, diagnostics: &diagnostics)
        let errors = diagnostics.filter { $0.severity == .error }
        guard let loaded, errors.isEmpty else {
            throw DocumentError(description: errors.map(\.line).joined(separator: "\n"))
        }
        return DocumentedOperations(loaded.document)
    }

    private static func operation(
        named name: String,
        in document: DocumentedOperations,
        _ path: String
    ) throws(DocumentError) -> Declaration.Operation {
        if let operation = document.operation(named: name) { return operation }
        let nearest = NearestName.of(name, in: document.operations.map(\.name))
        let hint = nearest.map { "; did you mean \($0.debugDescription)?" } ?? ""
        throw DocumentError(description: "\(path) has no operation with this name\(hint)")
    }
}

extension Declaration.Operation {
    /// Returns the operation with the request, the reply and the fields of another one.
    fileprivate func described(by other: Declaration.Operation) -> Declaration.Operation {
        var operation = self
        (operation.method, operation.path, operation.reply) = (other.method, other.path, other.reply)
        operation.fields = isVoid ? nil : other.fields
        return operation
    }
}
