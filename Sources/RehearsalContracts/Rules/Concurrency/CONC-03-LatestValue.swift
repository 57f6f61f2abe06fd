import Rehearsal

/// The rule on replies that arrive in another order than their requests, CONC-03.
///
/// The state of a screen is not visible from outside, so the rule judges the store of a client that declares the
/// behavior. For a screen, a contract has promises.
enum LatestValue {
    /// The time between the starts of two calls, and the delay of the reply to the first one.
    private static let (interval, delay) = (Duration.milliseconds(100), Duration.milliseconds(400))

    static let rule = Rule(
        "CONC-03",
        profile: .extended,
        "A late reply to an older call does not replace the stored value of a newer call.",
        source: "the client's declaration (latestWins)",
        dependsOn: ["CONC-01", "REPO-09"]
    ) { call in
        guard call.features.latestWins else {
            throw NotApplicableError(
                "the client does not declare that the latest call decides the stored value (latestWins)"
            )
        }
        try call.requireStore()
        let marker = try ReplyMarker(call)
        guard let older = marker.reply(0), let newer = marker.reply(1) else { return [] }
        var late = older.times(1)
        late.delay = .fixed(delay)
        var exercise = call.testCase([late, newer])
        (exercise.request.parallel, exercise.request.stagger) = (2, interval)
        exercise.timeSource = .real
        exercise.estimatedDuration = delay
        exercise.coincidenceWindow = interval
        return [Rule.Draft("", exercise) { expectNewer(&$0, marker) }]
    }

    private static func expectNewer(_ exam: inout CaseAssertions, _ marker: ReplyMarker) {
        let requests = exam.attempts
        guard requests.count == 2, Duration.nanoseconds(requests[1].at - requests[0].at) >= interval / 2 else {
            let reason = "the client did not send its two requests one after the other"
            return exam.markInconclusive(reason, isTransient: true)
        }
        guard let store = exam.evidence.answer.store else {
            return exam.markInconclusive("the subject does not report the content of its store (store)")
        }
        switch marker.index(in: .object(store.map { JSON.Member($0.key, $0.value) })) {
        case 1: break
        case 0: exam.fail("expected the store to keep the value of the newer call, it has that of the older one")
        default: exam.markInconclusive("the store does not contain \(marker.name) of a reply")
        }
    }
}
