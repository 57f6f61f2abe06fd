import Rehearsal
import RehearsalContracts
import RehearsalPlatform

/// The treatment of the requests of a schedule by its model backend: each request takes the next action of its step.
final class RequestTreatment: Sendable {
    private let state = Locked(State())
    private let progress: ScheduleProgress

    private struct State {
        var step = 0
        var actions: ArraySlice<ScheduleAction> = []
        var treated: [Treated] = []
    }

    /// A request that has been treated.
    struct Treated: Sendable {
        var step: Int
        var action: ScheduleAction
        /// The reply that the server was told to send; nil if it has sent none yet.
        var reply: Scenario.Reply?
    }

    init(_ progress: ScheduleProgress) { self.progress = progress }

    /// Begins a step. Its requests take these actions in order.
    func begin(_ step: Int, _ actions: [ScheduleAction]) {
        state.withLock { ($0.step, $0.actions) = (step, actions[...]) }
    }

    /// The requests in the order of their treatment.
    var treated: [Treated] { state.withLock { $0.treated } }

    /// The check of the model scenario, which treats each request.
    var check: Scenario.RequestCheck {
        Scenario.RequestCheck { [self] _ in
            let (index, step, action) = state.withLock { state in
                let action = state.actions.popFirst() ?? .normal
                state.treated.append(Treated(step: state.step, action: action))
                return (state.treated.count - 1, state.step, action)
            }
            // The waiting harness may cancel the call now: the request has arrived.
            defer { progress.recordArrival(in: step) }
            let note = "\(Self.prefix)\(index), \(action)"
            if let reply = action.replacement {
                state.withLock { $0.treated[index].reply = reply }
                return .refused(.init(reply: reply, reason: note))
            }
            return .altered(
                .init(reason: note) { [self] reply in
                    let changed = action.changed(reply)
                    state.withLock { $0.treated[index].reply = changed }
                    return changed
                }
            )
        }
    }

    private static let prefix = "schedule: request "

    /// Returns the index of a treated request, which a note of its journal entry contains; nil if there is none.
    static func index(in note: String) -> Int? {
        note.firstRange(of: prefix).flatMap { Int(note[$0.upperBound...].prefix(while: \.isNumber)) }
    }
}
