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

/// What the journal says about each thing that was expected of a client.
package struct Judgement: Sendable {
    /// Each expectation in the order in which it is written, then unanswered requests, then required replies.
    package var items: [Item]
    /// Exchanges that the journal had forgotten by then: with any, absence cannot be told from forgetting.
    package var forgotten: Int
    /// The instant that times are counted from, on the clock of the journal.
    package var startedAt: Int64
    /// What takes secrets out of everything that is shown of it.
    package var redaction: Redaction

    /// One thing that was expected, and what kept it from being so.
    package struct Item: Sendable {
        /// What is expected, in one line: `get /me: count 2`.
        package var title: String
        package var place: String?
        package var findings: [Journal.Finding]
        /// What arrives in that time from the start counts, and nothing else; nil for all of the run.
        package var window: Duration?

        package var isMet: Bool { findings.isEmpty }
    }

    package var findings: [Journal.Finding] { items.flatMap(\.findings) }
    /// Nothing is wrong so far.
    package var isMet: Bool { items.allSatisfy(\.isMet) }
    /// Nothing that still arrives could make it better.
    package var isSettled: Bool { findings.allSatisfy(\.isFinal) }
    /// The last instant at which something may arrive in time for what is not met yet; nil if nothing has a window.
    package var isOpenUntil: Int64? {
        items.compactMap { item in
            guard let window = item.window, item.findings.contains(where: { !$0.isFinal }) else { return nil }
            return startedAt + window.nanoseconds
        }.max()
    }
}

/// What a judgement rests on.
package struct Evidence: Sendable {
    package var entries: [Journal.Entry]
    /// Exchanges that the journal no longer holds.
    package var forgotten: Int
    /// When the scenario began to play, and now: nanoseconds of the journal's clock.
    package var startedAt: Int64
    package var now: Int64
    /// How many requests each endpoint has answered, by rank.
    package var turns: [Int]
    /// What takes secrets out of everything that is shown.
    package var redaction: Redaction

    package init(
        entries: [Journal.Entry],
        forgotten: Int = 0,
        startedAt: Int64 = 0,
        now: Int64,
        turns: [Int],
        redaction: Redaction,
    ) {
        self.entries = entries
        self.forgotten = forgotten
        self.startedAt = startedAt
        self.now = now
        self.turns = turns
        self.redaction = redaction
    }
}

extension CompiledExpectation {
    var isAboutUnexpected: Bool {
        if case .unexpected = expectation.subject { true } else { false }
    }
}

extension CompiledEndpoint {
    /// Each required reply, met if it has been given.
    func requirements(answered: Int) -> [Judgement.Item] {
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
