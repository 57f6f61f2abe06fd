import Rehearsal

/// A comparison of the views that a client shows as fresh with the documents that the server sent.
struct ViewComparison {
    let history: History
    let contract: ExploredContract

    /// Returns the difference between the value of a call and the reply that it should show.
    ///
    /// - Returns: nil if they are equal, or if the call shows no fresh view of a resource.
    func difference(in call: History.Call) -> String? {
        guard let operation = view(call), let value = call.outcome.value, !call.wasCancelled,
            let pending = pendingCreations(before: call, at: operation.path)
        else { return nil }
        let sent = history.requests.filter { $0.at <= call.endedAt && contract.isRequest($0, of: operation) }
        guard let last = sent.last(where: { $0.step == call.step }) else { return nil }
        let own = history.document(repliedTo: last).map { [$0] }
        let documents = own ?? sent.compactMap { history.document(repliedTo: $0) }
        guard !documents.isEmpty else { return "shows a value as fresh, and received no complete reply" }
        let lists = documents.compactMap { ViewDifference.list(in: $0) }
        let copied = contract.copiedMembers(of: operation.name)
        let differences = lists.compactMap {
            ViewDifference(shown: value, items: $0, copied: copied, pending: pending)
        }
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

    /// Returns the values of the queued creations that a view may show, although the server does not have them yet.
    ///
    /// - Returns: nil if a queued change or deletion of an item may be part of the view.
    private func pendingCreations(before call: History.Call, at path: String) -> [JSON]? {
        let writes = QueuedWrites.pending(before: call, in: history, contract).filter { write in
            contract.operation(write.operation).map { $0.path == path || $0.path.hasPrefix("\(path)/") } ?? true
        }
        guard writes.allSatisfy({ contract.operation($0.operation)?.method == .post }) else { return nil }
        return writes.compactMap(\.outcome.value)
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
    ///
    /// - Parameters:
    ///   - copied: the members that the client copies from a reply; nil if they are not known.
    ///   - pending: the values of creations that the client may show, although the server does not have them yet.
    init?(shown: JSON, items: [JSON], copied: CopiedMembers?, pending: [JSON] = []) {
        let known = ExploredContract.leaves(of: items + pending)
        let elements = Self.list(in: shown)
        if let extra = ExploredContract.firstUnknownText(in: shown, copied: copied, isKnown: known.contains) {
            description = "shows a value at \(extra) that the server does not have"
        } else if let missing = ShownItems(shown, elements, copied).firstMissing(of: items) {
            description = "does not show item \(missing + 1) of \(items.count)"
        } else if let elements, !(items.count...items.count + pending.count).contains(elements.count) {
            description = "shows \(elements.count) items, and the server has \(items.count)"
        } else {
            return nil
        }
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

/// The items that a value shows.
private struct ShownItems {
    private let elements: [JSON]?
    private let copied: CopiedMembers?
    /// The texts of the value; nil if `copied` has pairs, which show more.
    private let texts: Set<String>?
    /// The scalars of the elements; nil with `copied`.
    private let scalars: [ElementScalars]?

    init(_ value: JSON, _ elements: [JSON]?, _ copied: CopiedMembers?) {
        (self.elements, self.copied) = (elements, copied)
        texts = copied?.pairs.isEmpty == false ? nil : ExploredContract.leaves(of: value)
        scalars = copied == nil ? elements?.map { ElementScalars($0) } : nil
    }

    /// Returns the index of the first item that the value does not show.
    func firstMissing(of items: [JSON]) -> Int? {
        items.indices.first { !hasText(of: items[$0]) || !hasElement(showing: items[$0], at: $0) }
    }

    /// Whether the value has one of the texts of an item that the client probably copies.
    private func hasText(of item: JSON) -> Bool {
        guard let texts else { return true }
        let sent = ExploredContract.leaves(of: item)
        return sent.contains { texts.contains($0) && $0.isUnmistakable } || !sent.contains(where: \.isUnmistakable)
    }

    /// Whether an element of the value shows an item; also true for a value that is not a list.
    ///
    /// - Parameter index: the index at which the element is expected.
    private func hasElement(showing item: JSON, at index: Int) -> Bool {
        if let scalars {
            let expected = ElementScalars(item)
            return scalars.contains { $0.shows(expected) }
        }
        guard let elements, let copied else { return true }
        return elements.indices.contains(index) && shows(elements[index], item, copied)
            || elements.contains { shows($0, item, copied) }
    }

    /// Whether each copied scalar of an element equals that of an item.
    private func shows(_ element: JSON, _ item: JSON, _ copied: CopiedMembers) -> Bool {
        copied.pairs.allSatisfy { shown, sent in
            sent.scalar(in: item) == nil || shown.hasEqualScalars(in: element, sent, in: item)
        }
    }
}
