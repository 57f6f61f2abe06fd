import Rehearsal

/// The order of the values that reads show, and the client's own writes in them: PROP-06.
struct Reads {
    static let property = Property(
        "PROP-06",
        "Reads include the client's own successful writes, and a value marked as fresh is never older than one shown "
            + "before.",
        source: "session guarantees: monotonic reads, read your writes",
        notApplicable: { $0.exploration.views.isEmpty ? "the exploration declares no view of a resource" : nil },
    ) { history, contract in
        contract.exploration.views.sorted { $0.key < $1.key }.flatMap { name, path -> [Property.Violation] in
            guard let operation = contract.operation(name), operation.pages == nil else { return [] }
            let reads = Reads(history: history, contract: contract, operation: operation, path: path.text)
            return reads.outdatedValues + StoredWrites(reads: reads).violations
        }
    }

    let history: History
    let contract: ExploredContract
    /// The operation whose value shows the items of the resource.
    let operation: Declaration.Operation
    /// The path of the resource.
    let path: String

    /// The violations of values that are marked as fresh, and are older than earlier ones or the client's own writes.
    private var outdatedValues: [Property.Violation] {
        var (least, reason) = (0, "")
        return history.calls.filter { history.concurrency(of: $0.step) == 1 }.compactMap { call in
            guard call.operation == operation.name else {
                if let version = successfulWrite(of: call) {
                    (least, reason) = (max(least, version), "the successful \(call.operation)")
                }
                return nil
            }
            guard case .value(let value, let freshness) = call.outcome, freshness.isFromServer,
                let version = version(of: value, until: call.endedAt)
            else { return nil }
            guard version < least else {
                (least, reason) = (version, "an earlier value")
                return nil
            }
            let sentence = "\(operation.name) returned a value older than \(reason), marked as fresh"
            return Property.Violation(sentence, step: call.step)
        }
    }

    /// Returns the version of the resource after a successful write of a call; nil if the call has written nothing.
    private func successfulWrite(of call: History.Call) -> Int? {
        guard let operation = contract.operation(call.operation), !operation.isSafe, call.outcome.value != nil
        else { return nil }
        return history.requests(of: call.step).filter { $0.wasApplied && isBelow($0) }.map { $0.version + 1 }.max()
    }

    /// Returns the latest version of the resource that a value shows; nil if it shows none that the server sent.
    private func version(of value: JSON, until instant: Int64) -> Int? {
        // Later requests have the same version or a later one.
        history.requests.last { request in
            guard request.at <= instant, contract.isRequest(request, of: operation),
                let document = history.document(repliedTo: request), let items = ViewDifference.list(in: document)
            else { return false }
            let copied = contract.copiedMembers(of: operation.name)
            return ViewDifference(shown: value, items: items, copied: copied) == nil
        }?.version
    }

    /// Whether a request is one to the resource or to an item of it.
    func isBelow(_ request: History.Request) -> Bool {
        request.path == path || request.path.hasPrefix("\(path)/")
    }
}
