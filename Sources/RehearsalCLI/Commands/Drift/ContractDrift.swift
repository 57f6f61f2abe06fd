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
        guard exchange.status > 0 else { return }
        // A redacted value need not have the form of the real one.
        var reply = ContractReply(exchange.status, headers: exchange.headers, body: exchange.body)
        reply.isBodyComplete =
            exchange.coding == nil && !exchange.isTruncated
            && !Placeholder.occurs(in: String(decoding: exchange.body, as: UTF8.self))
        add(reply, to: exchange, isCurrent: false)
    }

    /// Checks a current reply to a recorded request.
    mutating func add(current response: ComparedResponse, to exchange: InspectedExchange) {
        add(
            ContractReply(response.status, headers: response.headers, body: response.body),
            to: exchange,
            isCurrent: true
        )
    }

    private mutating func add(_ reply: ContractReply, to exchange: InspectedExchange, isCurrent: Bool) {
        let request = ContractRequest(exchange.method, exchange.target, headers: exchange.requestHeaders)
        guard !request.isPreflight else { return }
        var reply = reply
        // Both bodies are decoded.
        reply.headers.fields.removeAll { $0.name.lowercased() == "content-encoding" }
        let result = contract.check(request, hasNotes: false)
        guard let operation = result.operation.map({ (index: $0, contract.document.operations[$0]) }) else {
            let path = Redaction(salt: 0).target(String(exchange.target.prefix { $0 != "?" }))
            found.add(result.violations.map { violation($0, path, exchange, isCurrent: isCurrent) })
            return
        }
        if let response = operation.1.response(to: reply.status) {
            seen[operation.index, default: []].insert(response.status)
        }
        // A reply of 304 refers to a cached copy, so it has neither the documented fields nor a body.
        guard reply.status != 304 else { return }
        let violations = contract.check(reply, to: operation.index, method: exchange.method)
        found.add(violations.map { violation($0, operation.1.path, exchange, isCurrent: isCurrent) })
    }

    private func violation(
        _ violation: ContractViolation,
        _ path: String,
        _ exchange: InspectedExchange,
        isCurrent: Bool
    ) -> ContractFindings.Violation {
        let redaction = Redaction(salt: 0)
        let rule = redaction.text(contract.text(of: violation)).printable
        let origin = isCurrent ? "current reply to" : "recorded in \(recording),"
        let request = "\(exchange.method) \(redaction.target(exchange.target))"
        return ContractFindings.Violation(
            .init(rule: rule, method: exchange.method, path: path, isCurrent: isCurrent),
            text: "\(rule) (\(request), \(origin) entry \(exchange.number))".printable
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
