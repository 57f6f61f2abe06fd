import Rehearsal

/// The text output of `rehearsal explain`.
struct ExplanationText {
    let explanation: Explanation
    let request: TypedRequest
    let compiledScenario: CompiledScenario
    /// Whether the output lists all other endpoints, and not only the nearest ones.
    let showsAll: Bool
    let style: TerminalStyle

    /// The number of other endpoints that are listed without `--all`.
    static let defaultCount = 20

    var text: String {
        (answer + [""] + others).joined(separator: "\n")
    }

    private var answer: [String] {
        if let policy = explanation.policy, explanation.answer == nil {
            let by = style.green(policy.label.printable)
            return ["\(style.bold(request.line.printable)): answered by \(by)"] + guards
                + overlays(policy.overlays)
        }
        guard let answer = explanation.answer else {
            let paste = Scenario.Endpoint.suggestedEndpoint(request.method, request.path)
            return [
                "\(style.bold(request.line.printable)): \(style.red("no endpoint matches"))",
                "  the client receives 501; an endpoint that would answer:",
                "    \(String(decoding: paste.bytes(), as: UTF8.self))",
            ]
        }
        let endpoint = compiledScenario.endpoints[answer.endpoint]
        var lines = [
            "\(style.bold(request.line.printable)): answered by \(style.green(endpointName(answer.endpoint)))"
        ]
        lines.append("  why        \(why(answer))")
        if let index = answer.reply, endpoint.replies.indices.contains(index) {
            lines.append("  reply      \(ReplyDescription.first(index, of: endpoint))")
            lines.append("  then       \(ReplyDescription.later(than: index, of: endpoint))")
        }
        return lines + guards + overlays(answer.overlays)
    }

    private func overlays(_ indices: [Int]) -> [String] {
        indices.map { index in
            let overlay = compiledScenario.endpoints[index].overlay.map(ReplyDescription.overlay) ?? ""
            return "  overlay    \(endpointName(index)): \(overlay)"
        }
    }

    /// Lines about the policies that check the request before the endpoint, and may answer it themselves.
    private var guards: [String] {
        explanation.admissionPolicies.map {
            "  checked by \($0.label.printable): only \($0.admittedRequests.printable)"
        }
    }

    /// Returns the reason why the answering endpoint precedes the other endpoints that match.
    private func why(_ answer: Explanation.Answer) -> String {
        let later = explanation.rejected.filter { if case .lowerPrecedence = $0.reason { true } else { false } }
        guard let next = later.first, case .lowerPrecedence(let rule) = next.reason else {
            let isLower = explanation.rejected.contains { if case .lowerOverlay = $0.reason { true } else { false } }
            return isLower ? "no other endpoint would answer" : "no other endpoint matches the request"
        }
        let others = later.count == 1 ? "one other endpoint that also matches" : "\(later.count) others that also match"
        return "precedes \(others); \(endpointName(next.endpoint)): \(rule.reason)"
    }

    private var others: [String] {
        let shown = showsAll ? explanation.rejected[...] : explanation.rejected.prefix(Self.defaultCount)
        guard !shown.isEmpty else { return ["the scenario has no other endpoint"] }
        let lines = shown.flatMap { other in
            ["  \(endpointName(other.endpoint))"] + other.reason.reasons.map { style.dim("      \($0.printable)") }
        }
        let rest = explanation.rejected.count - shown.count
        return ["other endpoints, nearest first:"] + lines + (rest > 0 ? ["  and \(rest) more: --all"] : [])
    }

    private func endpointName(_ index: Int) -> String {
        let endpoint = compiledScenario.endpoints[index]
        return (endpoint.displayName + (endpoint.sourceLocation.map { " (\($0))" } ?? "")).printable
    }
}
