import Rehearsal
import RehearsalOpenAPI
import RehearsalPlatform
import RehearsalServer

/// A reporter of the exchanges that violate an API document. It checks each exchange when it ends, on its own thread.
final class ContractReporter: Sendable {
    private let follower: JournalFollower
    private let state: State

    /// Starts to check the exchanges of a backend's journal.
    ///
    /// - Parameter report: called with each finding as text.
    init(
        _ backend: Backend,
        _ contract: APIContract,
        _ scenario: Scenario,
        report: @escaping @Sendable (String) -> Void = { _ in }
    ) throws {
        let state = State(contract, scenario, backend, report)
        self.state = state
        follower = try JournalFollower(backend, eachWithReplies: { state.check($0, $1, $2) })
    }

    /// Checks the remaining exchanges and returns the findings.
    func finish() -> ContractResult {
        follower.finish()
        return state.result
    }

    /// The state that the thread of the follower shares with the thread that calls `finish`.
    private final class State: Sendable {
        private let current: Locked<ContractResult>
        private let contract: APIContract
        private let redaction: Redaction
        private let startedAt: Int64
        private let report: @Sendable (String) -> Void
        /// The source locations of the endpoints by their names.
        private let places: [String: String]

        init(
            _ contract: APIContract,
            _ scenario: Scenario,
            _ backend: Backend,
            _ report: @escaping @Sendable (String) -> Void
        ) {
            (self.contract, self.report) = (contract, report)
            (redaction, startedAt) = (backend.redaction, backend.startedAt)
            let endpoints = (try? CompiledScenario(scenario))?.endpoints ?? []
            let located = endpoints.compactMap { endpoint in endpoint.sourceLocation.map { (endpoint.displayName, $0) }
            }
            places = Dictionary(located) { first, _ in first }
            current = Locked(ContractResult(document: contract.document.files[0].path))
        }

        var result: ContractResult { current.withLock { $0 } }

        func check(_ items: [Journal.Record], _ replies: [Int: Journal.SentBytes], _ dropped: Int) {
            current.withLock { $0.missing = dropped }
            for case .exchange(let entry) in items {
                let reply = replies[entry.ordinal].flatMap { Self.reply($0, to: entry) }
                let found = contract.violations(in: entry, reply: reply)
                let findings = found.filter { !$0.violation.isNote }.map { finding($0, entry) }
                current.withLock { $0.add(findings) }
                for finding in findings { report(finding.text(since: startedAt, redaction)) }
                for note in found where note.violation.isNote { report(text(ofNote: note, entry)) }
            }
        }

        private static func reply(_ sent: Journal.SentBytes, to entry: Journal.Entry) -> ContractReply? {
            guard !sent.hasLoss else { return nil }
            let reply = CapturedReply(sent, toHead: entry.method == "HEAD")
            guard reply.isHTTP, reply.headLength > 0 else { return nil }
            return ContractReply(
                reply.status,
                headers: reply.headers,
                body: reply.body,
                isBodyComplete: reply.isWhole
            )
        }

        private func finding(_ found: ExchangeViolation, _ entry: Journal.Entry) -> Journal.Finding {
            let rule = found.violation.place.map { contract.text(of: $0) }
            let endpoint = found.isInReply ? entry.endpoint.flatMap { places[$0] } : nil
            var message = text(of: found.violation, entry)
            if found.isInReply { message = "the reply: " + message }
            if endpoint != nil, let rule { message += " (\(rule))" }
            return Journal.Finding(
                .contract,
                Self.subject(entry, redaction),
                message,
                sourceLocation: endpoint ?? rule ?? contract.document.files[0].path,
                requests: [entry],
                isFinal: true
            )
        }

        private func text(ofNote note: ExchangeViolation, _ entry: Journal.Entry) -> String {
            let place = note.violation.place.map { contract.text(of: $0) } ?? contract.document.files[0].path
            let message = text(of: note.violation, entry)
            return "\(place): note: \(Self.subject(entry, redaction)): \(message)".printable
        }

        /// Returns the sentence of a violation without secrets of the exchange.
        private func text(of violation: ContractViolation, _ entry: Journal.Entry) -> String {
            // The sentence about missing credentials names their form, which would be taken for credentials.
            if violation.kind == .missingCredentials { return violation.message }
            return redaction.note(violation.message, about: entry) ?? violation.message
        }

        /// Returns the number of a request, from 1, with its method and target.
        private static func subject(_ entry: Journal.Entry, _ redaction: Redaction) -> String {
            "#\(entry.ordinal + 1) \(entry.method.printable) \(entry.redactedTarget(redaction))"
        }
    }
}

/// The result of the checks of a run against an API document.
struct ContractResult: Sendable {
    /// The path of the document.
    let document: String
    /// The first findings.
    private(set) var findings: [Journal.Finding] = []
    private(set) var findingCount = 0
    private(set) var exchangeCount = 0
    private(set) var violatingCount = 0
    /// The number of exchanges that the journal dropped before they were checked.
    var missing = 0

    /// The maximum number of findings in a report.
    private static let maximumFindings = 200

    init(document: String) { self.document = document }

    /// Adds the findings of one exchange.
    mutating func add(_ found: [Journal.Finding]) {
        exchangeCount += 1
        guard !found.isEmpty else { return }
        violatingCount += 1
        findingCount += found.count
        findings += found.prefix(Self.maximumFindings - findings.count)
    }

    /// The result in one line.
    var summary: String {
        let unchecked = missing > 0 ? "; \("exchange".pluralized(missing)) not checked" : ""
        guard findingCount > 0 else {
            return "\(document): \("exchange".pluralized(exchangeCount)) conform\(unchecked)"
        }
        return "\(document): \("violation".pluralized(findingCount)) in \(violatingCount) of "
            + "\("exchange".pluralized(exchangeCount))\(unchecked)"
    }

    /// The result as an item of a run's verdict.
    var item: VerificationResult.Item {
        VerificationResult.Item(title: "contract: \(document)", sourceLocation: document, findings: findings)
    }
}
