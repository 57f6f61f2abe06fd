import Rehearsal

/// The parts of a history by which a search distinguishes behaviors.
package struct ScheduleObservation: Sendable {
    /// The hashes of the behaviors of the history. Equal behaviors have equal hashes in every process.
    package var features: Set<UInt64> = []
    /// The kinds of the requests that arrived during each step; see ``ScheduleAlphabet/actions``.
    package var requests: [[String]] = []

    package init(features: Set<UInt64> = [], requests: [[String]] = []) {
        (self.features, self.requests) = (features, requests)
    }

    /// Observes each call with the requests of its step, and each pair of consecutive calls.
    package init(_ history: History, _ contract: ExploredContract) {
        var last = StableHash.basis
        for index in history.steps.indices {
            // An incomplete request takes no action, so that the kinds have the positions of the actions without it.
            let requests = history.requests(of: index).filter { $0.exemption != .incompleteRequest }
            let kinds = requests.map { request in
                contract.isAuthentication(request)
                    ? ScheduleAlphabet.authentication : history.steps[index].call?.operation ?? request.path
            }
            self.requests.append(kinds)
            let calls = history.calls(of: index).map(Self.behavior).sorted()
            let exchanges = requests.map(Self.behavior)
            let step = StableHash.of((calls + exchanges).joined(separator: "\n"))
            if !calls.isEmpty || !exchanges.isEmpty { features.insert(step) }
            guard !calls.isEmpty else { continue }
            let brief = StableHash.of(calls.joined(separator: "\n") + "\n\(requests.count)")
            features.insert(StableHash.of(brief.hexadecimal, from: last))
            last = brief
        }
    }

    /// Returns the operation of a call and the kind of its outcome.
    private static func behavior(of call: History.Call) -> String {
        var parts = [call.operation, call.outcome.kind.rawValue, call.wasOnline ? "" : "offline"]
        if let status = call.outcome.status { parts.append("\(status)") }
        if case .value(_, let freshness) = call.outcome {
            parts.append("\(freshness.isStale) \(freshness.isFromCache)")
        }
        return parts.joined(separator: " ")
    }

    /// Returns a request and the kind of its reply, without values that differ in each run.
    private static func behavior(of request: History.Request) -> String {
        let effect = request.effect == nil ? "" : "applied"
        return "\(request.method) \(request.path) \(request.status ?? 0) \(request.action) \(effect)"
    }
}
