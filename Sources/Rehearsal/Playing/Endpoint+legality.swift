extension Scenario.Endpoint {
    /// Why it cannot be played; nil if it can.
    package func illegality(_ segments: [Scenario.PathPattern.Segment]) -> String? {
        if replies.isEmpty, overlay.isEmpty {
            return "it has no replies, and nothing to lay over those of others"
        }
        if let reply = replies.first(where: { !(0...999).contains($0.status) }) {
            return "a status is 0 to 999, not \(reply.status)"
        }
        if let times = replies.lazy.compactMap(\.times).first(where: { $0 < 1 }) {
            return "\"times\" is at least 1, not \(times)"
        }
        let captures = segments.compactMap { if case .capture(let name, _) = $0 { name } else { nil } }
        if case .capture(let name) = per, !captures.contains(name) {
            return "\"per\" names {\(name)}, which the path does not have"
        }
        if let name = when?.captureNames.first(where: { !captures.contains($0) }) {
            return "its condition names {\(name)}, which the path does not have"
        }
        return replies.lazy.compactMap { faultIllegality(overlay.faults + $0.faults) }.first
            ?? faultIllegality(overlay.faults)
    }

    /// The first of its replies whose faults cannot be had with those of the endpoint; nil if there is none.
    package var illegalReply: Int? {
        replies.firstIndex { faultIllegality(overlay.faults + $0.faults) != nil }
    }

    private func faultIllegality(_ faults: [Fault]) -> String? {
        for fault in faults {
            if let reason = fault.illegality { return reason }
            if case .requestBody = fault.stage, when?.asksForBody == true {
                return "\(fault) would come before the body, which decides whether the endpoint answers"
            }
        }
        return Fault.conflict(in: faults)
    }
}
