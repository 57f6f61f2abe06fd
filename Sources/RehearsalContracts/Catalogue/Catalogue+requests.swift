import Rehearsal

extension Catalogue {
    /// What a request looks like: REQ.
    static let requests: [Rule] = [target, contentType]

    private static let target = Rule(
        "REQ-01",
        .must,
        core: true,
        "Method and target are exactly base URL and path, with one slash between them and the path of the base kept.",
        source: "RFC 9112 §3.2.1"
    ) { _, operation in
        .clauses(
            [("root", ""), ("base", "/v2"), ("base-slash", "/v2/")].map { variant, basePath in
                let path = (basePath.isEmpty ? "" : "/v2") + operation.path
                var exercise = Exercise(operation, replies: [operation.recorded])
                exercise.basePath = basePath
                exercise.scenario.endpoints[0].path = Scenario.PathPattern(path)
                return Rule.Draft(variant, exercise) { exam in exam.expectTarget(path) }
            }
        )
    }

    private static let contentType = Rule(
        "REQ-04",
        .must,
        core: true,
        "A JSON body is sent with Content-Type: application/json.",
        source: "RFC 9110 §8.3",
        restsOn: ["REQ-01"]
    ) { _, operation in
        guard operation.body != nil else { return .notApplicable("\(operation.name) sends no body") }
        return .clauses([
            Rule.Draft("", Exercise(operation, replies: [operation.recorded])) { exam in exam.expectJSONBody() }
        ])
    }
}
