import Rehearsal

/// An event of a history: of the client, on the wire, or at the server.
package struct HistoryEvent: Sendable, Hashable {
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

    package init(_ lane: Lane, _ text: String, step: Int, isEvidence: Bool = false) {
        (self.lane, self.text, self.step, self.isEvidence) = (lane, text, step, isEvidence)
    }
}

extension History {
    /// Returns the events in order. Those of the recovery steps are included only if the violation shows there.
    package func events(showing violation: Property.Violation) -> [HistoryEvent] {
        let last = isRecovery(violation.step) ? steps.count : scheduledSteps
        var timeline = HistoryTimeline()
        for call in calls where call.step < last {
            let name = steps[call.step].call?.description ?? call.operation
            timeline.add(HistoryEvent(.client, name, step: call.step), at: call.beganAt)
            let cancelled = call.wasCancelled ? " after its cancellation" : ""
            let text = "\(call.operation) ended with \(call.outcome)\(cancelled)"
            timeline.add(HistoryEvent(.client, text, step: call.step), at: call.endedAt)
        }
        for request in requests where request.step < last {
            // The server may record the end of an exchange after the client has received the reply.
            let end = calls.last { $0.step == request.step && $0.beganAt <= request.at && request.at < $0.endedAt }
            let latest = end.map { $0.endedAt - 1 } ?? .max
            timeline.add(request, endingBy: latest, isEvidence: violation.requests.contains(request.ordinal))
        }
        for wait in waits where wait.duration > .zero {
            let step = calls.last { $0.beganAt <= wait.at }?.step ?? 0
            guard step < last else { continue }
            timeline.add(HistoryEvent(.client, "waits \(wait.duration.displayText)", step: step), at: wait.at)
        }
        var events = timeline.sorted
        // A step without a call precedes the first event of a later step.
        for (index, step) in steps.enumerated().prefix(last).reversed() where step.call == nil {
            let place = events.firstIndex { $0.step > index } ?? events.endIndex
            events.insert(HistoryEvent(.client, "\(step.event)", step: index), at: place)
        }
        return events
    }
}

/// Events with their instants.
private struct HistoryTimeline {
    private var events: [(at: Int64, event: HistoryEvent)] = []

    mutating func add(_ event: HistoryEvent, at instant: Int64) { events.append((instant, event)) }

    mutating func add(_ request: History.Request, endingBy latest: Int64, isEvidence: Bool) {
        func event(_ lane: HistoryEvent.Lane, _ text: String) -> HistoryEvent {
            HistoryEvent(lane, text, step: request.step, isEvidence: isEvidence)
        }
        let line = "\(request.method) \(request.target)"
        add(event(.wire, line), at: request.at)
        if let effect = request.effect { add(event(.server, "\(effect.kind.rawValue) \(effect.path)"), at: request.at) }
        let status = request.status.map { "\($0)" } ?? "no reply"
        let action =
            switch request.exemption {
            case .undeclaredPath: " (not in the model)"
            case .incompleteRequest: " (incomplete request)"
            case nil: request.action == .normal ? "" : " (\(request.action))"
            }
        add(event(.wire, "\(line) → \(status)\(action)"), at: min(request.endedAt ?? request.at, latest))
    }

    /// The events in the order of their instants; those of the same instant in the order in which they were added.
    var sorted: [HistoryEvent] {
        events.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element.event)
    }
}
