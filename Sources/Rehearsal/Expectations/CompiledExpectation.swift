/// An expectation made ready to be judged.
struct CompiledExpectation: Sendable {
    let expectation: Scenario.Expectation
    /// One for requests, several for an order, none for what is unexpected.
    private let queries: [CompiledQuery]

    init(_ expectation: Scenario.Expectation) throws(Playbook.Malformed) {
        self.expectation = expectation
        var queries: [CompiledQuery] = []
        for query in expectation.queries {
            do throws(Scenario.PathPattern.Malformed) {
                queries.append(try CompiledQuery(query))
            } catch {
                throw Playbook.Malformed(subject: "expectation \"\(query)\"", reason: error.reason)
            }
        }
        self.queries = queries
    }

    func judge(_ evidence: Evidence) -> Judgement.Item {
        let findings =
            switch expectation.subject {
            case .requests(let query, let demands):
                RequestsJudge(subject: "\(query)", demands: demands, evidence: evidence)
                    .findings(in: queries[0].select(from: evidence.entries))
            case .inOrder(let order): judge(order, in: evidence.entries)
            case .unexpected(let count):
                UnexpectedJudge(count: count, redaction: evidence.redaction)
                    .findings(in: evidence.entries)
            }
        let placed = findings.map { finding in
            var finding = finding
            finding.place = expectation.place
            return finding
        }
        return Judgement.Item(
            title: expectation.description,
            place: expectation.place,
            findings: placed,
            window: expectation.window
        )
    }

    private func judge(_ order: [Journal.Query], in entries: [Journal.Entry]) -> [Journal.Finding] {
        var next = entries.startIndex
        for (index, query) in queries.enumerated() {
            guard let found = entries[next...].firstIndex(where: query.finds) else {
                let missing = "no request for \"\(order[index])\""
                let message = index == 0 ? missing : "\(missing) after the one for \"\(order[index - 1])\""
                let concerned = entries.filter { entry in queries.contains { $0.finds(entry) } }
                let subject = order.map { "\($0)" }.joined(separator: ", ")
                return [Journal.Finding(.inOrder, subject, message, arrivals: concerned)]
            }
            next = found + 1
        }
        return []
    }
}

extension Scenario.Expectation {
    fileprivate var window: Duration? {
        if case .requests(_, let demands) = subject { demands.within } else { nil }
    }

    fileprivate var queries: [Journal.Query] {
        switch subject {
        case .requests(let query, _): [query]
        case .inOrder(let queries): queries
        case .unexpected: []
        }
    }
}
