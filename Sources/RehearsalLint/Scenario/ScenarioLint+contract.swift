import Rehearsal
import RehearsalDocuments
import RehearsalOpenAPI

extension ScenarioLint {
    /// Reports the replies that an API document does not allow, and the endpoints and operations without a counterpart.
    mutating func reportViolations(of loaded: LoadedAPIDocument, _ compiled: ContractCache.Compiled) {
        let contract = compiled.contract
        findings += compiled.findings
        var answered: Set<Int> = []
        for (index, endpoint) in scenario.endpoints.enumerated() {
            guard !endpoint.isNoise, let probe = EndpointProbe(endpoint) else { continue }
            let operations = contract.operations(probe.path, method: probe.method)
            answered.formUnion(operations)
            guard let range = target(ofEndpoint: index), !endpoint.replies.isEmpty else { continue }
            guard !operations.isEmpty else {
                let message = "the API document \(loaded.document.files[0].path) has no operation for this endpoint"
                let hint = "correct the method and the path, or add the operation"
                report(.unknownOperation, at: range, message, hint: hint, see: "endpoint")
                continue
            }
            let replyNodes = nodes[index - subject.firstEndpoint]["replies"].map { Array($0.elements) } ?? []
            for (number, reply) in endpoint.replies.enumerated() {
                let isListed = replyNodes.count == endpoint.replies.count
                let place =
                    isListed ? replyNodes[number].range.lowerBound..<replyNodes[number].range.lowerBound + 1 : range
                for operation in operations {
                    reportViolations(of: reply, at: place, contract, operation, probe.method)
                }
            }
        }
        reportUnanswered(contract, answered)
    }

    private mutating func reportViolations(
        of reply: Scenario.Reply,
        at range: Range<Int>,
        _ contract: APIContract,
        _ operation: Int,
        _ method: String
    ) {
        guard let literal = reply.literal else { return }
        for violation in contract.check(literal, to: operation, method: method) {
            // A gateway may answer with a status that no document has.
            let isOutage = violation.kind == .undocumentedStatus && reply.status >= 500
            report(
                .contractViolation,
                at: range,
                violation.message,
                hint: violation.place.map { "the rule is at \(contract.text(of: $0))" } ?? "",
                see: "reply",
                severity: isOutage ? .warning : .error
            )
        }
    }

    private mutating func reportUnanswered(_ contract: APIContract, _ answered: Set<Int>) {
        let operations = contract.document.operations
        let names = operations.indices.filter { !answered.contains($0) }.map { index in
            "\(operations[index].method) \(operations[index].path) (\(contract.text(of: operations[index].place)))"
        }
        guard !names.isEmpty else { return }
        let range = subject.root["contract"]?.range ?? subject.root.range.lowerBound..<subject.root.range.lowerBound + 1
        let shown = names.prefix(10).joined(separator: ", ") + (names.count > 10 ? ", …" : "")
        let message = "\(names.count) of \(operations.count) operations have no endpoint: \(shown)"
        report(.unansweredOperations, at: range, message, hint: "add endpoints", see: "endpoint", severity: .note)
    }
}

/// A request that an endpoint answers, to find its operation in an API document.
private struct EndpointProbe {
    let method: String
    let path: String

    /// - Returns: nil for a path with `**`, which no single operation has.
    init?(_ endpoint: Scenario.Endpoint) {
        guard let segments = try? endpoint.path.segments() else { return nil }
        var path = ""
        for segment in segments {
            switch segment {
            case .literal(let bytes): path += "/" + String(decoding: bytes, as: UTF8.self)
            case .capture: path += "/1"
            case .rest: return nil
            }
        }
        self.path = path.isEmpty ? "/" : path
        method = endpoint.method.rawValue
    }
}

extension Scenario.Reply {
    /// The reply as a client receives it; nil if it differs between requests or is not a whole reply.
    fileprivate var literal: ContractReply? {
        guard handler == nil, stream == nil, edits.isEmpty, !faults.contains(where: \.endsReply) else { return nil }
        var reply = ContractReply(status, headers: headers)
        let hasType = headers.contains("Content-Type")
        let type: String?
        switch body {
        case .none: type = nil
        case .json(let json): (reply.body, type) = (json.bytes(), "application/json")
        case .problem(let json): (reply.body, type) = (json.bytes(), "application/problem+json")
        case .text(let text): (reply.body, type) = (Array(text.utf8), "text/plain; charset=utf-8")
        case .bytes(let bytes, let known): (reply.body, type) = (bytes, known)
        case .events: (reply.body, type, reply.isBodyComplete) = ([], "text/event-stream", false)
        case .raw: return nil
        }
        if !hasType, let type { reply.headers.append("Content-Type", type) }
        if case .problem = body { reply.isBodyComplete = false }
        if !isRecorded, Template.isTemplate(String(decoding: reply.body, as: UTF8.self)) {
            reply.isBodyComplete = false
        }
        if headers.fields.contains(where: { $0.value.map(Template.isTemplate) ?? false }) { return nil }
        if headers.contains("Content-Encoding") { reply.isBodyComplete = false }
        return reply
    }
}
