package import Rehearsal
package import RehearsalPlatform
import RehearsalDocuments

/// The result of one run of a command against a scenario.
package struct RunReport: Sendable {
    /// The name of the scenario.
    package var scenario: String
    /// The base URL of the backend.
    package var url: String
    /// The start in nanoseconds since 1970.
    package var startedAt: Int64
    package var duration: Duration
    /// The command and its arguments. Secrets in them are redacted in the output.
    package var command: [String]
    /// The way in which the command ended; nil if it did not end.
    package var commandEnd: Termination?
    package var ending: EndReason
    /// Whether the run fails if the command does not exit with 0. It is false if only the expectations count.
    package var requiresZeroExit: Bool
    /// The number of requests that the server received.
    package var requests: Int
    /// The comparison of the journal with the expectations.
    package var judgement: VerificationResult

    /// The event that ended the run.
    package enum EndReason: Sendable, Hashable {
        /// The command ended by itself.
        case command
        /// All expectations were met, so the run ended the command.
        case expectationsMet
        /// The command exceeded its time limit.
        case timeout(Duration)
        /// A signal with this name interrupted the run.
        case interrupted(String)
    }

    /// The verdict on the run. It is not judged if the journal dropped exchanges and nothing failed.
    package enum RunVerdict: String, Sendable, Hashable {
        case met, failed, notJudged
    }

    package init(
        scenario: String,
        url: String,
        startedAt: Int64,
        duration: Duration,
        command: [String],
        commandEnd: Termination?,
        ending: EndReason,
        isStatusCounted: Bool = true,
        requests: Int,
        judgement: VerificationResult,
    ) {
        (self.scenario, self.url, self.startedAt, self.duration) = (scenario, url, startedAt, duration)
        (self.command, self.commandEnd, self.ending) = (command, commandEnd, ending)
        (self.requiresZeroExit, self.requests, self.judgement) = (isStatusCounted, requests, judgement)
    }

    package var outcome: RunVerdict {
        if !judgement.isMet || commandFailure != nil { return .failed }
        return judgement.droppedEntries > 0 ? .notJudged : .met
    }

    /// The failure of the command in one line.
    ///
    /// It is nil if the command exited with 0, if its status does not count, or if met expectations ended it.
    package var commandFailure: String? {
        let end = commandEnd.map { "the command \($0)" } ?? "the command did not end"
        switch ending {
        case .expectationsMet: return nil
        case .timeout(let time): return "timed out after \(time.displayText): \(end)"
        case .interrupted(let signal): return commandEnd == .exited(0) ? nil : "interrupted by \(signal): \(end)"
        case .command: return commandEnd == .exited(0) || !requiresZeroExit ? nil : end
        }
    }
}

extension RunReport {
    /// The command as text, in which secrets are redacted.
    package var shownCommand: String { judgement.redaction.redactedCommand(command) }

    /// The verdict in one line: `met: 3 of 3 expectations, 3 requests, command exited with 0 (2.1 s)`.
    ///
    /// The first number counts the unmet expectations if the verdict is `failed`, otherwise the met ones.
    package var verdict: String {
        let all = judgement.items.count
        let met = judgement.items.count(where: \.isMet)
        let count = outcome == .failed ? all - met : met
        let tenths = max(0, duration.nanoseconds) / 100_000_000
        let label = outcome == .notJudged ? "could not be judged" : outcome.rawValue
        return "\(label): \(count) of \(all.counted("expectation")), \(requests.counted("request")), "
            + "\(end) (\(tenths / 10).\(tenths % 10) s)"
    }

    /// The report as lines: the verdict, the errors, and each finding with the requests that show it.
    package var lines: [String] {
        let findings = judgement.findings.map { $0.text(since: judgement.startedAt, judgement.redaction) }
        return ([verdict] + errors.map { "error: \($0)" } + findings)
            .flatMap { $0.split(separator: "\n") }.map { String($0).printable }
    }

    /// The errors of the run other than unmet expectations.
    package var errors: [String] { [commandFailure, journalLossNotice].compactMap { $0 } }

    /// The error for exchanges that the journal dropped, in one line; nil if it contains all.
    package var journalLossNotice: String? {
        guard judgement.droppedEntries > 0 else { return nil }
        return
            "the journal dropped \(judgement.droppedEntries.counted("exchange")), so the absence of a request cannot be "
            + "verified; increase its size, for example with --journal-size 512MB"
    }

    private var end: String {
        let command = commandEnd.map { "command \($0)" } ?? "command did not end"
        switch ending {
        case .command: return command
        case .expectationsMet: return "then \(command)"
        case .timeout(let time): return "timed out after \(time.displayText)"
        case .interrupted(let signal): return "interrupted by \(signal), \(command)"
        }
    }
}
