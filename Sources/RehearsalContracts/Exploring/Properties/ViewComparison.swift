import Rehearsal

/// A comparison of the views that a client shows as fresh with the documents that the server sent.
struct ViewComparison {
    let history: History
    let contract: ExploredContract

    /// Returns the difference between the value of a call and the reply that it should show.
    ///
    /// - Returns: nil if they are equal, or if the call shows no fresh view of a resource.
    func difference(in call: History.Call) -> String? {
        guard let operation = view(call), let value = call.outcome.value, !call.wasCancelled, !mayShowOwnWrites(call)
        else { return nil }
        let sent = history.requests.filter { $0.at <= call.endedAt && contract.isRequest($0, of: operation) }
        guard let last = sent.last(where: { $0.step == call.step }) else { return nil }
        let own = history.document(repliedTo: last).map { [$0] }
        let documents = own ?? sent.compactMap { history.document(repliedTo: $0) }
        guard !documents.isEmpty else { return "shows a value as fresh, and received no complete reply" }
        let lists = documents.compactMap { ViewDifference.list(in: $0) }
        let differences = lists.compactMap { ViewDifference(shown: value, items: $0) }
        guard differences.count == lists.count else { return nil }
        return differences.last?.description
    }

    /// Returns the operation of a call whose value is a complete view of a resource that the client shows as fresh.
    private func view(_ call: History.Call) -> Declaration.Operation? {
        guard contract.exploration.views[call.operation] != nil, let operation = contract.operation(call.operation),
            operation.pages == nil, case .value(_, let freshness) = call.outcome, freshness.isFromServer,
            freshness.skipped ?? 0 == 0, history.concurrency(of: call.step) == 1
        else { return nil }
        return operation
    }

    /// Whether writes that the server does not have yet may be part of a view.
    private func mayShowOwnWrites(_ call: History.Call) -> Bool {
        history.calls.contains { write in
            guard write.beganAt < call.beganAt, write.outcome.value != nil else { return false }
            return QueuedWrites.isQueued(write, in: history, contract)
        }
    }
}

extension ClientOutcome.Freshness {
    /// Whether the client shows the value as the current one of the server.
    var isFromServer: Bool { !isStale && !isFromCache }
}

/// The difference between a value that a client shows and the items of a resource.
struct ViewDifference: CustomStringConvertible {
    let description: String

    /// Creates the difference; nil if the value shows exactly the items.
    init?(shown: JSON, items: [JSON]) {
        let known = items.reduce(into: Set<String>()) { $0.formUnion(ExploredContract.leaves(of: $1)) }
        let seen = ExploredContract.leaves(of: shown)
        if let extra = ExploredContract.firstUnknownText(in: shown, knowing: known) {
            description = "shows a value at \(extra) that the server does not have"
        } else if let missing = items.firstIndex(where: { !Self.isShown($0, in: seen) }) {
            description = "does not show item \(missing + 1) of \(items.count)"
        } else if let elements = Self.list(in: shown), elements.count != items.count {
            description = "shows \(elements.count) items, and the server has \(items.count)"
        } else {
            return nil
        }
    }

    private static func isShown(_ item: JSON, in seen: Set<String>) -> Bool {
        let texts = ExploredContract.leaves(of: item).filter(\.isUnmistakable)
        return texts.isEmpty || !texts.isDisjoint(with: seen)
    }

    /// Returns whether an element of the list that a value is or contains has the ID and the texts of an item.
    static func isItem(_ item: JSON, named id: String, shownIn value: JSON) -> Bool {
        let texts = ExploredContract.leaves(of: item).filter(\.isUnmistakable)
        let expected = texts.union([item[id]?.idText].compactMap(\.self))
        return list(in: value)?.contains { expected.isSubset(of: ExploredContract.leaves(of: $0)) } == true
    }

    /// Returns the array that a value is, or that is its only member of this kind; nil if there is none.
    static func list(in value: JSON) -> [JSON]? {
        switch value {
        case .array(let elements): return elements
        case .object(let members):
            let arrays = members.compactMap { if case .array(let elements) = $0.value { elements } else { nil } }
            return arrays.count == 1 ? arrays[0] : nil
        default: return nil
        }
    }
}
