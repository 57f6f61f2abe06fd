import Rehearsal

/// The events and actions that are relevant for a client, from which schedules are composed.
package struct ScheduleAlphabet: Sendable {
    /// The events that begin a step, without the actions for their requests.
    package var events: [Schedule.Event]
    /// The actions for the requests of each operation, other than ``ScheduleAction/normal``, by its name.
    package var actions: [String: [ScheduleAction]]

    /// Creates the alphabet that the declarations of a client make relevant.
    package init(_ contract: ExploredContract) {
        let features = contract.declaration.features
        var events: [Schedule.Event] = []
        for operation in contract.operations {
            events.append(.call(.init(operation.name)))
            if features.cancellation { events.append(.call(.init(operation.name, isCancelled: true))) }
            guard operation.isParallel, features.parallel else { continue }
            events.append(.call(.init(operation.name, isInBackground: true)))
            events.append(.call(.init(operation.name, parallel: 2)))
        }
        events.append(.pause(.seconds(60)))
        if features.fallback != .none || features.requestsOnlyOnline || !contract.exploration.synchronizations.isEmpty {
            events += [.connectivity(false), .connectivity(true)]
        }
        self.events = events
        actions = Dictionary(
            contract.operations.map { ($0.name, Self.actions(for: $0, contract)) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// Returns an alphabet with some of the events and actions.
    func subset(_ isIncluded: () -> Bool) -> ScheduleAlphabet {
        var subset = self
        let chosen = events.filter { event in
            if case .call(let call) = event, call == Schedule.Call(call.operation) { return true }
            return isIncluded()
        }
        subset.events = chosen
        subset.actions = actions.mapValues { $0.filter { _ in isIncluded() } }
        return subset
    }

    private static func actions(
        for operation: Declaration.Operation,
        _ contract: ExploredContract,
    ) -> [ScheduleAction] {
        let declaration = contract.declaration
        var actions: [ScheduleAction] = [.status(503), .replyLost, .requestLost]
        if declaration.features.authRefresh != nil, operation.needsToken { actions.append(.status(401)) }
        if declaration.retry.honorsRetryAfter, declaration.retry.attempts > 1 {
            actions.append(.status(503, retryAfter: 2))
        }
        if operation.isSafe { actions.append(.replyCut) } else { actions.append(.statusAfterEffect(503)) }
        if let deadline = contract.exploration.deadline {
            actions.append(.delay(.seconds((deadline * 2 / 3).secondsRoundedUp)))
        }
        actions += [.status(404), .webPage]
        if let status = operation.domainErrors.keys.min() { actions.append(.status(status)) }
        return actions
    }
}
