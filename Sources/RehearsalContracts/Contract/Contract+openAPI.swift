import Rehearsal

extension Contract {
    /// Creates a contract whose operations an OpenAPI document describes.
    ///
    /// The document has the request, the reply and the fields of each operation: its path with example values, the
    /// example of its lowest success status or a generated value, and the types of that reply. An operation that is not
    /// created with ``Operation/documented(_:golden:_:call:)`` is declared as in any other contract.
    ///
    /// - Parameters:
    ///   - path: the path of the document, in the folder of the calling file or in one of its parents.
    ///   - name: the name in reports; nil for the name of the document's file.
    ///   - declares: the declared behavior of the client.
    ///   - operations: the operations of the client.
    ///   - domainErrors: the app's error for a documented status of an operation, `409`; nil for a status without its
    ///     own error. An operation that declares an error of the status itself keeps it.
    ///   - promises: the client's promises beyond the rules for all clients.
    ///   - classify: maps an error of the client to an outcome; returns nil for the default mapping.
    ///   - filePath: the path of the calling file.
    public init(
        openAPI path: String,
        name: String? = nil,
        declares: Declared = Declared(),
        operations: [Operation],
        domainErrors: @Sendable (Int) -> String? = { _ in nil },
        promises: [Promise] = [],
        classify: @escaping @Sendable (any Error) -> ClientOutcome? = { _ in nil },
        filePath: String = #filePath,
    ) {
        let located = operations.map { operation in
            guard case .documented(nil, let name) = operation.declared.reply.source else { return operation }
            var located = operation
            located.declared.reply.source = .documented(path: path, name: name)
            return located
        }
        self.init(
            name ?? path.split(separator: "/").last.map(String.init) ?? path,
            declares: declares,
            operations: located,
            promises: promises,
            classify: classify,
            filePath: filePath
        )
        let statuses = 400..<500
        documentedErrors = Dictionary(
            uniqueKeysWithValues: statuses.compactMap { status in
                domainErrors(status).map { (status, $0) }
            }
        )
    }
}

extension Contract.Operation {
    /// Returns an operation with a return value that an OpenAPI document describes, for a contract with `openAPI`.
    ///
    /// - Parameters:
    ///   - name: the `operationId`, or the method and the path template: `GET /users/{id}`.
    ///   - golden: the value that the client returns for the reply of the document.
    ///   - details: further properties of the operation.
    ///   - call: the function that calls it.
    public static func documented<Value: Sendable>(
        _ name: String,
        golden: Value? = nil,
        _ details: Contract.Details = .init(),
        call: @escaping @Sendable (Subject) async throws -> Value,
    ) -> Contract.Operation {
        .value(
            name,
            .get("/"),
            recorded: .init(source: .documented(path: nil, name: name)),
            golden: golden,
            details,
            call: call
        )
    }

    /// Returns an operation without a return value that an OpenAPI document describes, for a contract with `openAPI`.
    public static func documentedVoid(
        _ name: String,
        _ details: Contract.Details = .init(),
        call: @escaping @Sendable (Subject) async throws -> Void,
    ) -> Contract.Operation {
        .void(name, .get("/"), recorded: .init(source: .documented(path: nil, name: name)), details, call: call)
    }

    /// The path of the document and the name in it, for an operation that a document describes. The path is empty if
    /// the contract names no document.
    package var documentedName: (path: String, name: String)? {
        guard case .documented(let path, let name) = declared.reply.source else { return nil }
        return (path ?? "", name)
    }
}
