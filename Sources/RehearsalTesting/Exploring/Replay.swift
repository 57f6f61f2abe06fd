import RehearsalBackend
public import RehearsalContracts
public import RehearsalHarness
import RehearsalPlatform
import RehearsalReports
import Testing

/// Repeats a schedule, and reports an issue if a client violates a property.
///
/// The file names its property. A file without one is a check of all properties. A run that fails is a failure, even if
/// other runs pass.
///
/// - Parameters:
///   - schedule: the schedule file.
///   - contract: the contract of the client, whose name must be that in the file.
///   - exploration: the model backend, and the roles of the operations.
///   - runs: the number of runs.
///   - make: creates the client. It is called once for each run.
/// - Throws: ``ExplorationFailure`` if no Swift Testing test is running.
public func replay<Subject: Sendable>(
    _ schedule: SavedSchedule,
    _ contract: Contract<Subject>,
    _ exploration: Exploration,
    runs: Int = 1,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    _ make: @escaping @Sendable (SubjectContext) async throws -> Subject,
) async throws {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let subject = InProcessExploredSubject(InProcessSubject(contract, make: make))
    var texts: [String] = []
    do throws(ExplorationFailure) {
        let options = try schedule.request(for: subject.declaration.name, exploration, runs: runs)
        let report = try await report(of: options, subject, exploration)
        let flaky = report.flaky.map { "\($0.sentence):\n\($0.finding.lines.joined(separator: "\n"))" }
        let all = report.findings.map { $0.lines.joined(separator: "\n") } + flaky
        texts = all.map { "\(schedule.path): \($0)" }
    } catch {
        texts = [error.description]
    }
    try ExplorationFailure.record(texts, at: location)
}

private func report(
    of options: ExplorationRequest.ReplayOptions,
    _ subject: some ExploredSubject,
    _ exploration: Exploration,
) async throws(ExplorationFailure) -> ExplorationReport {
    do {
        return try await AsyncSemaphore.shared.lendingPermit {
            try await ScheduleReplay(subject, exploration).report(of: options)
        }
    } catch {
        throw ExplorationFailure(description: "the schedule was not replayed: \(error)")
    }
}

extension SavedSchedule {
    /// Reads the file, and returns the replay for a client.
    ///
    /// - Throws: ``ExplorationFailure`` for a file that is not valid, or that belongs to another client.
    fileprivate func request(
        for subject: String,
        _ exploration: Exploration,
        runs: Int,
    ) throws(ExplorationFailure) -> ExplorationRequest.ReplayOptions {
        let file = try read()
        guard file.subject.isEmpty || file.subject == subject else {
            let problem = "the schedule belongs to \"\(file.subject)\", not to \"\(subject)\""
            throw ExplorationFailure(description: "\(path): error: \(problem)")
        }
        let known = Property.all(of: exploration).map(\.id)
        if let property = file.property, !known.contains(property) {
            let hint = "its properties are \(known.joined(separator: ", "))"
            let problem = "the client has no property \"\(property)\"; \(hint)"
            throw ExplorationFailure(description: "\(path): error: \(problem)")
        }
        var options = ExplorationRequest.ReplayOptions()
        (options.schedule, options.runs) = (file.schedule, runs)
        options.properties = file.property.map { [$0] } ?? []
        return options
    }
}
