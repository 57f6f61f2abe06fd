extension Policies {
    /// What policies let pass of requests like this one, in the order in which they are asked.
    func guards(of coverage: Coverage, _ request: ObservedRequest) -> [Explanation.Guard] {
        var guards: [Explanation.Guard] = []
        if let bearer, let place = coverage.issue.flatMap({ bearer.issues[$0].takes }) {
            guards.append(.init(label: labels[0], lets: "requests with a refresh token at \(place)"))
        }
        if coverage.isProtected, coverage.issue == nil, !request.isPreflight {
            guards.append(.init(label: labels[0], lets: "requests with a token (Authorization: Bearer …)"))
        }
        for quota in coverage.quotas.map({ quotas[$0] }) {
            let lets = "\(quota.source.limit) in \(quota.source.window.shown)"
            guards.append(.init(label: labels[quota.label], lets: lets))
        }
        if let index = coverage.idempotency {
            let lets = "the first with each \(idempotency[index].header)"
            guards.append(.init(label: labels[idempotencyLabel + index], lets: lets))
        }
        return guards
    }
}
