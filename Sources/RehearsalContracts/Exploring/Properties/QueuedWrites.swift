import Rehearsal

/// The writes that a client queues while it has no connection, and the requests that deliver them.
struct QueuedWrites {
    /// The queued writes whose values are equal, so that their requests cannot be told apart.
    struct Group {
        let operation: String
        /// The calls that queued the writes.
        var calls: [History.Call]
        /// The requests whose bodies have the values of the writes.
        var requests: [History.Request]

        /// The requests that took effect, in order of arrival.
        var applied: [History.Request] { requests.filter(\.wasApplied) }
    }

    /// The groups in the order of their first calls.
    private(set) var groups: [Group] = []

    /// Creates the groups of a history.
    ///
    /// A group is omitted if a synchronization sends a request of its operation that belongs to no queued write.
    init(of history: History, _ contract: ExploredContract) {
        var found: [(leaves: Set<String>, group: Group)] = []
        for call in history.calls where Self.isQueued(call, in: history, contract) {
            guard let value = call.outcome.value else { continue }
            let leaves = ExploredContract.leaves(of: value)
            if let index = found.firstIndex(where: { $0.leaves == leaves && $0.group.operation == call.operation }) {
                found[index].group.calls.append(call)
            } else {
                found.append((leaves, Group(operation: call.operation, calls: [call], requests: [])))
            }
        }
        var unknown: Set<String> = []
        for operation in Set(found.map(\.group.operation)) {
            guard let declared = contract.operation(operation) else { continue }
            for request in history.requests where contract.isRequest(request, of: declared) {
                let body = (try? JSON(parsing: request.body)).map { ExploredContract.leaves(of: $0) } ?? []
                let matching = found.indices.filter {
                    found[$0].group.operation == operation && !body.isEmpty && body.isSubset(of: found[$0].leaves)
                }
                for index in matching { found[index].group.requests.append(request) }
                let step = history.steps.indices.contains(request.step) ? history.steps[request.step].call : nil
                let isSynchronization = step.map { contract.exploration.synchronizations.contains($0.operation) }
                if matching.isEmpty, isSynchronization == true { unknown.insert(operation) }
            }
        }
        groups = found.map(\.group).filter { !unknown.contains($0.operation) }
    }

    /// Whether a call queued a write: it succeeded without a connection and without a request.
    static func isQueued(_ call: History.Call, in history: History, _ contract: ExploredContract) -> Bool {
        guard let operation = contract.operation(call.operation), !operation.isSafe, !call.wasOnline else {
            return false
        }
        return call.outcome.value != nil && !contract.managesSessionOrQueue(call.operation)
            && history.requests(of: call.step).isEmpty && !history.isRecovery(call.step)
    }
}
