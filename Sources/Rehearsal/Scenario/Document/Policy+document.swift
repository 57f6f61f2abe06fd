extension Scenario {
    /// The members of a document that its policies are.
    var policyMembers: [JSON.Member] {
        var members: [JSON.Member] = []
        if let auth { members.append(.init("auth", ["bearer": auth.bearer.document])) }
        return members
    }

    /// The replies that are written in policies.
    var policyReplies: [Reply] { [auth?.bearer.denied].compactMap(\.self) }
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
