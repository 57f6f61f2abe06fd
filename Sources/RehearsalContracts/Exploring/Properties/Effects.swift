import Rehearsal

/// The effects of writes: PROP-04.
struct Effects {
    static let property = Property(
        "PROP-04",
        "A write takes effect at most once; a reported success means exactly once, and a definite refusal never.",
        source: "RFC 9110 §9.2.2, draft-ietf-httpapi-idempotency-key-header"
    ) { Effects(history: $0, contract: $1).violations }

    let history: History
    let contract: ExploredContract

    private var violations: [Property.Violation] {
        history.calls.compactMap { wrongEffect(of: $0) } + repeatedKeys + repeatedDeliveries
    }

    private func wrongEffect(of call: History.Call) -> Property.Violation? {
        guard let operation = contract.operation(call.operation), !operation.isSafe,
            !contract.managesSessionOrQueue(call.operation), history.concurrency(of: call.step) == 1
        else { return nil }
        let own = history.requests(of: call.step).filter { contract.isRequest($0, of: operation) }
        guard let sentence = contradiction(between: own, and: call, of: operation) else { return nil }
        return Property.Violation(sentence, step: call.step, requests: own.map(\.ordinal))
    }

    private func contradiction(
        between requests: [History.Request],
        and call: History.Call,
        of operation: Declaration.Operation,
    ) -> String? {
        let applied = requests.count(where: \.wasApplied)
        if applied > 1, operation.method == .post {
            return "one call of \(call.operation) took effect \(applied) times"
        }
        // A reply that the schedule invents may contradict the true state.
        guard !call.wasCancelled, !requests.isEmpty, !requests.contains(where: \.contradictsState),
            requests.allSatisfy({ isRecorded($0) })
        else { return nil }
        switch call.outcome {
        // An item that does not exist any more is deleted.
        case _ where operation.method == .delete && [404, 410].contains(requests.last?.status): return nil
        case .value where applied == 0 && !requests.contains(where: { tookEffectBefore($0) }):
            return "\(call.operation) reported success, and the server applied none of its \(requests.count) requests"
        case .http(let status, _, _) where applied > 0 && 400..<500 ~= status && ![408, 425, 429].contains(status):
            return "\(call.operation) reported a refusal (\(status)), and the server had applied its request"
        case .domain(let name, _, _) where applied > 0:
            return "\(call.operation) reported a refusal (\(name)), and the server had applied its request"
        default: return nil
        }
    }

    /// Whether a failed call has sent the same write with the same key before, and the server has carried it out.
    ///
    /// A client that keeps the key of a failed write then receives the first reply again.
    private func tookEffectBefore(_ request: History.Request) -> Bool {
        guard let key = contract.key(of: request) else { return false }
        return history.requests.contains { earlier in
            earlier.ordinal < request.ordinal && earlier.wasApplied && contract.key(of: earlier) == key
                && earlier.isSameRequest(as: request)
                && !history.calls(of: earlier.step).contains { $0.outcome.value != nil }
        }
    }

    /// Whether the journal records the effect of a request: a resource of the model backend answers it.
    private func isRecorded(_ request: History.Request) -> Bool {
        let model = contract.exploration.model
        let hasEndpoint = model.endpoints.contains { ExploredContract.isPath(request.path, matching: $0.path.text) }
        return !hasEndpoint
            && model.resources.contains {
                request.path == $0.path.text || request.path.hasPrefix("\($0.path.text)/")
            }
    }

    private var repeatedKeys: [Property.Violation] {
        let applied = history.requests.filter { $0.wasApplied && contract.key(of: $0) != nil }
        let groups = Dictionary(grouping: applied) { contract.key(of: $0) }.values
            .sorted { ($0.first?.ordinal ?? 0) < ($1.first?.ordinal ?? 0) }
        return groups.compactMap { requests in
            guard requests.count > 1, let last = requests.last else { return nil }
            // The text of the key is random, and the sentence must be the same in each run.
            let sentence = "\(last.line) took effect \(requests.count) times with the same idempotency key"
            return Property.Violation(sentence, step: last.step, requests: requests.map(\.ordinal))
        }
    }

    /// The violations of queued writes that took effect more often than they were queued.
    private var repeatedDeliveries: [Property.Violation] {
        QueuedWrites(of: history, contract).groups.compactMap { group in
            let applied = group.applied.filter { contract.key(of: $0) != nil }
            // A call with a connection that sends an equal body is another write.
            let steps = Set(applied.map(\.step))
            let others = history.calls.count { $0.operation == group.operation && steps.contains($0.step) }
            guard let last = applied.last, applied.count > group.calls.count + others else { return nil }
            let writes =
                group.calls.count == 1 ? "the queued \(group.operation)" : "\(group.calls.count) equal queued writes"
            return Property.Violation(
                "\(writes) took effect \(applied.count) times",
                step: last.step,
                requests: applied.map(\.ordinal)
            )
        }
    }
}

extension History.Request {
    /// Whether the client was sent a reply that the schedule invented, and that says that the request had no effect.
    fileprivate var contradictsState: Bool {
        switch action {
        case .status(let status, _): 400..<500 ~= status && ![408, 425, 429].contains(status)
        case .webPage: true
        default: false
        }
    }
}
