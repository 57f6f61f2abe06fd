import Rehearsal

/// The number of attempts of a call, and the requests that it repeats: PROP-03.
struct Attempts {
    static let property = Property(
        "PROP-03",
        "A call sends at most the declared number of attempts, and repeats no request that is not idempotent and may "
            + "have reached the server.",
        source: "RFC 9110 §9.2.2, RFC 9700 §4.14.2"
    ) { history, contract in
        history.steps.indices.flatMap { step -> [Property.Violation] in
            guard let call = history.steps[step].call, let operation = contract.operation(call.operation)
            else { return [] }
            return Attempts(history: history, contract: contract, step: step, call: call, operation: operation)
                .violations
        }
    }

    let history: History
    let contract: ExploredContract
    /// The index of the step.
    let step: Int
    let call: Schedule.Call
    let operation: Declaration.Operation

    private var violations: [Property.Violation] {
        let requests = history.requests(of: step).filter {
            !contract.isAuthentication($0) && !contract.isInBackground($0)
        }
        let calls = history.concurrency(of: step)
        let groups = Dictionary(grouping: requests) { RequestIdentity($0, key: contract.key(of: $0)) }.values
            .flatMap(\.splitAfterSuccess)
            .sorted { ($0.first?.ordinal ?? 0) < ($1.first?.ordinal ?? 0) }
        let repeated = groups.flatMap { attempts in
            [excess(of: attempts, inCalls: calls), calls == 1 ? unsafeRepetition(among: attempts) : nil]
                .compactMap(\.self).map { Property.Violation($0, step: step, requests: attempts.map(\.ordinal)) }
        }
        return repeated + (calls == 1 ? repeatedRefreshes : [])
    }

    private func excess(of attempts: [History.Request], inCalls calls: Int) -> String? {
        let hasRefresh = contract.declaration.features.authRefresh != nil
        // A request that was rejected for its token is sent once more with the new token.
        let forToken = hasRefresh && attempts.contains { $0.status == 401 } ? 1 : 0
        let declared = contract.declaration.retry.attempts
        guard let first = attempts.first, attempts.count > (declared + forToken) * calls else { return nil }
        return "\(call) sent \(first.line) \(attempts.count) times, and declares \(declared) attempts"
            + (forToken > 0 ? " and one more after a refresh" : "")
    }

    private func unsafeRepetition(among attempts: [History.Request]) -> String? {
        guard attempts.count > 1, let first = attempts.first, !first.isSafe, contract.key(of: first) == nil,
            ![.put, .delete].contains(Scenario.Method(rawValue: first.method)), operation.isIdempotent == false
        else { return nil }
        let retriesStatus = contract.declaration.retry.methods.contains(operation.method)
        let isSafelyRepeated = attempts.dropLast().allSatisfy {
            $0.status == 401 || ($0.wasAnswered && retriesStatus)
        }
        return isSafelyRepeated
            ? nil
            : "\(call) sent \(first.line) again without an idempotency key, although the server may have applied it"
    }

    /// The violations of refreshes that use a refresh token again after the reply to its first use was lost.
    ///
    /// The server may have replaced the token, and revokes the session of a client that uses one twice.
    private var repeatedRefreshes: [Property.Violation] {
        guard !contract.exploration.synchronizations.contains(call.operation) else { return [] }
        let refreshes = history.requests(of: step).filter { contract.usedRefreshToken(of: $0) != nil }
        return zip(refreshes, refreshes.dropFirst()).compactMap { first, second in
            guard first.action.losesReply,
                contract.usedRefreshToken(of: first) == contract.usedRefreshToken(of: second)
            else { return nil }
            return Property.Violation(
                "\(call) sent \(first.line) again with the same token, although the server may have replaced it",
                step: step,
                requests: [first.ordinal, second.ordinal]
            )
        }
    }
}
