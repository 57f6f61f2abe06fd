import Rehearsal

/// Rules on lost connections: TRN.
enum TransportRules {
    static let all = [refused, lost, IncompleteBodies.short, IncompleteBodies.unfinishedChunks, DistinctOutcomes.rule]

    private static let refused = Rule(
        "TRN-01",
        "A refused connection is a transport error (cannotConnect), promptly.",
        source: "RFC 9110 §9.2.2; URLError.cannotConnectToHost",
        restsOn: ["REQ-01"]
    ) { call in
        let attempts = call.declaration.attemptsAfterRefusal
        try call.requireTime(for: attempts)
        return [
            Rule.Draft("", call.refusing) { exam in
                exam.expectLoss(.refused)
                let waits = exam.isByOurClock(exam.evidence) ? .zero : exam.declaration.longestWaits(attempts)
                exam.expectAnswer(within: .seconds(2) + waits, "an error")
            }
        ]
    }

    private static let lost = Rule(
        "TRN-02",
        "A reset after the request is a transport error (connectionLost).",
        source: "RFC 9110 §9.2.2; URLError.networkConnectionLost",
        restsOn: ["REQ-01"]
    ) { call in
        let attempts = call.attemptsAfterLoss
        try call.requireTime(for: attempts)
        return [Rule.Draft("", call.exercise([call.lost], attempts: attempts)) { $0.expectLoss(.reset) }]
    }
}
