import Rehearsal

/// The errors of failed calls: PROP-09.
struct ReportedErrors {
    static let property = Property(
        "PROP-09",
        "Each failure has a declared type, and reports the status, the headers and the body of the last reply where "
            + "there was one.",
        source: "RFC 9110 §15, RFC 9457 §3"
    ) { history, contract in
        history.calls.flatMap { call -> [Property.Violation] in
            guard let operation = contract.operation(call.operation), call.outcome.value == nil, !call.wasCancelled
            else { return [] }
            let errors = ReportedErrors(history: history, contract: contract, call: call, operation: operation)
            return [errors.undeclaredType, errors.lostReply].compactMap(\.self)
        }
    }

    let history: History
    let contract: ExploredContract
    let call: History.Call
    let operation: Declaration.Operation

    private var undeclaredType: Property.Violation? {
        let types = operation.errorTypes
        guard let error = call.error, !types.isEmpty, !types.contains(error.type), call.outcome.kind != .cancelled
        else { return nil }
        let sentence = "\(call.operation) threw \(error.type), and declares \(types.joined(separator: ", "))"
        return Property.Violation(sentence, step: call.step)
    }

    /// The violation of an error that does not report the last reply.
    private var lostReply: Property.Violation? {
        guard history.concurrency(of: call.step) == 1, !contract.managesSessionOrQueue(call.operation),
            let last = history.requests(of: call.step).last(where: {
                // The reply to an incomplete request is also one that the error may report.
                $0.at < call.endedAt && ($0.exemption == .incompleteRequest || !contract.isInBackground($0))
            }),
            !contract.isAuthentication(last), contract.isRequest(last, of: operation),
            [.http, .transport, .timeout, .decoding, .domain, .auth].contains(call.outcome.kind),
            !hasReachedDeadline,
            let sentence = wrongStatus(after: last) ?? lostPart(of: last)
        else { return nil }
        return Property.Violation(sentence, step: call.step, requests: [last.ordinal])
    }

    /// Whether the call timed out at its own deadline, which may pass during the wait after a failed request.
    private var hasReachedDeadline: Bool {
        guard call.outcome.kind == .timeout, let deadline = contract.exploration.deadline else { return false }
        return call.elapsed >= deadline
    }

    private func wrongStatus(after last: History.Request) -> String? {
        let reported = call.outcome.status
        if last.wasAnswered, let status = last.status, status >= 400 {
            guard reported != status, !(call.outcome.kind == .auth && reported == nil) else { return nil }
            if case .domain(let name, nil, _) = call.outcome, operation.domainErrors[status] == name { return nil }
            return "\(call.operation) ended with \(call.outcome), and the last reply had the status \(status)"
        }
        guard last.action.losesReply, call.outcome.kind == .http, let reported else { return nil }
        let isEarlier = history.requests(of: call.step).contains { $0.wasAnswered && $0.status == reported }
        return isEarlier ? nil : "\(call.operation) reported the status \(reported), which no reply had"
    }

    /// Returns the sentence on an error for the last reply that lacks its body or one of its header fields.
    private func lostPart(of last: History.Request) -> String? {
        guard case .http(let status, let headers, let body) = call.outcome, last.wasAnswered, last.status == status,
            last.method != "HEAD", let sent = last.sentBody
        else { return nil }
        let lost = last.replyHeaders.fields.first { $0.value != nil && !headers.contains($0.name) }
        if let lost { return "\(call.operation) ended with \(call.outcome) without the header field \(lost.name)" }
        return isComplete(body ?? [], comparedWith: sent)
            ? nil : "\(call.operation) ended with \(call.outcome) without the body of the reply"
    }

    /// Whether a reported body contains the body of a reply, to which the server may have added standard members.
    private func isComplete(_ body: [UInt8], comparedWith sent: [UInt8]) -> Bool {
        if body == sent { return true }
        guard let expected = try? JSON(parsing: sent), let reported = try? JSON(parsing: body) else { return false }
        return reported.contains(expected)
    }
}
