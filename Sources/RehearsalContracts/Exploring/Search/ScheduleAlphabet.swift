import Rehearsal

/// The events and actions that are relevant for a client, from which schedules are composed.
package struct ScheduleAlphabet: Sendable {
    /// The calls of each operation, the plain one first.
    package var calls: [[Schedule.Call]]
    /// The actions for the requests of each operation, other than ``ScheduleAction/normal``, by its name.
    ///
    /// The key of the actions for requests that obtain or return credentials is ``authentication``.
    package var actions: [String: [ScheduleAction]]
    /// The number of attempts for a request that fails each time.
    package let attempts: Int
    /// The names of the operations for whose requests the client refreshes its token after a 401.
    let refreshingOperations: Set<String>
    /// Whether the client behaves differently without a connection.
    let worksOffline: Bool
    /// The names of the operations that send the client's queued writes, and that the search calls.
    let synchronizations: [String]

    /// The duration of a step without a call, after which no declared wait is pending.
    package static let pause = Schedule.Event.pause(.seconds(60))

    /// The key of the actions for requests that belong to no operation that reads or writes.
    package static let authentication = ""

    /// Creates the alphabet that the declarations of a client make relevant.
    package init(_ contract: ExploredContract) {
        let features = contract.declaration.features
        calls = contract.operations.map { operation in
            var calls = [Schedule.Call(operation.name)]
            if contract.worksOffline { calls.append(Schedule.Call(operation.name, isOffline: true)) }
            if features.cancellation { calls.append(Schedule.Call(operation.name, isCancelled: true)) }
            if operation.isParallel, features.parallel {
                calls.append(Schedule.Call(operation.name, isInBackground: true))
                calls.append(Schedule.Call(operation.name, parallel: 2))
            }
            return calls
        }
        actions = Dictionary(
            contract.operations.map { ($0.name, Self.actions(for: $0, contract)) },
            uniquingKeysWith: { first, _ in first }
        )
        if contract.declaration.features.authRefresh != nil {
            actions[Self.authentication] = [.status(503), .replyLost, .status(401), .webPage, .requestLost, .replyCut]
        }
        attempts = max(1, contract.declaration.retry.attempts)
        worksOffline = contract.worksOffline
        let synchronizing = Set(contract.exploration.synchronizations)
        synchronizations = contract.operations.map(\.name).filter(synchronizing.contains)
        refreshingOperations = Set(contract.operations.filter { Self.refreshesToken($0, contract) }.map(\.name))
    }

    /// Returns the action for a request of a kind; see ``actions``.
    func actions(for kind: String) -> [ScheduleAction] { actions[kind] ?? actions[Self.authentication] ?? [] }

    /// Returns an alphabet with a random part of the operations, of the kinds of calls and of the actions.
    ///
    /// Each part has at least one operation. Leaving out most of the alphabet makes repetitions of the rest likely
    /// (swarm testing: Groce, Zhang, Eide, Chen, Regehr 2012).
    func subset(_ random: inout RandomSource) -> ScheduleAlphabet {
        var subset = self
        subset.calls = calls.filter { _ in random.unit() < 0.6 }
        if subset.calls.isEmpty, let one = calls.element(&random) { subset.calls = [one] }
        subset.calls = subset.calls.map { calls in
            Array(calls.prefix(1)) + calls.dropFirst().filter { _ in random.unit() < 0.5 }
        }
        let all = Set(actions.values.joined().map(\.description)).sorted()
        let chosen = Set(all.filter { _ in random.unit() < 0.4 })
        subset.actions = actions.mapValues { list in
            let part = list.filter { chosen.contains($0.description) }
            return part.isEmpty ? Array(list.prefix(1)) : part
        }
        return subset
    }

    private static func refreshesToken(_ operation: Declaration.Operation, _ contract: ExploredContract) -> Bool {
        contract.declaration.features.authRefresh != nil && operation.needsToken
    }

    private static func actions(
        for operation: Declaration.Operation,
        _ contract: ExploredContract,
    ) -> [ScheduleAction] {
        let declaration = contract.declaration
        var actions: [ScheduleAction] = [.status(503), .replyLost, .requestLost]
        if refreshesToken(operation, contract) { actions.append(.status(401)) }
        if declaration.retry.honorsRetryAfter, declaration.retry.attempts > 1 {
            actions.append(.status(503, retryAfter: 2))
            if let deadline = contract.exploration.deadline {
                actions.append(.status(503, retryAfter: Int((deadline * 3 / 4).secondsRoundedUp)))
            }
        }
        if operation.isSafe { actions.append(.replyCut) } else { actions.append(.statusAfterEffect(503)) }
        if let deadline = contract.exploration.deadline {
            actions.append(.delay(.seconds((deadline * 2 / 3).secondsRoundedUp)))
        }
        actions += [.status(404), .webPage, .leftover]
        if let status = operation.domainErrors.keys.min(), status != 404 { actions.append(.status(status)) }
        return actions
    }
}

extension ExploredContract {
    /// Whether the client behaves differently without a connection.
    package var worksOffline: Bool {
        let features = declaration.features
        return features.fallback != .none || features.requestsOnlyOnline || !exploration.synchronizations.isEmpty
    }
}
