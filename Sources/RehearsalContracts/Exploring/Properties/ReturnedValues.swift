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
        let documents = history.requests.map { KnownTexts($0) }
        return history.calls.compactMap { call in
            guard let sentence = invention(in: call, amid: documents) ?? difference(in: call) else { return nil }
            return Property.Violation(
                sentence,
                step: call.step,
                requests: history.requests(of: call.step).map(\.ordinal)
            )
        }
    }

    /// Returns the sentence on a value with a part that no complete reply and no request contained.
    private func invention(in call: History.Call, amid documents: [KnownTexts]) -> String? {
        guard let value = call.outcome.value, let operation = contract.operation(call.operation), !operation.isVoid,
            // A call that sends nothing may return its own input, as an offline queue does.
            operation.isSafe || !history.requests(of: call.step).isEmpty
        else { return nil }
        var queued = Set<String>()
        for write in history.calls where write.beganAt < call.beganAt {
            guard let value = write.outcome.value, QueuedWrites.isQueued(write, in: history, contract) else {
                continue
            }
            queued.formUnion(ExploredContract.leaves(of: value))
        }
        let copied = contract.copiedMembers(of: call.operation)
        return ExploredContract.firstUnknownText(in: value, copied: copied) { text in
            // Most texts are those of the latest documents.
            documents.last { $0.at <= call.endedAt && $0.texts.contains(text) } != nil || queued.contains(text)
        }.map {
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

/// The scalars of the document that a request sent, and of the one that it received, as texts.
private struct KnownTexts {
    /// The instant at which the request arrived.
    let at: Int64
    let texts: Set<String>

    init(_ request: History.Request) {
        at = request.at
        let body = request.isSafe ? nil : try? JSON(parsing: request.body)
        texts = ExploredContract.leaves(of: [request.genuineDocument, body].compactMap(\.self))
    }
}
