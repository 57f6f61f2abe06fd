import Rehearsal

extension Catalogue {
    static let everySuccess = Rule(
        "STAT-01",
        .must,
        core: true,
        "Every 2xx is success, including unregistered ones.",
        source: "RFC 9110 §15",
        restsOn: ["REQ-01", "DEC-06", "REPO-01"]
    ) { _, operation in
        guard !operation.isVoid else { return .notApplicable("\(operation.name) returns nothing: see STAT-05") }
        return .clauses(
            [200, 201, 203, 299].map { (status: Int) in
                Rule.Draft("\(status)", Exercise(operation, replies: [operation.answer(status)])) { exam in
                    exam.expectRequests(1)
                    exam.expectValue()
                }
            }
        )
    }

    static let nothingReturned = Rule(
        "STAT-05",
        .must,
        core: true,
        "204 and 205 complete an operation that returns nothing; nothing is decoded.",
        source: "RFC 9110 §15.3.5, §15.3.6",
        restsOn: ["REQ-01"]
    ) { _, operation in
        guard operation.isVoid else { return .notApplicable("\(operation.name) returns a value") }
        return .clauses(
            [204, 205].map { (status: Int) in
                Rule.Draft("\(status)", Exercise(operation, replies: [Scenario.Reply(status)])) { exam in
                    exam.expectRequests(1)
                    exam.expectOutcome("success") { $0.kind == .value }
                    exam.expectAnswer(within: .seconds(1), "success")
                }
            }
        )
    }
}
