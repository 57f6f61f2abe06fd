import RehearsalPlatform
import RehearsalServer
import Testing

/// The backends of this process whose run nothing has judged yet.
///
/// A test that forgets `finish()` would otherwise pass whatever its client sent.
final class UnfinishedBackends: Sendable {
    static let shared = UnfinishedBackends()

    private struct State {
        /// The runs by identity, each with the place at which its backend was started.
        var runs: [ObjectIdentifier: (run: UnjudgedRun, location: SourceLocation)] = [:]
        /// Whether a finding was written to standard error, where no test could record it.
        var hasFailed = false
        var reportsAtExit = false
    }

    private let state = Locked(State())

    /// Adds the run of a new backend.
    func add(_ run: UnjudgedRun, startedAt location: SourceLocation) {
        let isFirst = state.withLock { state in
            state.runs[run.id] = (run, location)
            defer { state.reportsAtExit = true }
            return !state.reportsAtExit
        }
        if isFirst { atexit { UnfinishedBackends.shared.reportAtExit() } }
    }

    /// Removes the run of a backend that is being released, and reports its findings if nothing has judged it.
    func release(_ run: UnjudgedRun, startedAt location: SourceLocation) {
        state.withLock { $0.runs[run.id] = nil }
        report(run, startedAt: location)
    }

    /// Reports the runs of backends that no caller has released, such as those of static properties.
    private func reportAtExit() {
        let rest = state.withLock { $0.runs.values.map { $0 } }
        for (run, location) in rest { report(run, startedAt: location) }
        guard state.withLock({ $0.hasFailed }) else { return }
        fflush(nil)
        // The status of the process is already determined, and only this call still changes it.
        _exit(EXIT_FAILURE)
    }

    private func report(_ run: UnjudgedRun, startedAt location: SourceLocation) {
        if run.isJudged { return }
        let heading = "the backend of \"\(run.scenarioName)\" was never finished; call: try await backend.finish()"
        let report = BackendReport(run.judge(), run.entries, heading: heading)
        if report.isEmpty { return }
        if Test.current != nil { return report.record(at: location) }
        state.withLock { $0.hasFailed = true }
        StandardError.write("\(location.fileID):\(location.line): error: \(report.texts.joined(separator: "\n"))")
    }
}
