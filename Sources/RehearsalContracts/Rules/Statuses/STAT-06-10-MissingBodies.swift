import Rehearsal

/// The rules on successful replies without the body that the operation returns, STAT-06 and STAT-10.
enum MissingBodies {
    static let empty = Rule(
        "STAT-06",
        profile: .extended,
        "An empty body where a value is required is a decoding error, and never a default value.",
        source: "RFC 9110 §8.6, §15.3.5",
        dependsOn: ["DEC-01"]
    ) { call in
        try call.requireValue()
        try call.requireBody()
        let empty = Mutations(call.operation).empty
        let exercise = call.testCase([call.operation.makeReply(200, body: empty.body)])
        return [
            Rule.Draft("200", exercise, probes: [empty]) { expectNoDefault(&$0) },
            Rule.Draft("204", call.testCase([Scenario.Reply(204)])) { expectNoDefault(&$0, isNoContent: true) },
        ]
    }

    static let accepted = Rule(
        "STAT-10",
        level: .should,
        profile: .extended,
        "A 201 or 202 without a body is not the finished value; an operation that returns nothing succeeds.",
        source: "RFC 9110 §15.3.2, §15.3.3",
        dependsOn: ["STAT-05", "STAT-06"]
    ) { call in
        guard !call.isSafe else { throw NotApplicableError("a \(call.method) creates nothing") }
        return [201, 202].map { (status: Int) in
            var exercise = call.testCase([Scenario.Reply(status, headers: ["Location": location])])
            // The client may request the created resource.
            exercise.scenario.endpoints.append(
                Scenario.Endpoint(.get, Scenario.PathPattern(stringLiteral: location), replies: [call.recordedReply])
            )
            return Rule.Draft("\(status)", exercise) { exam in
                if exam.operation.isVoid { expectSuccess(&exam, status: status) } else { expectNothingInvented(&exam) }
            }
        }
    }

    /// The path of the created resource.
    private static let location = "/rehearsal-created"

    /// Expects a decoding error. After a 204, an HTTP error or null also reports that the value is missing.
    private static func expectNoDefault(_ exam: inout CaseAssertions, isNoContent: Bool = false) {
        exam.expectOutcome("a decoding error for the empty body") { outcome in
            switch outcome {
            case .decoding(let kind, _, _): kind != .keyNotFound && kind != .typeMismatch
            case .http(204, _, _), .value(.null, _): isNoContent
            default: false
            }
        }
    }

    private static func expectSuccess(_ exam: inout CaseAssertions, status: Int) {
        exam.expectOutcome("success, or a domain error for \(status)") { [.value, .domain].contains($0.kind) }
    }

    /// Expects no value, unless the client has fetched the resource from the address in `Location`.
    private static func expectNothingInvented(_ exam: inout CaseAssertions) {
        if exam.attempts.contains(where: { $0.path == location }) { return exam.expectValue() }
        exam.expectOutcome("no value, because the reply has none") { outcome in
            switch outcome {
            case .value(let value, _): value == .null
            case .hang, .crash: false
            default: true
            }
        }
    }
}
