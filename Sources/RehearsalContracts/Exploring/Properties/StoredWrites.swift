import Rehearsal

/// The client's own successful writes in the values that it has stored, for a client that declares that it keeps them.
struct StoredWrites {
    let reads: Reads

    private var history: History { reads.history }
    private var contract: ExploredContract { reads.contract }

    /// The violations of stored values that lack a write.
    var violations: [Property.Violation] {
        guard contract.exploration.storesOwnWrites,
            let resource = contract.exploration.model.resources.first(where: { $0.path.text == reads.path })
        else { return [] }
        let sessions = SessionStates(of: history, contract)
        return history.calls.compactMap { call in
            guard call.operation == reads.operation.name, case .value(let value, let freshness) = call.outcome,
                !freshness.isFromServer, let base = base(before: call, below: resource),
                !sessions.isSignedOut(after: base.call.beganAt, until: call.beganAt),
                (base.call.step...call.step).allSatisfy({ isSequential($0) })
            else { return nil }
            return missingWrite(in: value, of: call, since: base, below: resource)
        }
    }

    /// Whether the calls of a step have ended before the next step began.
    private func isSequential(_ step: Int) -> Bool {
        history.concurrency(of: step) <= 1 && !history.calls(of: step).contains(where: \.wasCancelled)
    }

    /// A value that the client has received and may store, with its items at the server.
    private struct Base {
        let call: History.Call
        let items: [JSON]
    }

    /// Returns the last value before a call that shows every item of its reply by its ID.
    private func base(before call: History.Call, below resource: Scenario.Resource) -> Base? {
        let shown = history.calls.last {
            guard $0.operation == call.operation, $0.endedAt < call.beganAt, case .value(_, let freshness) = $0.outcome
            else { return false }
            return freshness.isFromServer
        }
        guard let shown, let value = shown.outcome.value,
            let request = history.requests(of: shown.step).last(where: {
                contract.isRequest($0, of: reads.operation) && history.document(repliedTo: $0) != nil
            }),
            request.replyHeaders["Cache-Control"]?.contains("no-store") != true,
            let items = history.document(repliedTo: request).flatMap({ ViewDifference.list(in: $0) }),
            items.allSatisfy({ ViewDifference.isItem($0, named: resource.id, shownIn: value) })
        else { return nil }
        return Base(call: shown, items: items)
    }

    /// Returns the violation of a stored value that does not show a successful write.
    private func missingWrite(
        in value: JSON,
        of call: History.Call,
        since base: Base,
        below resource: Scenario.Resource,
    ) -> Property.Violation? {
        let writes = history.requests.filter { $0.effect != nil && reads.isBelow($0) && $0.at > base.call.endedAt }
        for write in writes where write.at < call.beganAt {
            guard let effect = write.effect,
                // The last change of the item, which a call has reported as successful, is the expected one.
                writes.last(where: { $0.effect?.path == effect.path })?.ordinal == write.ordinal,
                writes.allSatisfy({ $0.effect?.path != effect.path || isReported($0) }),
                let id = effect.path.split(separator: "/").last.map(String.init)
            else { continue }
            let isDeleted = effect.kind == .deleted
            let items = isDeleted ? base.items : history.items[reads.path] ?? []
            guard let item = items.first(where: { $0[resource.id]?.idText == id }),
                ViewDifference.isItem(item, named: resource.id, shownIn: value) == isDeleted
            else { continue }
            let name = history.calls(of: write.step).last?.operation ?? ""
            let sentence = "a stored \(call.operation) \(isDeleted ? "shows the item that" : "lacks the change of")"
            return Property.Violation(
                "\(sentence) the successful \(name)\(isDeleted ? " deleted" : "")",
                step: call.step,
                requests: [write.ordinal]
            )
        }
        return nil
    }

    /// Whether the call that sent a request reported its success.
    private func isReported(_ request: History.Request) -> Bool {
        let calls = history.calls(of: request.step)
        return calls.count == 1
            && calls.allSatisfy { call in
                guard case .value(_, let freshness) = call.outcome else { return false }
                return !freshness.isStale
            }
    }
}
