import Rehearsal

/// The rules on parallel and on many calls: CONC.
enum ConcurrencyRules {
    static let all = [MatchingReplies.rule, IndependentRequests.rule, LatestValue.rule, manyCalls]

    /// The number of sequential calls, and the number of connections that a client without a declared limit may have.
    private static let (calls, mostConnections) = (100, 20)

    private static let manyCalls = Rule(
        "CONC-04",
        level: .should,
        profile: .extended,
        "Many sequential calls reuse or close their connections.",
        source: "RFC 9112 §9.4, §9.5",
        dependsOn: ["STAT-01"]
    ) { call in
        if !call.isSafe { throw NotApplicableError("\(call.name) is not safe, so it is not called many times") }
        try call.requireFirst(\.isSafe)
        var exercise = call.recordedCase
        exercise.request.repetitions = calls
        return [
            Rule.Draft("", exercise) { exam in
                exam.expectValue("a value from each of \(calls) calls")
                let most = exam.declaration.features.maximumConnections ?? mostConnections
                let connections = exam.evidence.connections.map { ($0.openedAt, $0.closedAt) }
                let seen = OverlapCounter.maximum(connections)
                if seen > most {
                    exam.fail("expected at most \(most) open connections for \(calls) sequential calls, saw \(seen)")
                }
            }
        ]
    }
}

/// A counter of intervals that overlap.
enum OverlapCounter {
    /// Returns the maximum number of intervals that contain the same instant. An end of nil is after every instant.
    static func maximum(_ intervals: [(start: Int64, end: Int64?)]) -> Int {
        // At the same instant, an interval ends before another begins.
        let events =
            intervals.map { ($0.start, 1) } + intervals.compactMap { $0.end.map { ($0, -1) } }
        var (open, most) = (0, 0)
        for (_, change) in events.sorted(by: { ($0.0, $0.1) < ($1.0, $1.1) }) {
            open += change
            most = max(most, open)
        }
        return most
    }
}
