extension Scenario {
    /// The members of a document that its policies are.
    var policyMembers: [JSON.Member] {
        var members: [JSON.Member] = []
        if let auth { members.append(.init("auth", ["bearer": auth.bearer.document])) }
        if !quotas.isEmpty { members.append(.init("quotas", .array(quotas.map(\.document)))) }
        if !idempotency.isEmpty { members.append(.init("idempotency", .array(idempotency.map(\.document)))) }
        if !resources.isEmpty { members.append(.init("resources", .array(resources.map(\.document)))) }
        return members
    }

    /// The replies that are written in policies.
    var policyReplies: [Reply] { ([auth?.bearer.denied] + quotas.map(\.reply)).compactMap(\.self) }

    /// Whether there is any policy.
    var hasPolicies: Bool {
        auth != nil || !quotas.isEmpty || !idempotency.isEmpty || !resources.isEmpty
    }
}

extension Scenario.Quota {
    fileprivate var document: JSON {
        var members = Scenario.target(method, path)
        members.append(.init("limit", JSON(integerLiteral: limit)))
        members.append(.init("window", .string(window.written)))
        if let key = key.written { members.append(.init("key", .string(key))) }
        if headers != .ietf { members.append(.init("headers", .string(headers.rawValue))) }
        if retryAfter != .seconds { members.append(.init("retryAfter", .string(retryAfter.rawValue))) }
        if let reply { members.append(.init("reply", reply.document)) }
        return .object(members)
    }
}

extension Scenario.Idempotency {
    fileprivate var document: JSON {
        var members: [JSON.Member] = [.init("header", .string(header))] + Scenario.target(method, path)
        if isRequired { members.append(.init("required", true)) }
        return .object(members)
    }
}

extension Scenario.Resource {
    fileprivate var document: JSON {
        var members: [JSON.Member] = [.init("at", .string(path.text)), .init("items", .array(items))]
        if id != "id" { members.append(.init("id", .string(id))) }
        if paging != .page { members.append(.init("paging", .string(paging.rawValue))) }
        if pageSize != 20 { members.append(.init("pageSize", JSON(integerLiteral: pageSize))) }
        if let envelope { members.append(.init("envelope", .string(envelope))) }
        if ids != .integer { members.append(.init("ids", .string(ids.rawValue))) }
        return .object(members)
    }
}

extension Scenario.Auth.Bearer {
    fileprivate var document: JSON {
        var members: [JSON.Member] = [
            .init("protects", .array(protects.map { .string($0.text) })),
            .init("issues", .array(issues.map(\.document))),
            .init("token", .string(token.text)),
        ]
        switch lasts {
        case .forever: break
        case .uses(let count): members.append(.init("lasts", ["uses": JSON(integerLiteral: count)]))
        case .time(let duration): members.append(.init("lasts", .string(duration.written)))
        case .untilReleased(let name): members.append(.init("lasts", ["until": .string(name)]))
        }
        if let denied { members.append(.init("denied", denied.document)) }
        return .object(members)
    }
}

extension Scenario.Auth.Bearer.Issue {
    fileprivate var document: JSON {
        var members = Scenario.target(method, path)
        if let takes { members.append(.init("takes", .string(takes.text))) }
        if rotates { members.append(.init("rotates", true)) }
        return .object(members)
    }
}
