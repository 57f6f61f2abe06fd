import RehearsalBackend
public import RehearsalContracts
public import RehearsalHarness
import RehearsalPlatform
import RehearsalRedaction
import Testing

/// Tests one clause of a contract with a client that is created for it, and reports the result.
///
/// A failure becomes an issue at the place of the call. Its text begins with the id of the clause and includes the
/// server's timeline. The test is skipped, with the reason, if a clause that this one depends on fails, or if the
/// result is inconclusive.
///
/// The clause runs as soon as one of the places that `REHEARSAL_PARALLELISM` limits is free. A test that has a backend
/// must not wait for a detached task that calls this function: that task does not inherit the test's place.
///
/// - Parameters:
///   - clause: one of the contract's `clauses`.
///   - make: creates the client; called once for each case, by several tasks at a time.
/// - Throws: the error that ends a skipped test; ``ClauseNotHeld`` where no Swift Testing test is running.
public func expect<Subject>(
    _ clause: Contract<Subject>.Clause,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    _ make: @escaping @Sendable (SubjectContext) async throws -> Subject,
) async throws {
    let place = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let book = clause.resolved
    guard book.errors.isEmpty else {
        let text = "\(clause.id): \(book.errors.joined(separator: "; "))"
        return try ClauseReport(text: text, entries: []).record(at: place)
    }
    let key = ClauseResultCaches.Key(contract: book.contract.name, place: "\(fileID):\(line)")
    let ledger = ClauseResultCaches.cache(key) {
        ClauseResultCache(InProcessSubject(book.contract, make: make), book.plan)
    }
    if let planned = book.clauses[clause.id] {
        let result = await AsyncSemaphore.shared.lendingPermit { await ledger.result(of: planned) }
        try conclude(result, of: book.plan, at: place)
    } else {
        let operation = String(clause.id.dropFirst(Contract<Subject>.Clause.mapPrefix.count))
        let results = await AsyncSemaphore.shared.lendingPermit { await ledger.findings(inMapOf: operation) }
        for result in results where result.verdict == .fail {
            try conclude(result, of: book.plan, at: place)
        }
    }
}

private func conclude(_ result: ClauseResult, of plan: Plan, at place: SourceLocation) throws {
    switch result.verdict {
    case .pass, .knownFailure, .flaky: return
    case .fail, .notJudged: try ClauseReport(result, of: plan.rules.first { $0.id == result.rule }).record(at: place)
    case .blocked(let rule): try skip("\(result.id): blocked by \(rule), which fails", at: place)
    case .inconclusive(let reason):
        let text = "\(result.id): inconclusive: \(reason)"
        warn(text, at: place)
        try skip(text, at: place)
    case .notApplicable(let reason): try skip("\(result.id): not applicable: \(reason)", at: place)
    }
}

/// Records the reason of an inconclusive result as a warning, because reports omit the reason of a skipped case.
private func warn(_ reason: String, at place: SourceLocation) {
    #if compiler(>=6.3)
        guard Test.current != nil else { return }
        Issue.record(Comment(rawValue: reason), severity: .warning, sourceLocation: place)
    #endif
}

/// Skips a test case that has no result, so that it does not count as passed.
private func skip(_ reason: String, at place: SourceLocation) throws {
    guard Test.current != nil else { return }
    #if compiler(>=6.3)
        try Test.cancel(Comment(rawValue: reason), sourceLocation: place)
    #else
        withKnownIssue(Comment(rawValue: reason)) {
            Issue.record(Comment(rawValue: reason), sourceLocation: place)
        }
    #endif
}

/// The text that reports a clause that does not hold.
struct ClauseReport {
    /// The lines of the report; the id comes first, so that readers of test results can distinguish the clauses.
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

    /// Records the report as an issue; throws it where no test is running and an issue would be lost.
    func record(at place: SourceLocation) throws {
        guard Test.current != nil else { throw ClauseNotHeld(description: text) }
        Issue.record(Comment(rawValue: text), sourceLocation: place)
    }
}

/// A clause that does not hold, thrown where no Swift Testing test is running.
public struct ClauseNotHeld: Error, Sendable, CustomStringConvertible {
    /// The clause, the failure, and the server's timeline, one line each.
    public let description: String
}
