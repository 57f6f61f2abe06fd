import Rehearsal

/// The calls of a healthy server after the schedule, and the stored values after a sign-out: PROP-10.
struct Health {
    static let property = Property(
        "PROP-10",
        "After any schedule, a call of a healthy server succeeds with one request, and after a sign-out no call shows "
            + "an earlier value.",
        source: "recovery of single flights, backoff, connections and caches"
    ) { Health(history: $0, contract: $1, sessions: SessionStates(of: $0, $1)).violations }

    let history: History
    let contract: ExploredContract
    let sessions: SessionStates

    private var violations: [Property.Violation] {
        // A call that did not end may still change the client and the server.
        guard !history.hasUnfinishedCall else { return [] }
        var hasBeenRejected = false
        return history.calls.compactMap { call -> Property.Violation? in
            guard history.isRecovery(call.step), call.wasOnline else { return valueOfEndedSession(call) }
            if call.outcome.isRejection, isPermittedRejection(call, isFirst: !hasBeenRejected) {
                hasBeenRejected = true
                return nil
            }
            guard let operation = contract.operation(call.operation), operation.isSafe,
                !contract.managesSessionOrQueue(call.operation)
            else { return nil }
            return unhealthy(call, of: operation)
        }
    }

    /// Whether a call may fail because the client has no valid credentials.
    ///
    /// A client whose session is disturbed may learn this from the server once.
    private func isPermittedRejection(_ call: History.Call, isFirst: Bool) -> Bool {
        if sessions.expires(during: call) { return true }
        let state = sessions.state(at: call.beganAt)
        if [.signedOut, .rejected].contains(state), !contract.signsInByItself { return true }
        let requests = history.requests(of: call.step).filter { !contract.isInBackground($0) }
        return state != .signedIn && isFirst && !requests.isEmpty
    }

    private func unhealthy(_ call: History.Call, of operation: Declaration.Operation) -> Property.Violation? {
        let requests = history.requests(of: call.step)
        let own = requests.filter {
            !contract.isAuthentication($0) && !contract.isInBackground($0) && $0.status != 401
        }
        guard let reason = failure(of: call, sending: own) ?? excess(of: own, in: operation) ?? wait(in: call) else {
            return nil
        }
        return Property.Violation(
            "\(call.operation) \(reason), although the server is healthy again",
            step: call.step,
            requests: requests.map(\.ordinal)
        )
    }

    private func failure(of call: History.Call, sending own: [History.Request]) -> String? {
        guard case .value(_, let freshness) = call.outcome else {
            // The item may not exist any more.
            let isGone = own.last.map { $0.action == .normal && $0.isRefused } ?? false
            return isGone ? nil : "ended with \(call.outcome)"
        }
        if freshness.isStale { return "returned a stored value" }
        return ViewComparison(history: history, contract: contract).difference(in: call)
    }

    private func excess(of own: [History.Request], in operation: Declaration.Operation) -> String? {
        let isRepeated = Dictionary(grouping: own, by: \.line).contains { $1.count > 1 }
        return isRepeated || (own.count > 1 && operation.pages == nil) ? "sent \(own.count) requests" : nil
    }

    /// A time limit that does not expire is not a wait: the call takes less time.
    private func wait(in call: History.Call) -> String? {
        guard call.outcome.value != nil else { return nil }
        let waits = history.waits.filter { call.beganAt <= $0.at && $0.at <= call.endedAt && $0.duration > .zero }
        return waits.first { $0.duration <= call.elapsed }.map { "waited \($0.duration.displayText)" }
    }

    /// Returns the violation of a call that shows a stored value from before a sign-out.
    private func valueOfEndedSession(_ call: History.Call) -> Property.Violation? {
        guard let operation = contract.operation(call.operation), operation.isSafe,
            !contract.managesSessionOrQueue(call.operation),
            case .value(_, let freshness) = call.outcome, !freshness.isFromServer,
            let signOut = history.calls.last(where: {
                contract.exploration.signOuts.contains($0.operation) && $0.outcome.value != nil
                    && $0.endedAt < call.beganAt
            })
        else { return nil }
        let hasRead = history.requests.contains {
            $0.at > signOut.beganAt && $0.at < call.endedAt && !contract.isAuthentication($0)
                && $0.genuineDocument != nil
        }
        let hasWritten = history.calls.contains {
            $0.beganAt > signOut.beganAt && $0.beganAt < call.endedAt && $0.outcome.value != nil
                && !contract.managesSessionOrQueue($0.operation) && contract.operation($0.operation)?.isSafe == false
        }
        guard !hasRead, !hasWritten else { return nil }
        return Property.Violation(
            "\(call.operation) returned a value that was stored before \(signOut.operation)",
            step: call.step
        )
    }
}
