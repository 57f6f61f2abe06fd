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
    /// A group is omitted if a synchronization sends a request of its operation that belongs to no queued write. All
    /// are omitted if it sends a write of another operation, such as one that delivers several writes together.
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
        if Self.hasOtherWrites(history, contract, than: Set(found.map(\.group.operation))) { return }
        groups = found.map(\.group).filter { !unknown.contains($0.operation) }
    }

    /// Whether a synchronization sends a write of none of these operations.
    private static func hasOtherWrites(
        _ history: History,
        _ contract: ExploredContract,
        than names: Set<String>,
    ) -> Bool {
        let operations = names.compactMap { contract.operation($0) }
        let steps = history.calls.filter { contract.exploration.synchronizations.contains($0.operation) }.map(\.step)
        guard !operations.isEmpty, !steps.isEmpty else { return false }
        return history.requests.contains { request in
            !request.isSafe && steps.contains(request.step) && history.isSequential(request.step)
                && !contract.isAuthentication(request) && !contract.isInBackground(request)
                && !operations.contains { contract.isRequest(request, of: $0) }
        }
    }

    /// Returns the calls whose writes are queued when a call begins: the client has received no reply to them.
    static func pending(
        before call: History.Call,
        in history: History,
        _ contract: ExploredContract,
    ) -> [History.Call] {
        let queued = history.calls.filter { $0.beganAt < call.beganAt && isQueued($0, in: history, contract) }
        guard !queued.isEmpty else { return [] }
        let signOut = history.calls.last {
            contract.exploration.signOuts.contains($0.operation) && $0.outcome.value != nil && $0.endedAt < call.beganAt
        }
        let groups = QueuedWrites(of: history, contract).groups
        return queued.filter { write in
            if let signOut, write.beganAt < signOut.beganAt { return false }
            let group = groups.first { group in
                group.operation == write.operation && group.calls.contains { $0.beganAt == write.beganAt }
            }
            guard let group else { return true }
            let settled = group.requests.filter {
                $0.at < call.beganAt && $0.wasAnswered && history.isSequential($0.step)
                    && ($0.hasSucceeded || ($0.isRefused && $0.status != 401))
            }
            return settled.count < group.calls.count { $0.beganAt < call.beganAt }
        }
    }

    /// Whether a call queued a write: it succeeded without a connection and without a request.
    static func isQueued(_ call: History.Call, in history: History, _ contract: ExploredContract) -> Bool {
        guard let operation = contract.operation(call.operation), !operation.isSafe, !call.wasOnline else {
            return false
        }
        return call.outcome.value != nil && !contract.managesSessionOrQueue(call.operation)
            && history.requests(of: call.step).allSatisfy(contract.isInBackground) && !history.isRecovery(call.step)
    }
}
