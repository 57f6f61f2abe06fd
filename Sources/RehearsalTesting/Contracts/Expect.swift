import RehearsalBackend
public import RehearsalContracts
public import RehearsalHarness
import RehearsalPlatform
import RehearsalRedaction
import Testing

/// Tests one clause of a contract with a client that is created for it, and reports the result.
///
/// A failure becomes an issue at the source location of the call. Its text begins with the id of the clause, and
/// includes the requests that the server received. The test is skipped, with the reason, if a clause that this clause
/// depends on fails, or if the result is inconclusive.
///
/// `REHEARSAL_PARALLELISM` limits the number of tests that have a backend at the same time. The function waits until
/// the clause is within the limit. A detached task does not belong to its test, and waits like another test. A test
/// that has a backend must therefore not wait for a detached task that calls this function.
///
/// - Parameters:
///   - clause: one of the contract's `clauses`.
///   - make: creates the client. It is called once for each case, by several tasks at the same time.
/// - Throws: the error that ends a skipped test; ``ClauseNotHeld`` for a failure if no Swift Testing test is running.
public func expect<Subject>(
    _ clause: Contract<Subject>.Clause,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    _ make: @escaping @Sendable (SubjectContext) async throws -> Subject,
) async throws {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let resolved = clause.resolved
    guard resolved.errors.isEmpty else {
        let text = "\(clause.id): \(resolved.errors.joined(separator: "; "))"
        return try ClauseReport(text: text, entries: []).record(at: location)
    }
    let key = ClauseResultCaches.Key(contract: resolved.contract.name, place: "\(fileID):\(line)")
    let cache = ClauseResultCaches.cache(key) {
        ClauseResultCache(InProcessSubject(resolved.contract, make: make), resolved.plan)
    }
    if let planned = resolved.clauses[clause.id] {
        let result = await AsyncSemaphore.shared.lendingPermit { await cache.result(of: planned) }
        try conclude(result, of: resolved.plan, at: location)
    } else {
        let operation = String(clause.id.dropFirst(Contract<Subject>.Clause.mapPrefix.count))
        let results = await AsyncSemaphore.shared.lendingPermit { await cache.findings(inMapOf: operation) }
        for result in results where result.verdict == .fail {
            try conclude(result, of: resolved.plan, at: location)
        }
    }
}

private func conclude(_ result: ClauseResult, of plan: Plan, at location: SourceLocation) throws {
    switch result.verdict {
    case .pass, .knownFailure, .flaky: return
    case .fail, .notJudged: try ClauseReport(result, of: plan.rules.first { $0.id == result.rule }).record(at: location)
    case .blocked(let rule): try skip("\(result.id): blocked by \(rule), which fails", at: location)
    case .inconclusive(let reason):
        let text = "\(result.id): inconclusive: \(reason)"
        warn(text, at: location)
        try skip(text, at: location)
    case .notApplicable(let reason): try skip("\(result.id): not applicable: \(reason)", at: location)
    }
}

/// Records the reason for an inconclusive result as a warning, because reports omit the reason for a skipped case.
private func warn(_ reason: String, at location: SourceLocation) {
    #if compiler(>=6.3)
        guard Test.current != nil else { return }
        Issue.record(Comment(rawValue: reason), severity: .warning, sourceLocation: location)
    #endif
}

/// Skips a test case without a conclusive result, so that the case does not count as passed.
private func skip(_ reason: String, at location: SourceLocation) throws {
    guard Test.current != nil else { return }
    #if compiler(>=6.3)
        try Test.cancel(Comment(rawValue: reason), sourceLocation: location)
    #else
        withKnownIssue(Comment(rawValue: reason)) {
            Issue.record(Comment(rawValue: reason), sourceLocation: location)
        }
    #endif
}

/// The report of a clause that the client violates or that could not be judged.
struct ClauseReport {
    /// The lines of the report. The id comes first, so that a reader of test results can distinguish the clauses.
    let text: String
    let entries: [Journal.Entry]

    init(text: String, entries: [Journal.Entry]) { (self.text, self.entries) = (text, entries) }

    init(_ result: ClauseResult, of rule: Rule?) {
        let redaction = SessionRedaction.make()
        var lines = [result.findings.isEmpty ? (result.verdict.reason ?? "") : result.findings[0]]
        lines += result.findings.dropFirst()
        lines += result.notes
        lines = lines.map(redaction.text)
        if let rule { lines.append("\(rule.level.rawValue) \(rule.statement) (\(rule.source))") }
        lines += result.outcomes.prefix(3).map { "the client: \(redaction.text($0.description))" }
        lines += result.entries.map { $0.summaryLine(since: result.calledAt, redaction) }
        text = (["\(result.id): \(lines[0])"] + lines.dropFirst().map { "    \($0)" }).joined(separator: "\n")
        entries = result.entries
    }

    /// Records the report as an issue. Throws the report if no test is running, because the issue would be lost.
    func record(at location: SourceLocation) throws {
        guard Test.current != nil else { throw ClauseNotHeld(description: text) }
        Issue.record(Comment(rawValue: text), sourceLocation: location)
    }
}

/// The error of a clause that the client violates, which is thrown if no Swift Testing test is running.
public struct ClauseNotHeld: Error, Sendable, CustomStringConvertible {
    /// The clause, the failure, and the requests that the server received, one on each line.
    public let description: String
}
