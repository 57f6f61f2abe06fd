import Rehearsal

/// The properties of the requests of a call and their effects.
enum EffectProperties {
    /// PROP-03.
    static let attempts = Property(
        "PROP-03",
        "A call sends at most the declared number of attempts, and repeats no request that is not idempotent and may "
            + "have reached the server.",
        source: "RFC 9110 §9.2.2"
    ) { history, contract in
        history.steps.indices.flatMap { step -> [Property.Violation] in
            guard case .call(let call) = history.steps[step].event, let operation = contract.operation(call.operation)
            else { return [] }
            let requests = history.requests(of: step).filter { !contract.isAuthentication($0) }
            let groups = Dictionary(grouping: requests) { RequestIdentity($0, key: contract.key(of: $0)) }.values
            return groups.flatMap { attempts -> [Property.Violation] in
                let attempts = attempts.sorted { $0.ordinal < $1.ordinal }
                let calls = history.concurrency(of: step)
                let first = tooMany(attempts, call, ofCalls: calls, contract)
                let second = calls == 1 ? unsafeRepetition(attempts, call, operation, contract) : nil
                return [first, second].compactMap(\.self).map {
                    Property.Violation($0, step: step, requests: attempts.map(\.ordinal))
                }
            }
        }
    }

    private static func tooMany(
        _ attempts: [History.Request],
        _ call: Schedule.Call,
        ofCalls calls: Int,
        _ contract: ExploredContract,
    ) -> String? {
        let hasRefresh = contract.declaration.features.authRefresh != nil
        // A request that was rejected for its token is sent once more with the new token.
        let forToken = hasRefresh && attempts.contains { $0.status == 401 } ? 1 : 0
        let declared = contract.declaration.retry.attempts
        guard let first = attempts.first, attempts.count > (declared + forToken) * calls else { return nil }
        return "\(call) sent \(first.line) \(attempts.count) times, and declares \(declared) attempts"
            + (forToken > 0 ? " and one more after a refresh" : "")
    }

    private static func unsafeRepetition(
        _ attempts: [History.Request],
        _ call: Schedule.Call,
        _ operation: Declaration.Operation,
        _ contract: ExploredContract,
    ) -> String? {
        guard attempts.count > 1, let first = attempts.first, !first.isSafe,
            contract.key(of: first) == nil,
            ![.put, .delete].contains(Scenario.Method(rawValue: first.method)), operation.isIdempotent == false
        else { return nil }
        let retriesStatus = contract.declaration.retry.methods.contains(operation.method)
        for attempt in attempts.dropLast() {
            if attempt.status == 401 { continue }
            if attempt.wasAnswered && retriesStatus { continue }
            return
                "\(call) sent \(first.line) again without an idempotency key, although the server may have applied it"
        }
        return nil
    }

    /// PROP-04.
    static let effects = Property(
        "PROP-04",
        "A write takes effect at most once; a reported success means exactly once, and a definite refusal never.",
        source: "RFC 9110 §9.2.2, draft-ietf-httpapi-idempotency-key-header"
    ) { history, contract in
        history.calls.compactMap { call -> Property.Violation? in
            guard let operation = contract.operation(call.operation), !operation.isSafe,
                !contract.isSpecial(call.operation), history.concurrency(of: call.step) == 1
            else { return nil }
            let own = history.requests(of: call.step).filter {
                contract.isRequest($0, of: operation)
            }
            guard let sentence = wrongEffect(of: call, operation, own) else { return nil }
            return Property.Violation(sentence, step: call.step, requests: own.map(\.ordinal))
        } + repeatedKeys(history, contract)
    }

    private static func wrongEffect(
        of call: History.Call,
        _ operation: Declaration.Operation,
        _ requests: [History.Request],
    ) -> String? {
        let applied = requests.count(where: \.wasApplied)
        if applied > 1, operation.method == .post {
            return "one call of \(call.operation) took effect \(applied) times"
        }
        // A reply that the schedule invents may contradict the true state.
        guard !call.wasCancelled, !requests.isEmpty, !requests.contains(where: \.contradictsState) else { return nil }
        switch call.outcome {
        // An item that does not exist any more is deleted.
        case .value where operation.method == .delete && requests.last?.status == 404: return nil
        case .value where applied == 0:
            return "\(call.operation) reported success, and the server applied none of its \(requests.count) requests"
        case .http(let status, _, _) where applied > 0 && 400..<500 ~= status && ![408, 425, 429].contains(status):
            return "\(call.operation) reported a refusal (\(status)), and the server had applied its request"
        case .domain(let name, _, _) where applied > 0:
            return "\(call.operation) reported a refusal (\(name)), and the server had applied its request"
        default: return nil
        }
    }

    private static func repeatedKeys(_ history: History, _ contract: ExploredContract) -> [Property.Violation] {
        let applied = history.requests.filter(\.wasApplied)
        let byKey = Dictionary(grouping: applied) { contract.key(of: $0) ?? "" }
        return byKey.compactMap { key, requests in
            guard !key.isEmpty, requests.count > 1, let last = requests.last else { return nil }
            let sentence = "the idempotency key \(key) took effect \(requests.count) times"
            return Property.Violation(sentence, step: last.step, requests: requests.map(\.ordinal))
        }
    }
}

/// The parts of a request that its attempts share.
private struct RequestIdentity: Hashable {
    let method: String
    let target: String
    let key: String?
    let body: [UInt8]

    init(_ request: History.Request, key: String?) {
        (method, target, self.key, body) = (request.method, request.target, key, request.body)
    }
}

extension History.Request {
    /// The method and target, for messages: `GET /notes?page=2`.
    var line: String { "\(method) \(target)" }

    func isSameRequest(as other: History.Request) -> Bool {
        method == other.method && target == other.target && body == other.body
    }

    /// Whether the client was sent a reply that the schedule invented, and that says that the request had no effect.
    fileprivate var contradictsState: Bool {
        switch action {
        case .status(let status, _): 400..<500 ~= status && ![408, 425, 429].contains(status)
        case .webPage: true
        default: false
        }
    }
}
