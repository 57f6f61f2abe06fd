import Rehearsal

/// The properties of single calls.
enum CallProperties {
    /// PROP-01.
    static let termination = Property(
        "PROP-01",
        "Each call ends within its deadline, and the client sends nothing for it afterwards.",
        source: "RFC 9110 §9.2.2; structured concurrency"
    ) { history, contract in
        history.calls.flatMap { call -> [Property.Violation] in
            switch call.outcome {
            case .hang: return [Property.Violation("\(call.operation) did not return", step: call.step)]
            case .crash(let reason):
                return [Property.Violation("the client crashed in \(call.operation): \(reason)", step: call.step)]
            default: break
            }
            // The timeout of an attempt is real time, so the client waits for the last reply, however late it is.
            guard let deadline = contract.exploration.deadline,
                !history.requests(of: call.step).contains(where: { $0.action == .late }),
                call.elapsed > deadline + history.longestDelay(in: call.step)
            else { return [] }
            let sentence = "\(call.operation) took \(call.elapsed.displayText), and its deadline is "
            return [Property.Violation(sentence + deadline.displayText, step: call.step)]
        } + lateRequests(history, contract)
    }

    /// Returns a violation for each request that a call sent after it had ended.
    private static func lateRequests(_ history: History, _ contract: ExploredContract) -> [Property.Violation] {
        history.requests.compactMap { request in
            guard request.step < history.steps.count, !contract.isAuthentication(request),
                history.isSequential(request.step)
            else { return nil }
            let calls = history.calls(of: request.step)
            guard let last = calls.last else { return lateRead(request, history) }
            guard let end = calls.map(\.endedAt).max(), request.at > end else { return nil }
            let sentence = "\(request.line) was sent after \(last.operation) had ended"
            return Property.Violation(sentence, step: request.step, requests: [request.ordinal])
        }
    }

    /// Returns the violation of a read that a call of an earlier step repeats during a step without a call.
    private static func lateRead(_ request: History.Request, _ history: History) -> Property.Violation? {
        let earlier = history.requests.last { $0.ordinal < request.ordinal && $0.isSameRequest(as: request) }
        guard request.isSafe, let earlier, earlier.step < request.step, !earlier.wasAnswered else { return nil }
        return Property.Violation(
            "\(request.line) was sent again after its call had ended",
            step: request.step,
            requests: [earlier.ordinal, request.ordinal]
        )
    }

    /// PROP-09.
    static let errors = Property(
        "PROP-09",
        "Each failure has a declared type, and reports the status of the last reply where there was one.",
        source: "RFC 9110 §15"
    ) { history, contract in
        history.calls.flatMap { call -> [Property.Violation] in
            guard let operation = contract.operation(call.operation), call.outcome.value == nil, !call.wasCancelled
            else { return [] }
            return [
                undeclaredType(call, operation), lostStatus(call, operation, history, contract),
            ].compactMap(\.self)
        }
    }

    private static func undeclaredType(_ call: History.Call, _ operation: Declaration.Operation) -> Property.Violation?
    {
        let types = operation.errorTypes
        guard let error = call.error, !types.isEmpty, !types.contains(error.type), call.outcome.kind != .cancelled
        else { return nil }
        let sentence = "\(call.operation) threw \(error.type), and declares \(types.joined(separator: ", "))"
        return Property.Violation(sentence, step: call.step)
    }

    private static func lostStatus(
        _ call: History.Call,
        _ operation: Declaration.Operation,
        _ history: History,
        _ contract: ExploredContract,
    ) -> Property.Violation? {
        guard history.concurrency(of: call.step) == 1, !contract.isSpecial(call.operation),
            let last = history.requests(of: call.step).last(where: { $0.at < call.endedAt }),
            !contract.isAuthentication(last), contract.isRequest(last, of: operation)
        else { return nil }
        let reported = call.outcome.status
        switch call.outcome {
        case .http, .transport, .timeout, .decoding, .domain, .auth: break
        default: return nil
        }
        if last.wasAnswered, let status = last.status, status >= 400 {
            guard reported != status, !(call.outcome.kind == .auth && reported == nil) else { return nil }
            let sentence = "\(call.operation) ended with \(call.outcome), and the last reply had the status \(status)"
            return Property.Violation(sentence, step: call.step, requests: [last.ordinal])
        }
        guard last.action.losesReply, call.outcome.kind == .http, let reported else { return nil }
        let isEarlier = history.requests(of: call.step).contains { $0.wasAnswered && $0.status == reported }
        guard !isEarlier else { return nil }
        let sentence = "\(call.operation) reported the status \(reported), which no reply had"
        return Property.Violation(sentence, step: call.step, requests: [last.ordinal])
    }

    /// PROP-10.
    static let health = Property(
        "PROP-10",
        "After any schedule, a call of a healthy server succeeds with one request.",
        source: "recovery of single flights, backoff, connections and caches"
    ) { history, contract in
        guard !history.isSignedOut(contract) else { return [] }
        return history.calls.filter { history.isRecovery($0.step) }.compactMap { call in
            guard let operation = contract.operation(call.operation), operation.isSafe,
                !contract.isSpecial(call.operation)
            else { return nil }
            return unhealthy(call, operation, history, contract)
        }
    }

    private static func unhealthy(
        _ call: History.Call,
        _ operation: Declaration.Operation,
        _ history: History,
        _ contract: ExploredContract,
    ) -> Property.Violation? {
        let requests = history.requests(of: call.step)
        let own = requests.filter { !contract.isAuthentication($0) && $0.status != 401 }
        let ordinals = requests.map(\.ordinal)
        guard case .value(_, let freshness) = call.outcome else {
            // The item may not exist any more.
            if let last = own.last, last.action == .normal, let status = last.status, 400..<500 ~= status { return nil }
            let sentence = "\(call.operation) ended with \(call.outcome), although the server is healthy again"
            return Property.Violation(sentence, step: call.step, requests: ordinals)
        }
        if freshness.isStale {
            let sentence = "\(call.operation) returned a stored value, although the server is healthy again"
            return Property.Violation(sentence, step: call.step, requests: ordinals)
        }
        let isRepeated = Dictionary(grouping: own) { "\($0.method) \($0.target)" }.contains { $1.count > 1 }
        if isRepeated || (own.count > 1 && operation.pages == nil) {
            let sentence = "\(call.operation) sent \(own.count) requests, although the server is healthy again"
            return Property.Violation(sentence, step: call.step, requests: ordinals)
        }
        let waits = history.waits.filter { call.beganAt <= $0.at && $0.at <= call.endedAt && $0.duration > .zero }
        guard let wait = waits.first else { return nil }
        let sentence = "\(call.operation) waited \(wait.duration.displayText), although the server is healthy again"
        return Property.Violation(sentence, step: call.step, requests: ordinals)
    }
}

extension History {
    /// The longest delay of a reply in a step; zero without one.
    fileprivate func longestDelay(in step: Int) -> Duration {
        requests(of: step).map { if case .delay(let duration) = $0.action { duration } else { .zero } }.max() ?? .zero
    }
}
