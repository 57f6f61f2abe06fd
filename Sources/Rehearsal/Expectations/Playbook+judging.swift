extension Playbook {
    /// Judges a run by its evidence: every expectation, requests that nothing answered, replies that nobody asked for.
    package func judge(_ evidence: Evidence) -> Judgement {
        var items = expectations.map { $0.judge(evidence) }
        if !expectations.contains(where: \.isAboutUnexpected) {
            let findings = UnexpectedJudge(redaction: evidence.redaction).findings(in: evidence.entries)
            items.append(Judgement.Item(title: "unexpected: 0", place: nil, findings: findings))
        }
        for (rank, endpoint) in endpoints.enumerated() {
            items += endpoint.requirements(answered: evidence.turns[rank])
        }
        return Judgement(
            items: items,
            forgotten: evidence.forgotten,
            startedAt: evidence.startedAt,
            redaction: evidence.redaction
        )
    }
}

extension CompiledExpectation {
    fileprivate var isAboutUnexpected: Bool {
        if case .unexpected = expectation.subject { true } else { false }
    }
}

extension CompiledEndpoint {
    /// Each required reply, met if it has been given.
    fileprivate func requirements(answered: Int) -> [Judgement.Item] {
        replies.indices.filter { replies[$0].isRequired }.map { index in
            let which = replies.count == 1 ? "its reply" : "reply \(index + 1) of \(replies.count)"
            let name = "\(which) (\(replies[index].status))"
            var findings: [Journal.Finding] = []
            if answered <= sequence.firstTurn(of: index) {
                let times = answered == 1 ? "1 request" : "\(answered) requests"
                let message = "\(name) is required and was never given; the endpoint had \(times)"
                findings = [Journal.Finding(.unused, label, message, place: place)]
            }
            return Judgement.Item(title: "\(label): \(name) is required", place: place, findings: findings)
        }
    }
}
