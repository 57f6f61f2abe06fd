extension PolicyBooks {
    /// The reply to a request beyond the limit of a quota; nil if all that it counts for have room.
    func screenQuotas(
        _ request: ObservedRequest,
        _ coverage: Policies.Coverage,
        _ pass: inout PolicyPass,
        _ moment: Moment,
    ) -> PolicyAnswer? {
        let keys = coverage.quotas.map { index in
            let quota = policies.quotas[index]
            return PolicyPass.Counted(quota: index, key: request.key(per: quota.source.key, quota.segments) ?? [])
        }
        for counted in keys {
            let left = standing(of: counted, at: moment)
            guard left.left < 1 else { continue }
            return limited(counted, left, keys, moment)
        }
        pass.quotas = keys
        return nil
    }

    private func standing(of counted: PolicyPass.Counted, at moment: Moment) -> QuotaBook.Standing {
        quotas[counted.quota].standing(of: counted.key, policies.quotas[counted.quota].source, at: moment.now)
    }

    private func limited(
        _ counted: PolicyPass.Counted,
        _ standing: QuotaBook.Standing,
        _ all: [PolicyPass.Counted],
        _ moment: Moment,
    ) -> PolicyAnswer {
        let quota = policies.quotas[counted.quota]
        let seconds = Duration.nanoseconds(standing.resets).wholeSeconds
        let detail = "\(quota.source.limit) requests in \(quota.source.window.shown) are the limit"
        let standard = Scenario.Reply(429, body: .problem(["title": "Too Many Requests", "detail": .string(detail)]))
        var reply = quota.source.reply ?? standard
        let value: String? =
            switch quota.source.retryAfter {
            case .seconds: String(seconds)
            case .date: TimeFormat.httpDate.text(of: (moment.wall + seconds * 1_000 + 999) / 1_000 * 1_000)
            case .none: nil
            }
        if let value, !reply.headers.names("Retry-After") { reply.headers.append("Retry-After", value) }
        reply.headers.addMissing(quotaFields(all, at: moment))
        return PolicyAnswer(policy: quota.label, reply: reply, note: "quota: \(detail)")
    }

    /// Counts a request, and says what is left for the next.
    mutating func count(_ all: [PolicyPass.Counted], at moment: Moment) -> [Scenario.Headers.Field] {
        for counted in all {
            quotas[counted.quota].count(counted.key, policies.quotas[counted.quota].source, at: moment.now)
        }
        return quotaFields(all, at: moment)
    }

    private func quotaFields(_ all: [PolicyPass.Counted], at moment: Moment) -> [Scenario.Headers.Field] {
        var fields: [Scenario.Headers.Field] = []
        let ietf = all.filter { policies.quotas[$0.quota].source.headers == .ietf }
        if !ietf.isEmpty {
            let items = ietf.map { policies.quotas[$0.quota].policyItem }
            let limits = ietf.map { counted in
                let left = standing(of: counted, at: moment)
                let seconds = Duration.nanoseconds(left.resets).wholeSeconds
                return "\(policies.quotas[counted.quota].name);r=\(left.left);t=\(seconds)"
            }
            fields.append(.init("RateLimit-Policy", items.joined(separator: ", ")))
            fields.append(.init("RateLimit", limits.joined(separator: ", ")))
        }
        let legacy = all.filter { policies.quotas[$0.quota].source.headers == .legacy }
        // These fields know of one limit: the one that is met first.
        let tightest = legacy.min { standing(of: $0, at: moment).left < standing(of: $1, at: moment).left }
        guard let tightest else { return fields }
        let left = standing(of: tightest, at: moment)
        let seconds = Duration.nanoseconds(left.resets).wholeSeconds
        fields.append(.init("X-RateLimit-Limit", String(policies.quotas[tightest.quota].source.limit)))
        fields.append(.init("X-RateLimit-Remaining", String(left.left)))
        fields.append(.init("X-RateLimit-Reset", String(seconds)))
        return fields
    }
}

extension Scenario.Headers {
    /// Adds the fields that are not named yet.
    mutating func addMissing(_ others: [Field]) {
        for field in others where !names(field.name) { fields.append(field) }
    }
}
