import Rehearsal
import RehearsalDocuments
import RehearsalOpenAPI
import RehearsalRecordings

/// The differences between an API document and the replies of a backend, recorded and current.
struct ContractDrift {
    private let contract: APIContract
    private let recording: String
    /// The violations by their texts, each with the number of its replies, in the order of first occurrence.
    private var counts: [(text: String, count: Int)] = []
    /// The responses that occurred, by operation.
    private var seen: [Int: Set<OpenAPIResponse.Status>] = [:]

    init(_ document: LoadedAPIDocument, recording: String) {
        (contract, self.recording) = (APIContract(document.document), recording)
    }

    var hasViolations: Bool { !counts.isEmpty }

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
            for violation in result.violations { count("\(contract.text(of: violation)) (\(title), \(origin))") }
            return
        }
        if let response = contract.document.operations[operation].response(to: reply.status) {
            seen[operation, default: []].insert(response.status)
        }
        for violation in contract.check(reply, to: operation, method: exchange.method) {
            let text = Redaction(salt: 0).text(contract.text(of: violation))
            count("\(text) (\(title), \(origin))")
        }
    }

    private mutating func count(_ text: String) {
        if let index = counts.firstIndex(where: { $0.text == text }) {
            counts[index].count += 1
        } else {
            counts.append((text, 1))
        }
    }

    /// The violations, and the documented responses that did not occur, one on each line.
    var lines: [String] {
        let found = counts.map { item in
            (item.text + (item.count > 1 ? ", \(item.count) times" : "")).printable
        }
        let operations = contract.document.operations
        let unseen = operations.indices.compactMap { index -> String? in
            let missing = operations[index].responses.map(\.status).filter { seen[index]?.contains($0) != true }
            guard !missing.isEmpty else { return nil }
            let names = missing.map(\.name).joined(separator: ", ")
            let place = contract.text(of: operations[index].place)
            return "\(place): note: \(operations[index].method) \(operations[index].path) never answered \(names)"
                .printable
        }
        return found + unseen
    }
}
