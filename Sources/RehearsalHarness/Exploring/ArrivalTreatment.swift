package import Rehearsal
package import RehearsalContracts
import RehearsalPlatform

/// The treatment of requests by the actions of a schedule in the order of their arrival.
///
/// It is for a client whose calls are not known, so that the steps of the schedule do not matter. Requests after the
/// last action are treated normally.
package final class ArrivalTreatment: Sendable {
    private let remaining: Locked<ArraySlice<ScheduleAction>>

    /// The delay of a late reply. No call ends that could release it.
    package static let lateDelay = Duration.seconds(3)

    package init(_ schedule: Schedule) { remaining = Locked(schedule.steps.flatMap(\.actions)[...]) }

    /// The number of actions for which no request has arrived.
    package var unusedCount: Int { remaining.withLock { $0.count } }

    /// The check for a scenario, which treats each request that an endpoint or a policy answers.
    package var check: Scenario.RequestCheck {
        Scenario.RequestCheck { [self] _ in
            guard let action = remaining.withLock({ $0.popFirst() }), action != .normal else { return .admitted }
            let note = "schedule: \(action)"
            if let reply = action.replacement { return .refused(.init(reply: reply, reason: note)) }
            return .altered(
                .init(reason: note) { reply in
                    guard action == .late else { return action.changed(reply, hold: "") }
                    return ScheduleAction.delay(Self.lateDelay).changed(reply, hold: "")
                }
            )
        }
    }
}
