import Rehearsal
package import RehearsalContracts

/// The events of a history in order: steps and calls of the client, requests on the wire, and changes at the server.
package struct HistoryTimeline: Sendable {
    /// An event in one of three lanes.
    package struct Event: Sendable, Hashable {
        /// A participant of an exchange.
        package enum Lane: String, Sendable, Hashable, CaseIterable {
            case client, wire, server
        }

        package var lane: Lane
        package var text: String
        /// The index of the step.
        package var step: Int
        /// Whether the event belongs to the requests that prove the finding.
        package var isEvidence = false

        fileprivate var at: Int64
        fileprivate var order: Int
    }

    package private(set) var events: [Event] = []

    /// Creates the events of a history; those of the recovery steps are included only if the violation shows there.
    package init(_ history: History, of violation: Property.Violation) {
        let last = history.isRecovery(violation.step) ? history.steps.count : history.scheduledSteps
        for call in history.calls where call.step < last {
            let step = history.steps[call.step]
            add(.client, "\(step.call.map { "\($0)" } ?? call.operation)", call.step, call.beganAt)
            let cancelled = call.wasCancelled ? " after its cancellation" : ""
            add(.client, "\(call.operation) ended with \(call.outcome)\(cancelled)", call.step, call.endedAt)
        }
        for request in history.requests where request.step < last { add(request, isEvidence: violation) }
        for wait in history.waits where wait.duration > .zero {
            let step = history.calls.last { $0.beganAt <= wait.at }?.step ?? 0
            if step < last { add(.client, "waits \(wait.duration.displayText)", step, wait.at) }
        }
        events.sort { ($0.at, $0.order) < ($1.at, $1.order) }
        addPauses(history, upTo: last)
    }

    private mutating func add(_ request: History.Request, isEvidence violation: Property.Violation) {
        let isEvidence = violation.requests.contains(request.ordinal)
        let line = "\(request.method) \(request.target)"
        add(.wire, line, request.step, request.at, isEvidence)
        if let effect = request.effect {
            add(.server, "\(effect.kind.rawValue) \(effect.path)", request.step, request.at, isEvidence)
        }
        let status = request.status.map { "\($0)" } ?? "no reply"
        let action = request.action == .normal ? "" : " (\(request.action))"
        add(.wire, "\(line) → \(status)\(action)", request.step, request.endedAt ?? request.at, isEvidence)
    }

    private mutating func add(_ lane: Event.Lane, _ text: String, _ step: Int, _ at: Int64, _ isEvidence: Bool = false)
    {
        events.append(
            Event(lane: lane, text: text, step: step, isEvidence: isEvidence, at: at, order: events.count)
        )
    }

    /// Adds the steps without a call before the first event of a later step.
    private mutating func addPauses(_ history: History, upTo last: Int) {
        for (index, step) in history.steps.enumerated().prefix(last).reversed() where step.call == nil {
            let place = events.firstIndex { $0.step > index } ?? events.endIndex
            let at = place < events.endIndex ? events[place].at : .max
            events.insert(Event(lane: .client, text: "\(step.event)", step: index, at: at, order: 0), at: place)
        }
    }

    /// The events as lines of a table with the columns step, lane and event.
    package var lines: [String] {
        var last = -1
        return events.map { event in
            defer { last = event.step }
            let number = event.step == last ? "" : "\(event.step + 1)"
            let padding = String(repeating: " ", count: max(0, 3 - number.utf8.count))
            let lane = event.lane.rawValue + String(repeating: " ", count: 6 - event.lane.rawValue.utf8.count)
            return "\(padding)\(number)  \(lane)  \(event.isEvidence ? "!" : " ") \(event.text)"
        }
    }
}
