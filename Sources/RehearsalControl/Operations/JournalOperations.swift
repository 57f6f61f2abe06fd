import Rehearsal
import RehearsalDocuments
import RehearsalServer

/// The operations that report received requests and findings.
enum JournalOperations {
    static let wait = ControlOperation(
        id: "wait",
        method: "POST",
        path: "/v1/sessions/{name}/wait",
        summary: "Waits until expectations are met; every request of the session counts",
        body: [
            OperationField(
                name: "expect",
                kind: .expectations,
                description: "one or more expectations, in the format of `expect` in a scenario",
                isRequired: true
            ),
            OperationField(name: "within", kind: .duration, description: "the longest time to wait; 5s by default"),
        ],
        success: ControlOperation.Success(schema: "Waited"),
        run: { call throws(APIError) in
            let expectations = try call.expectations()
            let limit = min(call.duration("within") ?? .seconds(5), call.settings.maxWait)
            let findings: [Journal.Finding]
            do {
                findings = try await call.session.backend.unmet(of: expectations, within: limit)
            } catch {
                throw APIError(422, "expectation", "The expectation cannot be waited for.", detail: "\(error)")
            }
            return .document([
                "met": .bool(findings.isEmpty), "findings": .array(findings.map { $0.json(call.session.backend) }),
            ])
        }
    )

    static let findings = ControlOperation(
        id: "getFindings",
        method: "GET",
        path: "/v1/sessions/{name}/findings",
        summary: "Lists the current findings: unmet expectations, and requests that matched no endpoint",
        success: ControlOperation.Success(schema: "Findings"),
        run: { call throws(APIError) in
            let backend = call.session.backend
            return .document(["findings": .array(backend.findings.map { $0.json(backend) })])
        }
    )

    static let journal = ControlOperation(
        id: "getJournal",
        method: "GET",
        path: "/v1/sessions/{name}/journal",
        summary: "Sends the journal, one line of JSON for each exchange; secrets are redacted",
        query: [
            OperationField(
                name: "follow",
                kind: .flag,
                description:
                    "whether to send each new exchange as it ends, until the client disconnects or the session ends"
            )
        ],
        success: ControlOperation.Success(schema: "Lines", media: "application/x-ndjson"),
        run: { call throws(APIError) in
            let backend = call.session.backend
            guard call.flag("follow") else {
                let items = Journal.Record.merged(backend.journal.entries, backend.journal.scenarioSwitches)
                return .lines(items.flatMap { $0.ndjsonLine(session: backend.sessionName, backend.redaction) })
            }
            let follower = Follower(call)
            return .stream { await follower.next() }
        }
    )
}

/// A stream of the exchanges of a session, each sent when it ends.
private struct Follower {
    private let tail: JournalTail
    private let redaction: Redaction
    private let session: String
    private let end: ContinuousClock.Instant
    private let sessionExists: @Sendable () -> Bool
    private static let pollInterval = Duration.seconds(1)

    init(_ call: OperationCall) {
        tail = JournalTail(call.session.backend)
        redaction = call.session.backend.redaction
        session = call.session.backend.sessionName
        end = .now + call.settings.maxStreamDuration
        sessionExists = { [sessions = call.sessions, name = call.session.name] in sessions[name] != nil }
    }

    /// Waits for the next lines and returns them; nil at the end of the stream.
    func next() async -> [UInt8]? {
        while !Task.isCancelled {
            let records = await tail.next(within: min(Self.pollInterval, max(.zero, end - .now)))
            if !records.isEmpty { return records.flatMap { $0.ndjsonLine(session: session, redaction) } }
            if !sessionExists() || end <= .now { return nil }
        }
        return nil
    }
}

extension OperationCall {
    /// Returns the expectations in the document, which have the format of `expect` in a scenario.
    fileprivate func expectations() throws(APIError) -> [Scenario.Expectation] {
        let value = values["expect"] ?? .null
        let list: JSON = if case .array = value { value } else { [value] }
        let document: JSON = ["endpoints": [], "expect": list]
        let loaded = ScenarioFiles.loadText(document.bytes(), path: "expect")
        let errors = loaded.diagnostics.filter { $0.severity == .error }
        guard let scenario = loaded.scenario, errors.isEmpty else {
            var error = APIError(errors)
            error.title = "The expectation cannot be waited for."
            throw error
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
            "place": .text(sourceLocation),
            "requests": .array(requests.map { .string($0.summaryLine(since: backend.startedAt, backend.redaction)) }),
        ]
    }
}
