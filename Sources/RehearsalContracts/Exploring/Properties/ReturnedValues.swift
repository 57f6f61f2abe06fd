import Rehearsal

/// The values that calls return: PROP-02.
struct ReturnedValues {
    static let property = Property(
        "PROP-02",
        "A returned value equals a body that the server sent completely with a success status, or a stored value that "
            + "is marked as such.",
        source: "RFC 9112 §8, RFC 9111 §4.3.3"
    ) { ReturnedValues(history: $0, contract: $1).violations }

    let history: History
    let contract: ExploredContract

    private var violations: [Property.Violation] {
        history.calls.compactMap { call in
            guard let sentence = invention(in: call) ?? difference(in: call) else { return nil }
            return Property.Violation(
                sentence,
                step: call.step,
                requests: history.requests(of: call.step).map(\.ordinal)
            )
        }
    }

    /// Returns the sentence on a value with a part that no complete reply and no request contained.
    private func invention(in call: History.Call) -> String? {
        guard let value = call.outcome.value, let operation = contract.operation(call.operation), !operation.isVoid,
            // A call that sends nothing may return its own input, as an offline queue does.
            operation.isSafe || !history.requests(of: call.step).isEmpty
        else { return nil }
        let requests = history.requests.filter { $0.at <= call.endedAt }
        var known = requests.compactMap(\.genuineDocument).reduce(into: Set<String>()) {
            $0.formUnion(ExploredContract.leaves(of: $1))
        }
        for request in requests where !request.isSafe {
            if let body = try? JSON(parsing: request.body) { known.formUnion(ExploredContract.leaves(of: body)) }
        }
        for write in history.calls where write.beganAt < call.beganAt {
            guard let queued = write.outcome.value, QueuedWrites.isQueued(write, in: history, contract) else {
                continue
            }
            known.formUnion(ExploredContract.leaves(of: queued))
        }
        let copied = contract.copiedMembers(of: call.operation)
        return ExploredContract.firstUnknownText(in: value, knowing: known, copied: copied).map {
            "\(call.operation) returned a value at \($0) that no complete reply contained"
        }
    }

    /// Returns the sentence on a view that is marked as fresh, and differs from the document that the server sent.
    private func difference(in call: History.Call) -> String? {
        ViewComparison(history: history, contract: contract).difference(in: call).map {
            "\(call.operation) \($0)"
        }
    }
}
