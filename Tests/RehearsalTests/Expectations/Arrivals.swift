import Rehearsal

/// A hand-written journal: the arrival of each request and the end of its exchange. Times are milliseconds since the
/// start.
struct Arrivals {
    private(set) var entries: [Journal.Entry] = []

    private static let millisecond: Int64 = 1_000_000
    /// Not zero, because no real clock starts at zero.
    private static let start: Int64 = 5_000 * millisecond

    mutating func add(
        _ line: String,
        at: Int64,
        took: Int64? = 0,
        on place: (connection: Int, exchange: Int)? = nil,
        headers: [String] = [],
        body: String = "",
        status: Int? = 200,
        written: Int = 100,
        decision: Journal.Decision = .reply,
        end: Journal.End? = .completed,
    ) {
        let raw = (["\(line) HTTP/1.1", "Host: here"] + headers + ["", ""]).joined(separator: "\r\n")
        var entry = Journal.Entry(
            ordinal: entries.count,
            session: "test",
            connection: place?.connection ?? entries.count,
            exchange: place?.exchange ?? 0,
            at: Self.start + at * Self.millisecond,
            headAt: Self.start + at * Self.millisecond,
            rawHead: Array(raw.utf8)
        )
        entry.body = Journal.Body(
            length: body.utf8.count,
            kept: Array(body.utf8),
            hash: UInt64(body.utf8.reduce(7, { $0 &* 31 &+ Int($1) }))
        )
        entry.decision = decision
        entry.status = status
        entry.written = written
        entry.end = end
        entry.endAt = end == nil ? nil : took.map { entry.at + $0 * Self.millisecond }
        entries.append(entry)
    }

    /// Judges the entries against a scenario with these expectations.
    func judge(
        _ expect: Scenario.Expectation...,
        endpoints: [Scenario.Endpoint] = [],
        turns: [Int] = [],
        now: Int64 = 1_000_000,
    ) throws -> VerificationResult {
        let compiledScenario = try CompiledScenario(Scenario("test", endpoints: endpoints, expect: expect))
        let evidence = VerificationInput(
            entries: entries,
            startedAt: Self.start,
            now: Self.start + now * Self.millisecond,
            answeredCounts: turns,
            redaction: Redaction(salt: 1)
        )
        return compiledScenario.evaluate(evidence)
    }
}
