import RehearsalContracts
import RehearsalRedaction
import Testing

/// What is said about one clause that does not hold.
struct ClauseReport {
    /// The id first, so that every reader of results can tell one from another.
    let text: String
    let entries: [Journal.Entry]

    init(text: String, entries: [Journal.Entry]) { (self.text, self.entries) = (text, entries) }

    init(_ result: ClauseResult, of rule: Rule?) {
        let redaction = SessionRedaction.made()
        var lines = [result.findings.isEmpty ? (result.verdict.reason ?? "") : result.findings[0]]
        lines += result.findings.dropFirst()
        lines += result.notes
        lines = lines.map(redaction.text)
        if let rule { lines.append("\(rule.level.rawValue) \(rule.statement) (\(rule.source))") }
        lines += result.outcomes.prefix(3).map { "the client: \(redaction.text($0.description))" }
        lines += result.entries.map { $0.trace(since: result.calledAt, redaction) }
        text = (["\(result.id): \(lines[0])"] + lines.dropFirst().map { "    \($0)" }).joined(separator: "\n")
        entries = result.entries
    }

    /// Records an issue, or throws where it would be lost.
    func record(at place: SourceLocation) throws {
        guard Test.current != nil else { throw ClauseNotHeld(description: text) }
        Issue.record(Comment(rawValue: text), sourceLocation: place)
    }
}

/// Why a clause does not hold, for tests that are no Swift Testing tests.
public struct ClauseNotHeld: Error, Sendable, CustomStringConvertible {
    /// The clause, what is wrong, and the server's timeline, a line each.
    public let description: String
}
