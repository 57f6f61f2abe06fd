import Rehearsal

/// The properties of the values that a client shows.
enum ValueProperties {
    /// PROP-02.
    static let values = Property(
        "PROP-02",
        "A returned value equals a body that the server sent completely with a success status.",
        source: "RFC 9112 §8"
    ) { history, contract in
        history.calls.compactMap { call in
            guard let value = call.outcome.value, let operation = contract.operation(call.operation),
                !operation.isVoid
            else { return nil }
            let bodies = history.requests.filter { $0.at <= call.endedAt }.compactMap(\.genuineDocument)
            var known = bodies.reduce(into: Set<String>()) { $0.formUnion(ExploredContract.leaves(of: $1)) }
            for request in history.requests where request.at <= call.endedAt && !request.isSafe {
                if let body = try? JSON(parsing: request.body) { known.formUnion(ExploredContract.leaves(of: body)) }
            }
            // A call that sends nothing may return its own input, as an offline queue does.
            if !operation.isSafe, history.requests(of: call.step).isEmpty { return nil }
            let unknown = ExploredContract.leaves(of: value).filter { $0.isUnmistakable && !known.contains($0) }
            guard let invented = unknown.min() else { return nil }
            let sentence = "\(call.operation) returned \"\(invented)\", which no complete reply contained"
            return Property.Violation(
                sentence,
                step: call.step,
                requests: history.requests(of: call.step).map(\.ordinal)
            )
        }
    }

    /// PROP-05.
    static let recovery = Property(
        "PROP-05",
        "After the faults end, one refresh makes the client's view equal to the state of the server, and queued writes "
            + "are delivered in order.",
        source: "eventual consistency after a partition",
        notApplicable: { $0.exploration.views.isEmpty ? "the exploration declares no view of a resource" : nil },
    ) { history, contract in
        guard !history.isSignedOut(contract) else { return [] }
        return differentViews(history, contract) + undelivered(history, contract)
    }

    private static func differentViews(_ history: History, _ contract: ExploredContract) -> [Property.Violation] {
        contract.exploration.views.sorted { $0.key < $1.key }.compactMap { name, path in
            guard contract.operation(name)?.pages == nil,
                let call = history.calls.last(where: { history.isRecovery($0.step) && $0.operation == name }),
                let value = call.outcome.value, let items = history.items[path.text]
            else { return nil }
            guard let difference = ViewDifference(shown: value, items: items) else { return nil }
            let sentence = "after a refresh, \(name) \(difference)"
            return Property.Violation(
                sentence,
                step: call.step,
                requests: history.requests(of: call.step).map(\.ordinal)
            )
        }
    }

    /// Returns the violations of queued writes that were not delivered, or not in the order of their calls.
    private static func undelivered(_ history: History, _ contract: ExploredContract) -> [Property.Violation] {
        let queued = history.calls.filter { call in
            guard let operation = contract.operation(call.operation) else { return false }
            return !call.wasOnline && call.outcome.value != nil && !operation.isSafe
                && !contract.isSpecial(call.operation) && history.requests(of: call.step).isEmpty
                && !history.isRecovery(call.step)
        }
        guard !queued.isEmpty, !contract.exploration.synchronizations.isEmpty else { return [] }
        let writes = history.requests.filter(\.wasApplied)
        let all = queued.map { ExploredContract.leaves(of: $0.outcome.value ?? .null).filter(\.isUnmistakable) }
        var (last, violations) = (-1, [Property.Violation]())
        for (index, call) in queued.enumerated() {
            let others = all.enumerated().filter { $0.offset != index }.reduce(into: Set<String>()) {
                $0.formUnion($1.element)
            }
            let own = all[index].subtracting(others)
            guard !own.isEmpty else { continue }
            let found = writes.first { request in
                guard let body = try? JSON(parsing: request.body) else { return false }
                return !ExploredContract.leaves(of: body).isDisjoint(with: own)
            }
            guard let found else {
                violations.append(Property.Violation("the queued \(call.operation) was not delivered", step: call.step))
                continue
            }
            if found.ordinal < last {
                let sentence = "the queued \(call.operation) was delivered before an earlier one"
                violations.append(Property.Violation(sentence, step: found.step, requests: [found.ordinal, last]))
            }
            last = max(last, found.ordinal)
        }
        return violations
    }

