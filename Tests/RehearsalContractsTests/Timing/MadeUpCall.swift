import Rehearsal
import RehearsalContracts
import Testing

/// A call that nobody has made: when its requests came, how each ended, and what the client made of it.
struct MadeUpCall {
    private(set) var entries: [Journal.Entry] = []
    var outcomes: [ClientOutcome] = [.value([])]
    /// How long the subject says that it took; nil if it does not say.
    var elapsed: Duration? = .zero
    /// How long it took as the harness saw it.
    var took = Duration.zero
    var overhead: Duration?
    var sleeps: [CaseEvidence.Sleep]?
    /// The machine's part in what was observed.
    var latency = SchedulerLatency()

    /// Not zero, as no real clock's is.
    private static let start: Int64 = 5_000_000_000

    /// Where a request came, and where it was.
    struct Place {
        var connection = 0
        var exchange = 0
    }

    /// A request that came so long after the beginning.
    mutating func add(
        _ method: String = "GET",
        at: Duration,
        lasting: Duration = .zero,
        on place: Place? = nil,
        headers: Scenario.Headers = [:],
        body: String = "",
        announced: Bool = true,
        end: Journal.End? = .completed,
    ) {
        var entry = MadeUp.entry(method, "/items", headers, body: body)
        entry.ordinal = entries.count
        entry.connection = place?.connection ?? entries.count
        entry.exchange = place?.exchange ?? 0
        entry.at = Self.start + at.nanoseconds
        entry.endAt = end == nil ? nil : entry.at + lasting.nanoseconds
        entry.end = end
        entry.written = end == .completed ? 100 : 0
        entry.body.isComplete = announced
        entry.body.hash = UInt64(body.utf8.reduce(7) { $0 &* 31 &+ Int($1) })
        entries.append(entry)
    }

    /// Gives a request another target.
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

    /// Has the client ask a clock of ours for these waits, one after each answer but the last.
    mutating func ask(for waits: [Duration]) {
        sleeps = zip(entries, waits).map { CaseEvidence.Sleep(at: $0.endAt ?? $0.at, duration: $1) }
    }

    var evidence: CaseEvidence {
        var evidence = CaseEvidence(
            entries: entries,
            answer: .outcomes(outcomes, elapsed: elapsed, store: nil),
            calledAt: Self.start,
            answeredAt: Self.start + took.nanoseconds
        )
        (evidence.overhead, evidence.sleeps, evidence.latency) = (overhead, sleeps, latency)
        return evidence
    }
}

extension MadeUp {
    /// A client that repeats what may be repeated, of one operation: `GET /items`.
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

    /// What a rule says of a call.
    func judge(
        _ rule: String,
        _ variant: String,
        _ call: MadeUpCall,
        timing: Examination.Timing = .on,
    ) throws -> ClauseResult {
        let plan = plan(of: rule)
        let clause = try #require(plan.clauses.first { $0.variant == variant }, "\(plan.notApplicable)")
        return Judge(plan.declaration, timing: timing).judge(clause, [call.evidence])
    }
}
