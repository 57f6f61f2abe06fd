import Rehearsal

/// The client's view and its queued writes after the faults have ended: PROP-05.
struct Recovery {
    static let property = Property(
        "PROP-05",
        "After the faults end, one refresh makes the client's view equal to the state of the server, queued writes are "
            + "delivered in order, and no page of a list is skipped.",
        source: "eventual consistency after a partition",
        notApplicable: { contract in
            let hasPages = contract.operations.contains { $0.pages?.isIncremental == true }
            let isEmpty = contract.exploration.views.isEmpty && contract.exploration.synchronizations.isEmpty
            return isEmpty && !hasPages
                ? "the exploration declares no view of a resource and no synchronization, and no operation loads pages"
                : nil
        },
    ) { Recovery(history: $0, contract: $1, sessions: SessionStates(of: $0, $1)).violations }

    let history: History
    let contract: ExploredContract
    let sessions: SessionStates

    private var violations: [Property.Violation] {
        // A call that did not end may still change the client and the server.
        guard !history.hasUnfinishedCall else { return [] }
        return differentViews + deliveries + contract.operations.flatMap { skippedPages(of: $0) }
    }

    private var differentViews: [Property.Violation] {
        contract.exploration.views.sorted { $0.key < $1.key }.compactMap { name, path in
            guard contract.operation(name)?.pages == nil,
                let call = history.calls.last(where: { history.isRecovery($0.step) && $0.operation == name }),
                case .value(let value, let freshness) = call.outcome, freshness.isFromServer,
                let items = history.items[path.text],
                let difference = ViewDifference(
                    shown: value,
                    items: items,
                    copied: contract.copiedMembers(of: name)
                )
            else { return nil }
            return Property.Violation(
                "after a refresh, \(name) \(difference)",
                step: call.step,
                requests: history.requests(of: call.step).map(\.ordinal)
            )
        }
    }

    /// The violations of queued writes that were not delivered, or not in the order of their calls.
    private var deliveries: [Property.Violation] {
        let last = history.calls.last {
            history.isRecovery($0.step) && contract.exploration.synchronizations.contains($0.operation)
        }
        // The client may lack valid credentials once.
        guard let last, !last.outcome.isRejection else { return [] }
        let groups = QueuedWrites(of: history, contract).groups
        return groups.compactMap { undelivered($0, among: groups) } + disorder(among: groups)
    }

    private func undelivered(_ group: QueuedWrites.Group, among groups: [QueuedWrites.Group]) -> Property.Violation? {
        // The client forgets queued writes when its session ends.
        let expected = group.calls.filter { !sessions.isSignedOut(after: $0.beganAt) }
        let refused = group.requests.count { $0.isRefused && $0.status != 401 }
        guard let call = expected.last, group.applied.count + refused < expected.count,
            !isMerged(group, ending: call, among: groups)
        else { return nil }
        return Property.Violation(
            "the queued \(call.operation) was not delivered",
            step: call.step,
            requests: group.requests.map(\.ordinal)
        )
    }

    /// Whether the last of the equal writes, or a later write of the same operation, was delivered in place of all.
    ///
    /// A client may leave out a write that a later one makes ineffective (RFC 9110 §9.2.2).
    private func isMerged(
        _ group: QueuedWrites.Group,
        ending last: History.Call,
        among groups: [QueuedWrites.Group],
    ) -> Bool {
        guard let operation = contract.operation(group.operation), [.put, .delete].contains(operation.method) else {
            return false
        }
        return groups.contains { other in
            other.operation == group.operation
                && other.requests.contains { $0.wasApplied || ($0.isRefused && $0.status != 401) }
                && other.calls.contains { $0.step >= last.step }
        }
    }

    /// Returns the violation of a write that was delivered before one that was queued in an earlier step.
    private func disorder(among groups: [QueuedWrites.Group]) -> [Property.Violation] {
        let delivered = groups.filter { $0.calls.count == 1 }.compactMap { group in
            group.calls.first.flatMap { call in group.applied.first.map { (call: call, request: $0) } }
        }
        return delivered.compactMap { write in
            let overtaken = delivered.first {
                $0.call.step < write.call.step && $0.call.endedAt < write.call.beganAt
                    && $0.request.ordinal > write.request.ordinal
            }
            guard let overtaken else { return nil }
            return Property.Violation(
                "the queued \(write.call.operation) was delivered before an earlier one",
                step: write.request.step,
                requests: [write.request.ordinal, overtaken.request.ordinal]
            )
        }
    }

    /// Returns the violations of requests for a page whose previous page the client has not received.
    private func skippedPages(of operation: Declaration.Operation) -> [Property.Violation] {
        guard let pages = operation.pages, pages.isIncremental else { return [] }
        guard pages.kind == .pageAndLimit else { return unknownPages(of: operation, pages) }
        let requests = history.requests.compactMap { request in
            contract.isRequest(request, of: operation)
                ? request.number(of: pages.parameter).map { (number: $0, request: request) } : nil
        }
        return requests.enumerated().compactMap { index, page in
            guard page.number > 1 else { return nil }
            let earlier = requests[..<index]
            let start = earlier.last { $0.number == 1 }?.request.ordinal ?? 0
            let hasPrevious = earlier.contains {
                $0.number == page.number - 1 && $0.request.ordinal >= start
                    && history.document(repliedTo: $0.request) != nil
            }
            guard !hasPrevious else { return nil }
            return Property.Violation(
                "\(page.request.line) was sent, although page \(page.number - 1) had not arrived",
                step: page.request.step,
                requests: earlier.suffix(1).map(\.request.ordinal) + [page.request.ordinal]
            )
        }
    }
}

extension Recovery {
    /// Returns the violations of requests for a page that no complete reply has named, by its token or its link.
    private func unknownPages(of operation: Declaration.Operation, _ pages: DeclaredPages) -> [Property.Violation] {
        let requests = history.requests.filter { contract.isRequest($0, of: operation) }
        return requests.enumerated().compactMap { index, request in
            let earlier = requests[..<index]
            let isKnown: Bool
            if pages.kind == .token {
                guard let token = request.text(of: pages.parameter), !token.isEmpty else { return nil }
                isKnown = earlier.contains {
                    history.document(repliedTo: $0).map { ExploredContract.leaves(of: $0).contains(token) } ?? false
                }
            } else {
                let naming = earlier.filter { $0.replyHeaders["Link"]?.contains(request.target) == true }
                isKnown = naming.isEmpty || naming.contains { history.document(repliedTo: $0) != nil }
            }
            guard !isKnown else { return nil }
            return Property.Violation(
                "\(request.line) was sent, although the page before it had not arrived",
                step: request.step,
                requests: earlier.suffix(1).map(\.ordinal) + [request.ordinal]
            )
        }
    }
}

extension History.Request {
    /// Returns the number of the page that the query requests; nil if it has none.
    fileprivate func number(of parameter: String) -> Int? { text(of: parameter).flatMap { Int($0) } }

    /// Returns the value of a query parameter; nil if the query has none of this name.
    fileprivate func text(of parameter: String) -> String? {
        let query = target.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
        let item = Scenario.Condition.queryItems(Array(query.utf8)).first { $0.name == Array(parameter.utf8) }
        return item.map { String(decoding: $0.value, as: UTF8.self) }
    }
}
