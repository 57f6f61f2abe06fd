public import Rehearsal
import RehearsalPlatform

extension Backend {
    /// What is wrong at this moment: expectations that are not met, requests that nothing answered, required replies
    /// that nobody asked for.
    ///
    /// Exchanges that are still open are judged as they are; `await journal.settled()` before asking for a last word.
    public var findings: [Journal.Finding] { judge().findings }

    /// What has become of everything that is expected, met or not.
    package func judge() -> Judgement { session.play.playbook.judge(session.evidence()) }

    /// What its exchanges are told to be of.
    package var sessionName: String { session.name }

    /// How the secrets of this run are shown.
    package var redaction: Redaction { session.redaction }
    /// Whether the caller is the first to ask, and so the one to judge this run.
    package func takeConclusion() -> Bool {
        session.lock.withLock {
            defer { session.isConcluded = true }
            return !session.isConcluded
        }
    }

    /// Waits until no exchange is open, or until that time has passed; returns whether none is.
    @discardableResult
    package func settled(within limit: Duration) async -> Bool { await session.settled(within: limit) }

    /// When it began to play, on the clock of the journal.
    package var startedAt: Int64 { session.startedAt }
}