    /// PROP-06.
    static let monotonicReads = Property(
        "PROP-06",
        "Reads include the client's own successful writes, and a value marked as fresh is never older than one shown "
            + "before.",
        source: "session guarantees: monotonic reads, read your writes",
        notApplicable: { $0.exploration.views.isEmpty ? "the exploration declares no view of a resource" : nil },
    ) { history, contract in
        var violations: [Property.Violation] = []
        for (name, path) in contract.exploration.views.sorted(by: { $0.key < $1.key }) {
            guard let operation = contract.operation(name), operation.pages == nil else { continue }
            var (least, reason) = (0, "")
            for call in history.calls where history.concurrency(of: call.step) == 1 {
                if call.operation != name {
                    if let version = successfulWrite(call, below: path.text, history, contract) {
                        (least, reason) = (max(least, version), "the successful \(call.operation)")
                    }
                    continue
                }
                guard case .value(let value, let freshness) = call.outcome, !freshness.isStale, !freshness.isFromCache,
                    let version = version(of: value, until: call.endedAt, operation, history, contract)
                else { continue }
                if version < least {
                    violations.append(
                        Property.Violation(
                            "\(name) returned a value older than \(reason), marked as fresh",
                            step: call.step
                        )
                    )
                }
                if version >= least { (least, reason) = (version, "an earlier value") }
            }
        }
        return violations
    }

    /// Returns the version of a resource after a successful write of a call; nil if the call has written nothing.
    private static func successfulWrite(
        _ call: History.Call,
        below path: String,
        _ history: History,
        _ contract: ExploredContract,
    ) -> Int? {
        guard let operation = contract.operation(call.operation), !operation.isSafe, call.outcome.value != nil
        else { return nil }
        let written = history.requests(of: call.step).filter { $0.wasApplied && $0.path.hasPrefix(path) }
        return written.map { $0.version + 1 }.max()
    }

    /// Returns the latest version of the resource that a value shows; nil if it shows none that the server sent.
    private static func version(
        of value: JSON,
        until instant: Int64,
        _ operation: Declaration.Operation,
        _ history: History,
        _ contract: ExploredContract,
    ) -> Int? {
        history.requests.filter { request in
            guard request.at <= instant, contract.isRequest(request, of: operation),
                let document = request.genuineDocument, let items = ViewDifference.list(in: document)
            else { return false }
            return ViewDifference(shown: value, items: items) == nil
        }.map(\.version).max()
    }
}

/// The difference between a value that a client shows and the items of a resource.
struct ViewDifference: CustomStringConvertible {
    let description: String

    /// Creates the difference; nil if the value shows exactly the items.
    init?(shown: JSON, items: [JSON]) {
        let known = items.reduce(into: Set<String>()) { $0.formUnion(ExploredContract.leaves(of: $1)) }
        let seen = ExploredContract.leaves(of: shown)
        if let extra = seen.filter({ $0.isUnmistakable && !known.contains($0) }).min() {
            description = "shows \"\(extra)\", which the server does not have"
        } else if let missing = items.firstIndex(where: { item in
            let texts = ExploredContract.leaves(of: item).filter(\.isUnmistakable)
            return !texts.isEmpty && texts.isDisjoint(with: seen)
        }) {
            description = "does not show the item \(items[missing].brief)"
        } else if let elements = Self.list(in: shown), elements.count != items.count {
            description = "shows \(elements.count) items, and the server has \(items.count)"
        } else {
            return nil
        }
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

extension String {
    /// Whether a value of this text is probably copied from a reply.
    ///
    /// A client may write numbers and dates in other forms.
    fileprivate var isUnmistakable: Bool {
        utf8.count >= 6 && utf8.contains { $0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z") }
            && Instant(self) == nil
    }
}
