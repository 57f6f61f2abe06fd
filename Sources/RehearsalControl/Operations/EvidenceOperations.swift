import Rehearsal
import RehearsalDocuments
import RehearsalServer

/// The operations that tell what has arrived, and what is wrong with it.
enum EvidenceOperations {
    static let wait = Operation(
        id: "wait",
        method: "POST",
        path: "/v1/sessions/{name}/wait",
        summary: "Waits until what is expected has happened, counted from the start of the session",
        body: [
            Field(
                name: "expect",
                kind: .expectations,
                about: "an expectation as a scenario has them, or several",
                isRequired: true
            ),
            Field(name: "within", kind: .duration, about: "how long is waited; 5s if nothing is said"),
        ],
        success: Operation.Success(schema: "Waited"),
        run: { call throws(Refusal) in
            let expectations = try call.expectations()
            let limit = min(call.duration("within") ?? .seconds(5), call.settings.longestWait)
            let findings: [Journal.Finding]
            do {
                findings = try await call.member.backend.unmet(of: expectations, within: limit)
            } catch {
                throw Refusal(422, "expectation", "This cannot be waited for.", detail: "\(error)")
            }
            return .document([
                "met": .bool(findings.isEmpty), "findings": .array(findings.map { $0.json(call.member.backend) }),
            ])
        }
    )

    static let findings = Operation(
        id: "getFindings",
        method: "GET",
        path: "/v1/sessions/{name}/findings",
        summary: "What is wrong at this moment: expectations that are not met, requests that nothing answered",
        success: Operation.Success(schema: "Findings"),
        run: { call throws(Refusal) in
            let backend = call.member.backend
            return .document(["findings": .array(backend.findings.map { $0.json(backend) })])
        }
    )

    static let journal = Operation(
        id: "getJournal",
        method: "GET",
        path: "/v1/sessions/{name}/journal",
        summary: "What has arrived, a line of JSON an exchange; secrets are taken out",
        query: [
            Field(
                name: "follow",
                kind: .flag,
                about: "goes on with each exchange as it ends, until the client or the session goes"
            )
        ],
        success: Operation.Success(schema: "Lines", media: "application/x-ndjson"),
        run: { call throws(Refusal) in
            let backend = call.member.backend
            guard call.flag("follow") else {
                let items = Journal.Item.merged(backend.journal.entries, backend.journal.marks)
                return .lines(items.flatMap { $0.line(session: backend.sessionName, backend.redaction) })
            }
            let follower = Follower(call)
            return .stream { await follower.next() }
        }
    )
}

/// Hands the exchanges of a session on as they end.
private struct Follower {
    private let tail: JournalTail
    private let redaction: Redaction
    private let session: String
    private let end: ContinuousClock.Instant
    private let isThere: @Sendable () -> Bool
    private static let patience = Duration.seconds(1)

    init(_ call: Call) {
        tail = JournalTail(call.member.backend)
        redaction = call.member.backend.redaction
        session = call.member.backend.sessionName
        end = .now + call.settings.longestStream
        isThere = { [sessions = call.sessions, name = call.member.name] in sessions[name] != nil }
    }

    /// Nil when there will be nothing more.
    func next() async -> [UInt8]? {
        while !Task.isCancelled {
            let ended = await tail.next(within: min(Self.patience, max(.zero, end - .now)))
            if !ended.isEmpty { return ended.flatMap { $0.line(session: session, redaction) } }
            if !isThere() || end <= .now { return nil }
        }
        return nil
    }
}

extension Call {
    /// What is waited for, as a scenario says it.
    fileprivate func expectations() throws(Refusal) -> [Scenario.Expectation] {
        let given = values["expect"] ?? .null
        let list: JSON = if case .array = given { given } else { [given] }
        let document: JSON = ["endpoints": [], "expect": list]
        let loaded = ScenarioFiles.loadText(document.bytes(), path: "expect")
        let errors = loaded.diagnostics.filter { $0.severity == .error }
        guard let scenario = loaded.scenario, errors.isEmpty else {
            var refusal = Refusal(errors)
            refusal.title = "This cannot be waited for."
            throw refusal
        }
        return scenario.expect
    }
}

extension Journal.Finding {
    fileprivate func json(_ backend: Backend) -> JSON {
        [
            "rule": .string(rule.rawValue),
            "subject": .string(subject),
            "message": .string(message),
            "place": .text(place),
            "requests": .array(arrivals.map { .string($0.trace(since: backend.startedAt, backend.redaction)) }),
        ]
    }
}
