import Rehearsal
import RehearsalContracts
import RehearsalPlatform

/// The treatment of the requests of a schedule by its model backend: each request takes the next action of its step.
final class RequestTreatment: Sendable {
    private let state = Locked(State())
    private let contract: ExploredContract
    private let progress: ScheduleProgress

    private struct State {
        /// The steps whose calls may send requests, the current one last.
        var steps: [ActiveStep] = []
        /// The instants at which a step became the current one.
        var changes: [(at: Int64, step: Int)] = []
        var treated: [Treated] = []
    }

    /// A step, and the actions for its next requests.
    private struct ActiveStep {
        let index: Int
        let operation: Declaration.Operation?
        var actions: ArraySlice<ScheduleAction>
        var hasEnded = false
    }

    /// A request that has been treated.
    struct Treated: Sendable {
        var step: Int
        var action: ScheduleAction
        /// The reply that the server was told to send; nil if it has sent none yet.
        var reply: Scenario.Reply?
    }

    init(_ contract: ExploredContract, _ progress: ScheduleProgress) {
        (self.contract, self.progress) = (contract, progress)
    }

    /// Begins a step. Its requests take its actions in order.
    func begin(_ step: Schedule.Step, _ index: Int) {
        let operation = step.call.flatMap { contract.operation($0.operation) }
        let new = ActiveStep(index: index, operation: operation, actions: step.actions[...])
        state.withLock { state in
            state.steps.removeAll(where: \.hasEnded)
            state.steps.append(new)
            state.changes.append((SystemClock.now(), index))
        }
    }

    /// Makes a step the current one again: requests that belong to no other step take its actions.
    func continueWith(_ index: Int) {
        state.withLock { state in
            guard let place = state.steps.firstIndex(where: { $0.index == index }) else { return }
            state.steps.append(state.steps.remove(at: place))
            state.changes.append((SystemClock.now(), index))
        }
    }

    /// Returns the step that was the current one at an instant; the first before any step has begun.
    func step(at instant: Int64) -> Int { state.withLock { $0.changes.last { $0.at <= instant }?.step ?? 0 } }

    /// Ends a step. Requests that still arrive belong to it until the next step begins, unless another has not ended.
    func end(_ index: Int) {
        state.withLock { state in
            for place in state.steps.indices where state.steps[place].index == index {
                state.steps[place].hasEnded = true
            }
            if state.steps.contains(where: { !$0.hasEnded }) { state.steps.removeAll(where: \.hasEnded) }
        }
    }

    /// The requests in the order of their treatment.
    var treated: [Treated] { state.withLock { $0.treated } }

    /// Returns a treated request; nil if there is none with this index.
    ///
    /// A client can send requests at any time, so the index must be read from the journal before the call.
    func treatedRequest(_ index: Int) -> Treated? {
        state.withLock { $0.treated.indices.contains(index) ? $0.treated[index] : nil }
    }

    /// The check of the model scenario, which treats each request.
    var check: Scenario.RequestCheck {
        Scenario.RequestCheck { [self] request in
            let (index, step, action) = take(method: request.method, path: request.path)
            // The waiting harness may continue now: the request has arrived.
            defer { progress.recordArrival(in: step) }
            let note = "\(Self.prefix)\(index), \(action)"
            if let reply = action.replacement {
                state.withLock { $0.treated[index].reply = reply }
                return .refused(.init(reply: reply, reason: note))
            }
            return .altered(
                .init(reason: note) { [self] reply in
                    let changed = action.changed(reply, hold: Self.hold(step))
                    state.withLock { $0.treated[index].reply = changed }
                    if action == .late { progress.recordLateReply(in: step) }
                    return changed
                }
            )
        }
    }

    /// Takes the next action of the step to which a request belongs.
    ///
    /// While a call runs in the background, its step is the one whose operation has the method and the path of the
    /// request. Requests that belong to none or to both belong to the current step.
    private func take(method: String, path: String) -> (index: Int, step: Int, action: ScheduleAction) {
        state.withLock { state in
            let own = state.steps.indices.filter { index in
                state.steps[index].operation.map { contract.isRequest(method: method, path: path, of: $0) } ?? false
            }
            guard let place = own.count == 1 ? own[0] : state.steps.indices.last else {
                // The client has sent the request when it was created.
                state.treated.append(Treated(step: 0, action: .normal))
                return (state.treated.count - 1, 0, .normal)
            }
            let action = state.steps[place].actions.popFirst() ?? .normal
            state.treated.append(Treated(step: state.steps[place].index, action: action))
            return (state.treated.count - 1, state.steps[place].index, action)
        }
    }

    /// The name of the hold for the late replies of a step.
    static func hold(_ step: Int) -> String { "\(holdPrefix)\(step)" }

    /// Whether a hold is one for the late replies of a step.
    static func isHold(_ name: String) -> Bool { name.hasPrefix(holdPrefix) }

    private static let holdPrefix = "late "

    private static let prefix = "schedule: request "

    /// Returns the index of a treated request, which a note of its journal entry contains; nil if there is none.
    static func index(in note: String) -> Int? {
        // Compares bytes, because a search in a string compares characters, which is slow.
        var rest = note.utf8[...]
        while !rest.starts(with: prefix.utf8) {
            guard rest.popFirst() != nil else { return nil }
        }
        return Int(Substring(rest.dropFirst(prefix.utf8.count).prefix { 0x30...0x39 ~= $0 }))
    }
}
