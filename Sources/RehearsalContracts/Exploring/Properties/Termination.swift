import Rehearsal

/// The end of each call, and the requests after it: PROP-01.
struct Termination {
    static let property = Property(
        "PROP-01",
        "Each call ends within its deadline, and the client sends nothing for it afterwards.",
        source: "RFC 9112 §9.5, SE-0304"
    ) { Termination(history: $0, contract: $1).violations }

    let history: History
    let contract: ExploredContract

    private var violations: [Property.Violation] {
        history.calls.compactMap { overdue($0) } + history.requests.compactMap { late($0) }
    }

    /// Returns the violation of a call that did not end, or not in time.
    private func overdue(_ call: History.Call) -> Property.Violation? {
        switch call.outcome {
        case .hang: return Property.Violation("\(call.operation) did not return", step: call.step)
        case .crash(let reason):
            return Property.Violation("the client crashed in \(call.operation): \(reason)", step: call.step)
        default: break
        }
        // The timeout of an attempt is real time, so the client waits for the last reply, however late it is.
        guard let deadline = contract.exploration.deadline,
            !requests(during: call).contains(where: { $0.action == .late }),
            call.elapsed > (deadline + longestDelay(during: call)) * writeCount(of: call)
        else { return nil }
        let sentence = "\(call.operation) took \(call.elapsed.displayText), and its deadline is \(deadline.displayText)"
        return Property.Violation(
            writeCount(of: call) == 1 ? sentence : "\(sentence) for each of \(writeCount(of: call)) writes",
            step: call.step
        )
    }

    /// Returns the number of writes to which the deadline applies: those that a synchronization sends, else one.
    private func writeCount(of call: History.Call) -> Int {
        guard contract.exploration.synchronizations.contains(call.operation) else { return 1 }
        let writes = history.requests(of: call.step).filter {
            !contract.isAuthentication($0) && !contract.isInBackground($0)
        }
        return max(1, Set(writes.map { RequestIdentity($0, key: contract.key(of: $0)) }).count)
    }

    /// Returns the requests of a step, and those of the next step that a call in the background may have sent.
    private func requests(during call: History.Call) -> [History.Request] {
        history.requests.filter { $0.step == call.step || (call.beganAt <= $0.at && $0.at <= call.endedAt) }
    }

    /// The longest delay of a reply during a call; zero without one.
    private func longestDelay(during call: History.Call) -> Duration {
        requests(during: call)
            .map { if case .delay(let duration) = $0.action { duration } else { .zero } }.max() ?? .zero
    }

    /// Returns the violation of a request that belongs to no call in progress.
    private func late(_ request: History.Request) -> Property.Violation? {
        guard !contract.isAuthentication(request), !contract.isInBackground(request),
            history.isSequential(request.step)
        else { return nil }
        let calls = history.calls(of: request.step)
        guard let last = calls.last else { return lateRead(request) ?? withoutCall(request) }
        guard let end = calls.map(\.endedAt).max(), request.at > end else { return nil }
        let sentence = "\(request.line) was sent after \(last.operation) had ended"
        return Property.Violation(sentence, step: request.step, requests: [request.ordinal])
    }

    /// Returns the violation of a read that a call of an earlier step repeats during a step without a call.
    private func lateRead(_ request: History.Request) -> Property.Violation? {
        let earlier = history.requests.last { $0.ordinal < request.ordinal && $0.isSameRequest(as: request) }
        guard request.isSafe, let earlier, earlier.step < request.step, !earlier.wasAnswered else { return nil }
        return Property.Violation(
            "\(request.line) was sent again after its call had ended",
            step: request.step,
            requests: [earlier.ordinal, request.ordinal]
        )
    }

    /// Returns the violation of a request during a step without a call, by a client that sends its queued writes only
    /// when a synchronization is called.
    private func withoutCall(_ request: History.Request) -> Property.Violation? {
        // The last request of a cancelled call may arrive shortly after the call has ended.
        let followsCancelledCall = history.calls(of: request.step - 1).contains(where: \.wasCancelled)
        guard !contract.exploration.synchronizations.isEmpty, !followsCancelledCall else { return nil }
        let sentence = "\(request.line) was sent while no call was in progress"
        return Property.Violation(sentence, step: request.step, requests: [request.ordinal])
    }
}

/// The parts of a request that its attempts share.
struct RequestIdentity: Hashable {
    let method: String
    let target: String
    let key: String?
    let body: [UInt8]

    init(_ request: History.Request, key: String?) {
        (method, target, self.key, body) = (request.method, request.target, key, request.body)
    }
}
