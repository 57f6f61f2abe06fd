import Rehearsal

/// What `explain` says to a script.
struct ExplanationListing {
    let explanation: Explanation
    let playbook: Playbook
    let options: ExplainOptions

    var json: JSON {
        let shown = options.showsAll ? explanation.others[...] : explanation.others.prefix(ExplanationPage.most)
        return [
            "request": .string(options.request.line),
            "answer": explanation.answer.map(answer) ?? .null,
            "policy": explanation.policy.map { .string($0.member) } ?? .null,
            "guards": .array(explanation.guards.map { ["policy": .string($0.label), "lets": .string($0.lets)] }),
            "others": .array(shown.map(other)),
            "notShown": JSON(integerLiteral: explanation.others.count - shown.count),
            "paste": explanation.answer == nil && explanation.policy == nil
                ? Scenario.Endpoint.pasteable(options.request.method, options.request.path) : .null,
        ]
    }

    private func answer(_ answer: Explanation.Answer) -> JSON {
        let endpoint = playbook.endpoints[answer.endpoint]
        var members = named(answer.endpoint)
        if let index = answer.reply, endpoint.replies.indices.contains(index) {
            members.append(JSON.Member("reply", JSON(integerLiteral: index)))
            members.append(JSON.Member("replies", JSON(integerLiteral: endpoint.replies.count)))
            members.append(JSON.Member("status", JSON(integerLiteral: endpoint.replies[index].status)))
        }
        members.append(JSON.Member("afterLast", .string(endpoint.afterLast.rawValue)))
        members.append(JSON.Member("overlays", .array(answer.overlays.map { .object(named($0)) })))
        return .object(members)
    }

    private func other(_ other: Explanation.Other) -> JSON {
        var members = named(other.endpoint)
        switch other.verdict {
        case .differs: members.append(JSON.Member("verdict", "differs"))
        case .comesLater(let rule), .liesLower(let rule):
            members.append(JSON.Member("verdict", "later"))
            members.append(JSON.Member("rule", .string(rule.rawValue)))
        case .comesAfterPolicy:
            members.append(JSON.Member("verdict", "later"))
            members.append(JSON.Member("rule", "policy"))
        case .hasNothingBelow: members.append(JSON.Member("verdict", "nothing-below"))
        }
        members.append(JSON.Member("reasons", .array(other.verdict.reasons.map { .string($0) })))
        return .object(members)
    }

    private func named(_ rank: Int) -> [JSON.Member] {
        let endpoint = playbook.endpoints[rank]
        return [
            JSON.Member("endpoint", .string(endpoint.label)),
            JSON.Member("place", .text(endpoint.place)),
            JSON.Member("isOverlay", .bool(endpoint.overlay != nil)),
        ]
    }
}
