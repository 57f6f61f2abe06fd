package import Rehearsal

extension Rule {
    /// The path that a redirect leads to.
    private static let path = "/rehearsal-other-origin"
    /// Too long to be a part of anything else that a client sends.
    private static let token = "rehearsal-access-token"

    static let otherOrigin = Rule(
        "REDIR-04",
        .must,
        core: true,
        "A redirect to another origin takes no credentials along.",
        source: "RFC 9110 §15.4; RFC 6454 §4",
        restsOn: ["AUTH-01"]
    ) { declaration, operation in
        guard declaration.features.authRefresh != nil else {
            return .notApplicable("the client does not say that it has a token")
        }
        guard operation.needsToken else { return .notApplicable("\(operation.name) is asked for without a token") }
        guard operation.isSafe else { return .notApplicable("\(operation.method) is not followed everywhere") }
        return .clauses(
            [302, 307].map { (status: Int) in
                let redirect = Scenario.Reply(status, headers: ["Location": "\(Exercise.otherOrigin)\(path)"])
                var exercise = Exercise(operation, replies: [redirect])
                exercise.request.token = token
                exercise.leadsToOtherOrigin = true
                exercise.scenario.endpoints.append(
                    Scenario.Endpoint(operation.method, Scenario.PathPattern(path), replies: [operation.recorded])
                )
                return Draft("\(status)", exercise) { exam in exam.expectNoCredentials(at: path) }
            }
        )
    }
}

extension Exercise {
    /// Stands in the replies of a scenario for an origin that is not that of its backend: `http://localhost:49152`.
    ///
    /// It is known when the backend listens; the same backend answers there.
    package static let otherOrigin = "http://rehearsal-other-origin.invalid"

    /// The scenario for a backend that listens on this port, with the other origin filled in.
    package func scenario(on port: Int) -> Scenario {
        guard leadsToOtherOrigin else { return scenario }
        var scenario = scenario
        for endpoint in scenario.endpoints.indices {
            for reply in scenario.endpoints[endpoint].replies.indices {
                scenario.endpoints[endpoint].replies[reply].headers.pointToLocalhost(port)
            }
        }
        return scenario
    }
}

extension Scenario.Headers {
    fileprivate mutating func pointToLocalhost(_ port: Int) {
        for index in fields.indices {
            guard let value = fields[index].value, value.hasPrefix(Exercise.otherOrigin) else { continue }
            fields[index].value = "http://localhost:\(port)" + value.dropFirst(Exercise.otherOrigin.count)
        }
    }
}

extension Examination {
    /// No request at that path of the other origin has the token, in its target or in whatever field.
    fileprivate mutating func expectNoCredentials(at path: String) {
        let token = exercise.request.token ?? ""
        // A client may also ask for the path at the origin where it is; then it has not left it.
        let followed = attempts.filter { entry in
            entry.target.contains(path) && entry.headers["Host"]?.hasPrefix("localhost") == true
        }
        if followed.isEmpty { note("the client did not follow the redirect to another origin") }
        for entry in followed {
            var places = entry.headers.fields.filter { $0.value?.contains(token) == true }.map(\.name)
            if entry.target.contains(token) { places.append("the target") }
            for place in places { complain("expected no credentials at another origin, saw \(place) with the token") }
        }
    }
}
