package import Rehearsal
package import RehearsalContracts
package import RehearsalOpenAPI

/// The operations of an OpenAPI document, for clients that call them.
package struct DocumentedOperations: Sendable {
    package let contract: APIContract
    /// The operations in the order of the document.
    package let operations: [Declaration.Operation]
    /// The documented statuses of errors of the client, by the name of the operation.
    package let errorStatuses: [String: [Int]]

    private static let maximumFindings = 50
    /// The rules whose cases call a client with other arguments than the declared ones.
    private static let rulesWithOtherArguments: Set<String> = ["REQ-02", "REQ-03", "REQ-09", "REQ-10"]

    package init(_ document: OpenAPIDocument) {
        contract = APIContract(document)
        let described = ClientOperation.all(of: document)
        operations = described.map { Declaration.Operation($0) }
        errorStatuses = Dictionary(described.map { ($0.name, $0.errorStatuses) }) { first, _ in first }
    }

    /// Returns the operation with a name; nil if the document has none.
    package func operation(named name: String) -> Declaration.Operation? { operations.first { $0.name == name } }

    // MARK: Hello messages

    /// Returns the members that the hello of a subject lacks, from a file and then from the document.
    ///
    /// An operation of the subject is that of the document with the same name, or with the same method and path. A
    /// subject that names no operation has all operations of the document.
    package func defaults(for hello: JSON, after additions: JSON) -> JSON {
        let known = hello.merged(from: additions)
        guard case .array(let own)? = known["ops"], !own.isEmpty else {
            return additions.merged(from: ["ops": .array(operations.map { message(for: $0) })])
        }
        let derived = own.compactMap { own -> JSON? in
            guard let name = own["op"], let operation = operation(for: own),
                case .object(let members) = message(for: operation)
            else { return nil }
            return .object([JSON.Member("op", name)] + members.filter { $0.name != "op" && own[$0.name] == nil })
        }
        return additions.merged(from: ["ops": .array(derived)])
    }

    /// Returns the operation of the document to which an element of `ops` refers.
    private func operation(for element: JSON) -> Declaration.Operation? {
        if case .string(let name)? = element["op"], let operation = operation(named: name) { return operation }
        guard case .string(let method)? = element["method"], case .string(let path)? = element["path"] else {
            return nil
        }
        return contract.operations(path, method: method).first.map { operations[$0] }
    }

    private func message(for operation: Declaration.Operation) -> JSON {
        Declaration(name: "", operations: [operation]).hello["ops"]?[0] ?? .null
    }

    // MARK: Requests

    /// Returns a sentence for each violation of the document by a request of the client, with the place of the rule
    /// and the request.
    ///
    /// Only requests to the operation of a clause are checked. Some cases have further endpoints, such as the target of
    /// a redirect, which no document describes. A case has no credentials that the document could describe, so they are
    /// not checked.
    ///
    /// - Parameters:
    ///   - results: the results of the clauses.
    ///   - declared: the operations of the client.
    package func violations(
        in results: [ClauseResult],
        of declared: [Declaration.Operation],
        redactedBy redaction: Redaction
    ) -> [String] {
        let endpoints = Dictionary(declared.map { ($0.name, Self.endpoint(of: $0)) }) { first, _ in first }
        var sentences: [String] = []
        var seen: Set<String> = []
        for result in results where !Self.rulesWithOtherArguments.contains(result.rule) {
            guard let endpoint = endpoints[result.operation] ?? nil, !result.variant.hasPrefix("base") else { continue }
            for entry in result.entries where !entry.isUnmatched && entry.endpoint == endpoint {
                let checked = contract.check(ContractRequest(entry))
                for violation in checked.errors where violation.kind != .missingCredentials {
                    let text = contract.text(of: violation)
                    guard seen.insert("\(result.operation) \(text)").inserted, sentences.count < Self.maximumFindings
                    else { continue }
                    let message = redaction.note(text, about: entry) ?? text
                    let request = "\(entry.method) \(entry.redactedTarget(redaction))"
                    sentences.append("\(message) (\(request), in \(result.id))".printable)
                }
            }
        }
        return sentences
    }

    /// Returns the name of the endpoint that answers an operation, as journals have it.
    private static func endpoint(of operation: Declaration.Operation) -> String? {
        let endpoint = Scenario.Endpoint(operation.method, operation.pattern, replies: [Scenario.Reply()])
        return (try? CompiledScenario(Scenario("operation", endpoints: [endpoint])))?.endpoints.first?.displayName
    }
}
