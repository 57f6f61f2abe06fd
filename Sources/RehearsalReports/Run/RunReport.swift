package import Rehearsal
package import RehearsalPlatform
import RehearsalDocuments

/// One run of a command against a scenario, and what came of it.
package struct RunReport: Sendable {
    /// The name of the scenario.
    package var scenario: String
    /// Where it played.
    package var url: String
    /// Nanoseconds since 1970.
    package var startedAt: Int64
    package var duration: Duration
    /// The words of the command; secrets are taken out of them where they are shown.
    package var command: [String]
    /// How the command ended; nil if it would not.
    package var commandEnd: CommandEnd?
    package var ending: Ending
    /// Whether the run fails if the command does not exit with 0;
    /// it does not where only the expectations are waited for.
    package var isStatusCounted: Bool
    /// Requests that arrived.
    package var requests: Int
    package var judgement: Judgement

    /// What ended the run.
    package enum Ending: Sendable, Hashable {
        /// The command came to its own end.
        case command
        /// Nothing more had to be waited for, so the command was ended.
        case met
        /// It had taken as long as it may.
        case timeout(Duration)
        /// By a signal of that name.
        case interrupted(String)
    }

    /// What is said of it all.
    package enum Outcome: String, Sendable, Hashable {
        case held, failed, notJudged
    }

    package init(
        scenario: String,
        url: String,
        startedAt: Int64,
        duration: Duration,
        command: [String],
        commandEnd: CommandEnd?,
        ending: Ending,
        isStatusCounted: Bool = true,
        requests: Int,
        judgement: Judgement,
    ) {
        self.scenario = scenario
        self.url = url
        self.startedAt = startedAt
        self.duration = duration
        self.command = command
        self.commandEnd = commandEnd
        self.ending = ending
        self.isStatusCounted = isStatusCounted
        self.requests = requests
        self.judgement = judgement
    }

    package var outcome: Outcome {
        if !judgement.isMet || commandFailure != nil { return .failed }
        return judgement.forgotten > 0 ? .notJudged : .held
    }

    /// What is wrong with how the command ended, in one line; nil if it is well, or was none of its doing.
    package var commandFailure: String? {
        let end = commandEnd.map { "the command \($0)" } ?? "the command did not end"
        switch ending {
        case .met: return nil
        case .timeout(let time): return "timed out after \(time.shown): \(end)"
        case .interrupted(let signal): return commandEnd == .exited(0) ? nil : "interrupted by \(signal): \(end)"
        case .command: return commandEnd == .exited(0) || !isStatusCounted ? nil : end
        }
    }
}
