import Rehearsal
import RehearsalDocuments
import RehearsalOpenAPI
import RehearsalRecordings

/// The differences between an API document and the replies of a backend, recorded and current.
struct ContractDrift {
    private let contract: APIContract
    private let recording: String
    private var found: ContractFindings
    /// The responses that occurred, by operation.
    private var seen: [Int: Set<OpenAPIResponse.Status>] = [:]

    init(_ document: LoadedAPIDocument, recording: String) {
        (contract, self.recording) = (APIContract(document.document), recording)
        found = ContractFindings(document: document.document.files[0].path)
    }

    /// Checks a recorded reply.
    mutating func add(recorded exchange: InspectedExchange) {
        // A reply of 304 refers to a cached copy, and a redacted value need not have the form of the real one.
        guard exchange.status > 0, exchange.status != 304 else { return }
        var reply = ContractReply(exchange.status, headers: exchange.headers, body: exchange.body)
        reply.isBodyComplete =
            exchange.coding == nil && !exchange.isTruncated
            && !Placeholder.occurs(in: String(decoding: exchange.body, as: UTF8.self))
        add(reply, to: exchange, "recorded in \(recording), entry \(exchange.number)")
    }

    /// Checks a current reply to a recorded request.
    mutating func add(current response: ComparedResponse, to exchange: InspectedExchange) {
        let reply = ContractReply(response.status, headers: response.headers, body: response.body)
        add(reply, to: exchange, "current reply to entry \(exchange.number)")
    }

    private mutating func add(_ reply: ContractReply, to exchange: InspectedExchange, _ origin: String) {
        var reply = reply
        // Both bodies are decoded.
        reply.headers.fields.removeAll { $0.name.lowercased() == "content-encoding" }
        let request = ContractRequest(exchange.method, exchange.target)
        let result = contract.check(request)
        let title = "\(exchange.method.printable) \(Redaction(salt: 0).target(exchange.target))"
        guard let operation = result.operation else {
            found.add(result.violations.map { "\(contract.text(of: $0)) (\(title), \(origin))".printable })
            return
        }
        if let response = contract.document.operations[operation].response(to: reply.status) {
            seen[operation, default: []].insert(response.status)
        }
        let violations = contract.check(reply, to: operation, method: exchange.method)
        found.add(
            violations.map { violation in
                let text = Redaction(salt: 0).text(contract.text(of: violation))
                return "\(text) (\(title), \(origin))".printable
            }
        )
    }

    /// The violations, and the documented responses that did not occur.
    var findings: ContractFindings {
        let operations = contract.document.operations
        var findings = found
        findings.unseen = operations.indices.compactMap { index -> String? in
            let missing = operations[index].responses.map(\.status).filter { seen[index]?.contains($0) != true }
            guard !missing.isEmpty else { return nil }
            let names = missing.map(\.name).joined(separator: ", ")
            let place = contract.text(of: operations[index].place)
            return "\(place): \(operations[index].method) \(operations[index].path) never answered \(names)".printable
        }
        return findings
    }
}
