import Rehearsal
import RehearsalOpenAPI

/// An operation as an endpoint of an imported scenario.
struct ImportedOperation {
    private let played: OpenAPIScenario.PlayedOperation
    private let file: ImportedFile

    init(_ played: OpenAPIScenario.PlayedOperation, in file: ImportedFile) {
        (self.played, self.file) = (played, file)
    }

    var endpoint: ImportedEndpoint {
        let operation = played.operation
        let value = ImportValue(node: operation.value.node, path: operation.value.pointer, file: file)
        return ImportedEndpoint(played.endpoint, at: value, comments: comments)
    }

    /// The summary of the operation, and the replies that a request can select.
    private var comments: [String] {
        let operation = played.operation
        var lines: [String] = []
        let name = operation.operationID.map { $0.printable } ?? ""
        let summary = operation.summary.printable
        let title = [name, summary].filter { !$0.isEmpty }.joined(separator: ": ")
        if !title.isEmpty { lines.append(title) }
        if operation.isDeprecated { lines.append("This operation is deprecated.") }
        return lines
    }
}
