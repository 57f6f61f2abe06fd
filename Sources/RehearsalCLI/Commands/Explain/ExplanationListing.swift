import Rehearsal

/// The JSON output of `rehearsal explain`.
struct ExplanationListing {
    let explanation: Explanation
    let request: AskedRequest
    let playbook: Playbook
    /// Whether the output lists every other endpoint.
    let showsAll: Bool

    var json: JSON {
        let shown = showsAll ? explanation.others[...] : explanation.others.prefix(ExplanationPage.most)
        return [
            "request": .string(request.line),
            "answer": explanation.answer.map(answer) ?? .null,
            "policy": explanation.policy.map { .string($0.member) } ?? .null,
            "guards": .array(explanation.guards.map { ["policy": .string($0.label), "lets": .string($0.lets)] }),
            "others": .array(shown.map(other)),
            "notShown": JSON(integerLiteral: explanation.others.count - shown.count),
            "paste": explanation.answer == nil && explanation.policy == nil
                ? Scenario.Endpoint.pasteable(request.method, request.path) : .null,
        ]
    }

    private func answer(_ answer: Explanation.Answer) -> JSON {
        let endpoint = playbook.endpoints[answer.endpoint]
        var members = named(answer.endpoint)
        if let index = answer.reply, endpoint.replies.indices.contains(index) {
            members.append(.init("reply", JSON(integerLiteral: index)))
            members.append(.init("replies", JSON(integerLiteral: endpoint.replies.count)))
            members.append(.init("status", JSON(integerLiteral: endpoint.replies[index].status)))
        }
        members.append(.init("afterLast", .string(endpoint.afterLast.rawValue)))
        members.append(.init("overlays", .array(answer.overlays.map { .object(named($0)) })))
        return .object(members)
    }

    private func other(_ other: Explanation.Other) -> JSON {
        var members = named(other.endpoint)
        switch other.verdict {
        case .differs: members.append(.init("verdict", "differs"))
        case .comesLater(let rule), .liesLower(let rule):
            members.append(.init("verdict", "later"))
            members.append(.init("rule", .string(rule.rawValue)))
        case .comesAfterPolicy:
            members.append(.init("verdict", "later"))
            members.append(.init("rule", "policy"))
        case .hasNothingBelow: members.append(.init("verdict", "nothing-below"))
        }
        members.append(.init("reasons", .array(other.verdict.reasons.map { .string($0) })))
        return .object(members)
    }

    private func named(_ rank: Int) -> [JSON.Member] {
        let endpoint = playbook.endpoints[rank]
        return [
            .init("endpoint", .string(endpoint.label)),
            .init("place", .text(endpoint.place)),
            .init("isOverlay", .bool(endpoint.overlay != nil)),
        ]
    }
}
