import Rehearsal

extension Catalogue {
    /// What a request looks like: REQ.
    static let requests: [Rule] = [target, segment, contentType, accept, noContent, body]

    private static let target = Rule(
        "REQ-01",
        .must,
        core: true,
        "Method and path are exactly as declared: base URL, one slash and path, the path of the base kept; any query passes.",
        source: "RFC 9112 §3.2.1"
    ) { _, operation in
        .clauses(
            [("root", ""), ("base", "/v2"), ("base-slash", "/v2/")].map { variant, basePath in
                let path = (basePath.isEmpty ? "" : "/v2") + operation.path
                var exercise = Exercise(operation, replies: [operation.recorded])
                exercise.basePath = basePath
                exercise.scenario.endpoints[0].path = Scenario.PathPattern(path)
                // The other rules are tried without a base path.
                return Rule.Draft(variant, exercise) { exam in exam.expectTarget(path) }
                    .onlyForItself(!basePath.isEmpty)
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

    private static let accept = Rule(
        "REQ-05",
        .should,
        "Accept names the media types that the client decodes, and not only `*/*`.",
        source: "RFC 9110 §12.5.1",
        restsOn: ["REQ-01"]
    ) { _, operation in
        guard !operation.isVoid else { return .notApplicable("\(operation.name) returns nothing") }
        return .clauses([
            Rule.Draft("", Exercise(operation, replies: [operation.recorded])) { exam in exam.expectAccept() }
        ])
    }

    private static let noContent = Rule(
        "REQ-06",
        .must,
        core: true,
        "A GET, HEAD, DELETE or OPTIONS for which no body is declared has none, and its target ends in no lone `?`.",
        source: "RFC 9110 §9.3.1, §9.3.5; RFC 3986 §3.4",
        restsOn: ["REQ-01"]
    ) { _, operation in
        if operation.body != nil { return .notApplicable("\(operation.name) sends a body") }
        guard [.get, .head, .delete, .options].contains(operation.method) else {
            return .notApplicable("\(operation.method) may have content")
        }
        return .clauses([
            Rule.Draft("", Exercise(operation, replies: [operation.recorded])) { exam in exam.expectNoContent() }
        ])
    }

    private static let body = Rule(
        "REQ-08",
        .must,
        core: true,
        "The body says what the operation was called with: the declared members with their values, and no others.",
        source: "RFC 8259 §4, §6; the client's own declaration",
        restsOn: ["REQ-04"]
    ) { _, operation in
        guard let body = operation.body else { return .notApplicable("\(operation.name) sends no body") }
        return .clauses([
            Rule.Draft("", Exercise(operation, replies: [operation.recorded])) { exam in exam.expectBody(body) }
        ])
    }
}
