extension Catalogue {
    /// What a status means: STAT.
    static let statuses: [Rule] = [everySuccess]

    private static let everySuccess = Rule(
        "STAT-01",
        .must,
        core: true,
        "Every 2xx is success, including unregistered ones.",
        source: "RFC 9110 §15",
        restsOn: ["REQ-01", "DEC-06"]
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
}
