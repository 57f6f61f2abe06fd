package import Rehearsal
import RehearsalPlatform

/// The run of a backend, without the backend itself: it can be judged after the backend has been released.
package struct UnjudgedRun: Sendable {
    private let session: Session

    init(_ session: Session) { self.session = session }

    /// Creates the run of a backend.
    package init(of backend: Backend) { session = backend.session }

    /// The identity of the run.
    package var id: ObjectIdentifier { ObjectIdentifier(session) }

    /// Whether a caller has judged the run, or has read its findings.
    package var isJudged: Bool { session.lock.withLock { session.isJudged } }

    /// Returns the judgement of all expectations, met or not.
    package func judge() -> VerificationResult { session.run.compiled.evaluate(session.evidence()) }

    /// The name of the scenario.
    package var scenarioName: String { session.run.name }

    /// The exchanges that are still kept.
    package var entries: [Journal.Entry] { session.entries() }
}
