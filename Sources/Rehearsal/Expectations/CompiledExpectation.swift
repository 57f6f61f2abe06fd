/// A compiled expectation.
struct CompiledExpectation: Sendable {
    let expectation: Scenario.Expectation
    /// The queries: one for `requests`, one for each request of `inOrder`, none for `unexpected`.
    private let queries: [CompiledQuery]

    init(_ expectation: Scenario.Expectation) throws(CompiledScenario.CompilationError) {
        self.expectation = expectation
        var queries: [CompiledQuery] = []
        for query in expectation.queries {
            do throws(Scenario.PathPattern.Malformed) {
                queries.append(try CompiledQuery(query))
            } catch {
                throw CompiledScenario.CompilationError(subject: "expectation \"\(query)\"", reason: error.reason)
            }
        }
        self.queries = queries
    }

    func evaluate(_ evidence: VerificationInput) -> VerificationResult.Item {
        let findings =
            switch expectation.subject {
            case .requests(let query, let requirements):
                RequestEvaluator(subject: "\(query)", requirements: requirements, evidence: evidence)
                    .findings(in: queries[0].select(from: evidence.entries))
            case .inOrder(let order): evaluate(order, in: evidence.entries)
            case .unexpected(let count):
                UnexpectedRequestEvaluator(count: count, redaction: evidence.redaction)
                    .findings(in: evidence.entries)
            }
        let located = findings.map { finding in
            var finding = finding
            finding.sourceLocation = expectation.sourceLocation
            return finding
        }
        return VerificationResult.Item(
            title: expectation.description,
            sourceLocation: expectation.sourceLocation,
            findings: located,
            window: expectation.window
        )
    }

    /// Returns whether the result may depend on an exchange that violates no rule and that an endpoint answered.
    func mayDepend(on entry: Journal.Entry) -> Bool { queries.contains { $0.mayMatch(entry) } }

    private func evaluate(_ order: [Journal.Query], in entries: [Journal.Entry]) -> [Journal.Finding] {
        var next = entries.startIndex
        for (index, query) in queries.enumerated() {
            guard let found = entries[next...].firstIndex(where: query.matches) else {
                let missing = "no request for \"\(order[index])\""
                let message = index == 0 ? missing : "\(missing) after the one for \"\(order[index - 1])\""
                let matching = entries.filter { entry in queries.contains { $0.matches(entry) } }
                let subject = order.map { "\($0)" }.joined(separator: ", ")
                return [Journal.Finding(.inOrder, subject, message, requests: matching)]
            }
            next = found + 1
        }
        return []
    }
}

extension Scenario.Expectation {
    fileprivate var window: Duration? {
        if case .requests(_, let requirements) = subject { requirements.within } else { nil }
    }

    fileprivate var queries: [Journal.Query] {
        switch subject {
        case .requests(let query, _): [query]
        case .inOrder(let queries): queries
        case .unexpected: []
        }
    }
}

/// The results of all expectations of a scenario.
package struct VerificationResult: Sendable {
    /// The results of the expectations in source order, then of unexpected requests, then of required replies.
    package var items: [Item]
    /// The number of exchanges that the journal has dropped. If there are any, a missing request may have arrived.
    package var droppedEntries: Int
    /// The start of the run, in nanoseconds of the journal's clock.
    package var startedAt: Int64
    /// The redaction for reports.
    package var redaction: Redaction

    /// The result of one expectation.
    package struct Item: Sendable {
        /// The expectation in one line: `get /me: count 2`.
        package var title: String
        package var sourceLocation: String?
        package var findings: [Journal.Finding]
        /// The time from the start of the run during which requests are counted; nil for the whole run.
        package var window: Duration?

        package var isMet: Bool { findings.isEmpty }

        package init(title: String, sourceLocation: String?, findings: [Journal.Finding], window: Duration? = nil) {
            (self.title, self.sourceLocation, self.findings, self.window) = (title, sourceLocation, findings, window)
        }
    }

    package var findings: [Journal.Finding] { items.flatMap(\.findings) }
    /// Whether all expectations are met so far.
    package var isMet: Bool { items.allSatisfy(\.isMet) }
    /// Whether no later request can change the result.
    package var isFinal: Bool { findings.allSatisfy(\.isFinal) }
    /// The last instant at which a request can still meet an unmet expectation; nil without a time window.
    package var deadline: Int64? {
        items.compactMap { item in
            guard let window = item.window, item.findings.contains(where: { !$0.isFinal }) else { return nil }
            return startedAt + window.nanoseconds
        }.max()
    }
}

/// The input of an evaluation of expectations.
package struct VerificationInput: Sendable {
    package var entries: [Journal.Entry]
    /// The number of exchanges that the journal has dropped.
    package var droppedEntries: Int
    /// The start of the scenario, in nanoseconds of the journal's clock.
    package var startedAt: Int64
    /// The current time of the same clock.
    package var now: Int64
    /// The number of requests that each endpoint has answered, by rank.
    package var answeredCounts: [Int]
    /// The redaction for reports.
    package var redaction: Redaction

    package init(
        entries: [Journal.Entry],
        droppedEntries: Int = 0,
        startedAt: Int64 = 0,
        now: Int64,
        answeredCounts: [Int],
        redaction: Redaction,
    ) {
        self.entries = entries
        self.droppedEntries = droppedEntries
        self.startedAt = startedAt
        self.now = now
        self.answeredCounts = answeredCounts
        self.redaction = redaction
    }
}

extension CompiledExpectation {
    var isAboutUnexpected: Bool {
        if case .unexpected = expectation.subject { true } else { false }
    }
}

extension CompiledEndpoint {
    /// The number of requests after which each required reply was sent; nil if no reply is required.
    var requiredRequestCount: Int? {
        replies.indices.filter { replies[$0].isRequired }.map { sequence.firstRequest(of: $0) + 1 }.max()
    }

    /// Returns the results for the required replies. A requirement is met if the reply was sent.
    func requiredReplyResults(answered: Int) -> [VerificationResult.Item] {
        replies.indices.prefix(sequence.count).filter { replies[$0].isRequired }.map { index in
            let replyName = sequence.count == 1 ? "its reply" : "reply \(index + 1) of \(sequence.count)"
            let name = "\(replyName) (\(replies[index].status))"
            var findings: [Journal.Finding] = []
            if answered <= sequence.firstRequest(of: index) {
                let times = answered == 1 ? "1 request" : "\(answered) requests"
                let message = "\(name) is required but was never sent; the endpoint received \(times)"
                findings = [Journal.Finding(.unused, displayName, message, sourceLocation: sourceLocation)]
            }
            return VerificationResult.Item(
                title: "\(displayName): \(name) is required",
                sourceLocation: sourceLocation,
                findings: findings
            )
        }
    }
}
