import RehearsalBackend
public import RehearsalContracts
public import RehearsalHarness
import RehearsalPlatform
import RehearsalReports
import Testing

/// Searches for fault schedules under which a client violates a property, and reports each as an issue.
///
/// The client runs in this process, on a virtual clock that it shares with a model backend, so that delays and backoff
/// take almost no time. The seed determines the first schedules. Later ones also depend on the histories, which can
/// differ between runs if calls overlap. Each finding is reduced to a shorter schedule that fails in three runs of
/// three, or in ten of ten if calls overlap. One that does not reproduce is reported as a warning with its rate, as
/// are schedules that no property could judge, and requests to paths that the model does not have. A search that ended
/// early is an issue.
///
/// - Parameters:
///   - contract: the contract of the client. It must declare `clockInjection`, and the client must be `Sendable`.
///   - exploration: the model backend, and the roles of the operations.
///   - schedules: the number of schedules to run.
///   - seed: the seed of the search.
///   - properties: the identifiers of the properties to check, such as `PROP-03`; empty for all.
///   - make: creates the client. It is called once for each schedule, by several tasks at the same time.
/// - Throws: ``ExplorationFailure`` if no Swift Testing test is running, or an error if the backend or the client
///   cannot start.
public func explore<Subject: Sendable>(
    _ contract: Contract<Subject>,
    _ exploration: Exploration,
    schedules: Int = 500,
    seed: UInt64 = 1,
    properties: [String] = [],
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    _ make: @escaping @Sendable (SubjectContext) async throws -> Subject,
) async throws {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    var options = Explorer.Options()
    (options.schedules, options.seed, options.properties) = (schedules, seed, properties)
    let explorer = Explorer(
        InProcessExploredSubject(InProcessSubject(contract, make: make)),
        exploration,
        options
    )
    let report = try await AsyncSemaphore.shared.lendingPermit { try await explorer.run() }
    let problem = report.problem.map { ["the search ended early: \($0)"] } ?? []
    let findings = report.findings.map { $0.lines.joined(separator: "\n") }
    ExplorationFailure.warn(report.warnings, at: location)
    try ExplorationFailure.record(problem + findings, at: location)
}

extension ExplorationReport {
    /// The results that do not fail a test: findings that are not reproducible, and limits of the search.
    fileprivate var warnings: [String] {
        flaky.map { "\($0.sentence):\n\($0.finding.lines.joined(separator: "\n"))" }
            + [unjudgedNote, undeclaredNote].compactMap(\.self)
    }
}

/// The error of a client that violates a property, which is thrown if no Swift Testing test is running.
public struct ExplorationFailure: Error, Sendable, CustomStringConvertible {
    /// The findings, each with its schedule and its history.
    public let description: String

    /// Records each text as a warning, if a Swift Testing test is running.
    static func warn(_ texts: [String], at location: SourceLocation) {
        #if compiler(>=6.3)
            guard Test.current != nil else { return }
            for text in texts { Issue.record(Comment(rawValue: text), severity: .warning, sourceLocation: location) }
        #endif
    }

    /// Records each text as an issue.
    ///
    /// - Throws: the texts if no Swift Testing test is running.
    static func record(_ texts: [String], at location: SourceLocation) throws {
        guard Test.current != nil else {
            if texts.isEmpty { return }
            throw ExplorationFailure(description: texts.joined(separator: "\n\n"))
        }
        for text in texts { Issue.record(Comment(rawValue: text), sourceLocation: location) }
    }
}
