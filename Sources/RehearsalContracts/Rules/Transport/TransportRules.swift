import Rehearsal

/// The rules on refused and lost connections: TRN.
enum TransportRules {
    static let all = [
        refused, lost, IncompleteBodies.short, IncompleteBodies.unfinishedChunks, DistinctOutcomes.rule,
        InvalidMessages.none, InvalidMessages.invalidHead, InvalidMessages.length, MessageEnds.extraBytes,
        ContentCodings.rule, MessageEnds.closeDelimited, Handshakes.rule, MessageEnds.idleClose,
    ]

    private static let refused = Rule(
        "TRN-01",
        "A call whose connection is refused fails promptly with a transport error (cannotConnect).",
        source: "RFC 9110 §9.2.2; URLError.cannotConnectToHost",
        dependsOn: ["REQ-01"]
    ) { call in
        let attempts = call.declaration.attemptsAfterRefusal
        try call.requireTime(for: attempts)
        return [
            Rule.Draft("", call.refusedConnectionCase) { exam in
                exam.expectTransportError(.refused)
                let waits = exam.usesHarnessClock(exam.evidence) ? .zero : exam.declaration.longestWaits(attempts)
                exam.expectDuration(within: .seconds(2) + waits, "an error")
            }
        ]
    }

    private static let lost = Rule(
        "TRN-02",
        "A call whose connection is reset after the request fails with a transport error (connectionLost).",
        source: "RFC 9110 §9.2.2; URLError.networkConnectionLost",
        dependsOn: ["REQ-01"]
    ) { call in
        let attempts = call.attemptsAfterLoss
        try call.requireTime(for: attempts)
        return [
            Rule.Draft("", call.testCase([call.resetReply], attempts: attempts)) { $0.expectTransportError(.reset) }
        ]
    }
}

/// The rule that a caller can distinguish the kinds of failures, TRN-05.
///
/// It compares an HTTP error, a decoding error and a transport error. Its prerequisites CANC-01 and CANC-04 test
/// cancellations and timeouts.
enum DistinctOutcomes {
    static let rule = Rule(
        "TRN-05",
        "Transport, HTTP, decoding, timeout and cancellation are distinct outcomes, and a transport error has the code "
            + "of its cause.",
        source: "this catalogue",
        dependsOn: ["STAT-02", "RETRY-03", "DEC-01", "TRN-02", "CANC-01", "CANC-04"]
    ) { call in
        let attempts = call.attemptsAfterLoss
        try call.requireTime(for: attempts)
        let isRead = !call.isVoid && !call.reply.body.isEmpty
        let failures = [
            ("status 404", Scenario.Reply(404)),
            ("malformed JSON", call.operation.makeReply(body: Array(#"{"a":1"#.utf8))),
            ("a lost connection", call.resetReply),
        ].filter { isRead || $0.0 != "malformed JSON" }
        // Each failure has a run of its own, so that a client that retries receives the same failure again.
        var exercise = call.testCase([failures[0].1], attempts: attempts)
        exercise.furtherScenarios = failures.dropFirst().map { call.testCase([$0.1]).scenario }
        return [
            Rule.Draft("", exercise) { exam in
                expectDistinct(&exam, failures.map(\.0))
                expectCode(&exam)
            }
        ]
    }

    /// Expects the outcomes of any two runs to differ.
    private static func expectDistinct(_ exam: inout CaseAssertions, _ causes: [String]) {
        let outcomes = exam.runs.flatMap(\.answer.outcomes)
        guard outcomes.count == causes.count else {
            return exam.fail("expected \(causes.count) outcomes, got \(outcomes.count)")
        }
        for first in outcomes.indices {
            for second in outcomes.indices.dropFirst(first + 1) where isSame(outcomes[first], outcomes[second]) {
                exam.fail(
                    "expected different outcomes for \(causes[first]) and \(causes[second]), "
                        + "got \(outcomes[first]) and \(outcomes[second])"
                )
            }
        }
    }

    /// Expects each transport error to have an error code, if the client's network stack provides codes.
    private static func expectCode(_ exam: inout CaseAssertions) {
        guard NetworkStackBehavior.of(exam.declaration).reportsErrorCodes else { return }
        for outcome in exam.runs.flatMap(\.answer.outcomes) {
            guard case .transport(let kind, nil) = outcome else { continue }
            exam.fail("expected the code of the underlying error, got transport(\(kind.rawValue)) without a code")
        }
    }

    /// Whether a caller cannot distinguish two outcomes.
    private static func isSame(_ outcome: ClientOutcome, _ other: ClientOutcome) -> Bool {
        if case .domain(let name, _, _) = outcome, case .domain(let another, _, _) = other { return name == another }
        return outcome.kind == other.kind
    }
}
