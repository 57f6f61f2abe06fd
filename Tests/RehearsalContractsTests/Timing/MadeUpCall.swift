import Rehearsal
import RehearsalContracts
import Testing

/// A synthetic call: the arrivals of its requests, their ends, and the client's outcomes.
struct MadeUpCall {
    private(set) var entries: [Journal.Entry] = []
    var outcomes: [ClientOutcome] = [.value([])]
    var errors: [ThrownError?] = []
    var connections: [Journal.Connection] = []
    var store: [String: JSON]?
    /// The duration that the subject reports; nil if it reports none.
    var elapsed: Duration? = .zero
    /// The duration that the harness measured.
    var took = Duration.zero
    var overhead: Duration?
    var sleeps: [CaseEvidence.Sleep]?
    /// The delay that the machine caused.
    var latency = SchedulerLatency()

    /// Not zero, because no real clock starts at zero.
    private static let start: Int64 = 5_000_000_000

    /// The connection and the exchange of a request.
    struct Place {
        var connection = 0
        var exchange = 0
    }

    /// Adds a request that arrives at a time after the start.
    mutating func add(
        _ method: String = "GET",
        at: Duration,
        lasting: Duration = .zero,
        on place: Place? = nil,
        headers: Scenario.Headers = [:],
        body: String = "",
        announced: Bool = true,
        end: Journal.End? = .completed,
        fault: String? = nil,
    ) {
        var entry = MadeUp.entry(method, "/items", headers, body: body)
        entry.ordinal = entries.count
        entry.connection = place?.connection ?? entries.count
        entry.exchange = place?.exchange ?? 0
        entry.at = Self.start + at.nanoseconds
        entry.endAt = end == nil ? nil : entry.at + lasting.nanoseconds
        (entry.end, entry.fault) = (end, fault)
        entry.written = end == .completed ? 100 : 0
        entry.body.isComplete = announced
        entry.body.hash = UInt64(body.utf8.reduce(7) { $0 &* 31 &+ Int($1) })
        entries.append(entry)
    }

    /// Replaces the target of a request.
    mutating func retarget(_ index: Int, to target: String) {
        let old = entries[index]
        var entry = MadeUp.entry(old.method, target)
        (entry.ordinal, entry.connection, entry.exchange) = (old.ordinal, old.connection, old.exchange)
        (entry.at, entry.endAt, entry.end, entry.written) = (old.at, old.endAt, old.end, old.written)
        (entry.body, entry.decision) = (old.body, old.decision)
        entries[index] = entry
    }

    /// Requests with these waits between them, each answered at once.
    init(waits: [Duration]) {
        var at = Duration.zero
        add(at: at)
        for wait in waits {
            at += wait
            add(at: at)
        }
        took = at
    }

    init() {}

    /// Makes the client request these waits from the injected clock, one after each answer but the last.
    mutating func ask(for waits: [Duration]) {
        sleeps = zip(entries, waits).map { CaseEvidence.Sleep(at: $0.endAt ?? $0.at, duration: $1) }
    }

    var evidence: CaseEvidence {
        var evidence = CaseEvidence(
            entries: entries,
            connections: connections,
            answer: .outcomes(outcomes, elapsed: elapsed, store: store, errors: errors),
            calledAt: Self.start,
            answeredAt: Self.start + took.nanoseconds
        )
        (evidence.overhead, evidence.sleeps, evidence.latency) = (overhead, sleeps, latency)
        return evidence
    }
}

extension MadeUp {
    /// A client that retries with the given policy, with one operation: `GET /items`.
    static func client(
        _ retry: DeclaredRetry = .exponential(attempts: 3, base: .milliseconds(200)),
        _ method: Scenario.Method = .get,
        transport: String = "a stack",
        platform: String = "linux",
    ) -> MadeUp {
        var made = MadeUp(
            declaration: Declaration(name: "a client", platform: platform, transport: transport, retry: retry),
            operation: .init(
                "list",
                method,
                "/items",
                reply: .init(200, body: Array("[1, 2]".utf8)),
                details: .init(value: [1, 2])
            )
        )
        made.declaration.features.idempotencyKey = "Idempotency-Key"
        return made
    }

    /// Judges a call against one clause of a rule.
    func judge(
        _ rule: String,
        _ variant: String,
        _ call: MadeUpCall,
        timing: CaseAssertions.Timing = .on,
    ) throws -> ClauseResult {
        let plan = plan(of: rule)
        let clause = try #require(plan.clauses.first { $0.variant == variant }, "\(plan.notApplicable)")
        return Judge(plan.declaration, timing: timing).judge(clause, [call.evidence])
    }
}
