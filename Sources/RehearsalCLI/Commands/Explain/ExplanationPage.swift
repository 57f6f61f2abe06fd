import Rehearsal

/// The text output of `rehearsal explain`.
struct ExplanationPage {
    let explanation: Explanation
    let request: AskedRequest
    let playbook: Playbook
    /// Whether the output lists every other endpoint.
    let showsAll: Bool
    let style: Style

    /// The number of other endpoints that are listed without `--all`.
    static let most = 20

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
            let paste = Scenario.Endpoint.pasteable(request.method, request.path)
            return [
                "\(style.bold(request.line.printable)): \(style.red("no endpoint matches"))",
                "  the client receives 501; an endpoint that would answer:",
                "    \(String(decoding: paste.bytes(), as: UTF8.self))",
            ]
        }
        let endpoint = playbook.endpoints[answer.endpoint]
        var lines = [
            "\(style.bold(request.line.printable)): answered by \(style.green(named(answer.endpoint)))"
        ]
        lines.append("  why        \(why(answer))")
        if let index = answer.reply, endpoint.replies.indices.contains(index) {
            lines.append("  reply      \(ReplyWords.first(index, of: endpoint))")
            lines.append("  then       \(ReplyWords.later(than: index, of: endpoint))")
        }
        return lines + guards + overlays(answer.overlays)
    }

    private func overlays(_ ranks: [Int]) -> [String] {
        ranks.map { rank in
            let overlay = playbook.endpoints[rank].overlay.map(ReplyWords.overlay) ?? ""
            return "  overlay    \(named(rank)): \(overlay)"
        }
    }

    /// The policies that check the request first and may answer it.
    private var guards: [String] {
        explanation.guards.map { "  checked by \($0.label.printable): only \($0.lets.printable)" }
    }

    /// Returns why the answering endpoint precedes the others that match.
    private func why(_ answer: Explanation.Answer) -> String {
        let later = explanation.others.filter { if case .comesLater = $0.verdict { true } else { false } }
        guard let next = later.first, case .comesLater(let rule) = next.verdict else {
            let isLower = explanation.others.contains { if case .liesLower = $0.verdict { true } else { false } }
            return isLower ? "no other endpoint would answer" : "no other endpoint matches the request"
        }
        let others = later.count == 1 ? "one other" : "\(later.count) others"
        return "precedes \(others) that match too; \(named(next.endpoint)): \(rule.reasonToComeLater)"
    }

    private var others: [String] {
        let shown = showsAll ? explanation.others[...] : explanation.others.prefix(Self.most)
        guard !shown.isEmpty else { return ["the scenario has no other endpoint"] }
        let lines = shown.flatMap { other in
            ["  \(named(other.endpoint))"] + other.verdict.reasons.map { style.dim("      \($0.printable)") }
        }
        let rest = explanation.others.count - shown.count
        return ["other endpoints, nearest first:"] + lines + (rest > 0 ? ["  and \(rest) more: --all"] : [])
    }

    private func named(_ rank: Int) -> String {
        let endpoint = playbook.endpoints[rank]
        return (endpoint.label + (endpoint.place.map { " (\($0))" } ?? "")).printable
    }
}
