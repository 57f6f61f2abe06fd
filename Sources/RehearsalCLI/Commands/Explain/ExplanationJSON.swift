import Rehearsal

/// The JSON output of `rehearsal explain`.
struct ExplanationJSON {
    let explanation: Explanation
    let request: TypedRequest
    let compiledScenario: CompiledScenario
    /// Whether the output lists all other endpoints, and not only the nearest ones.
    let showsAll: Bool

    var json: JSON {
        let shown = showsAll ? explanation.rejected[...] : explanation.rejected.prefix(ExplanationText.defaultCount)
        return [
            "request": .string(request.line),
            "answer": explanation.answer.map(answer) ?? .null,
            "policy": explanation.policy.map { .string($0.scenarioKey) } ?? .null,
            "guards": .array(
                explanation.admissionPolicies.map {
                    ["policy": .string($0.label), "lets": .string($0.admittedRequests)]
                }
            ),
            "others": .array(shown.map(other)),
            "notShown": JSON(integerLiteral: explanation.rejected.count - shown.count),
            "paste": explanation.answer == nil && explanation.policy == nil
                ? Scenario.Endpoint.suggestedEndpoint(request.method, request.path) : .null,
        ]
    }

    private func answer(_ answer: Explanation.Answer) -> JSON {
        let endpoint = compiledScenario.endpoints[answer.endpoint]
        var members = endpointMembers(answer.endpoint)
        if let index = answer.reply, endpoint.replies.indices.contains(index) {
            members.append(.init("reply", JSON(integerLiteral: index)))
            members.append(.init("replies", JSON(integerLiteral: endpoint.replies.count)))
            members.append(.init("status", JSON(integerLiteral: endpoint.replies[index].status)))
        }
        members.append(.init("afterLast", .string(endpoint.afterLast.rawValue)))
        members.append(.init("overlays", .array(answer.overlays.map { .object(endpointMembers($0)) })))
        return .object(members)
    }

    private func other(_ other: Explanation.Rejection) -> JSON {
        var members = endpointMembers(other.endpoint)
        switch other.reason {
        case .mismatch: members.append(.init("verdict", "differs"))
        case .lowerPrecedence(let rule), .lowerOverlay(let rule):
            members.append(.init("verdict", "later"))
            members.append(.init("rule", .string(rule.rawValue)))
        case .policyAnswers:
            members.append(.init("verdict", "later"))
            members.append(.init("rule", "policy"))
        case .overlayWithoutReply: members.append(.init("verdict", "nothing-below"))
        }
        members.append(.init("reasons", .array(other.reason.reasons.map { .string($0) })))
        return .object(members)
    }

    private func endpointMembers(_ index: Int) -> [JSON.Member] {
        let endpoint = compiledScenario.endpoints[index]
        return [
            .init("endpoint", .string(endpoint.displayName)),
            .init("place", .text(endpoint.sourceLocation)),
            .init("isOverlay", .bool(endpoint.overlay != nil)),
        ]
    }
}
