import RehearsalDocuments
import RehearsalPlatform
package import Testing

/// Plays a scenario while a closure runs, and then checks the received requests against its expectations.
///
/// In a Swift Testing test, each finding becomes an issue at the source location of the call. Elsewhere (XCTest,
/// scripts) issues would be lost, so the function throws the findings.
///
/// `REHEARSAL_PARALLELISM` limits the number of tests that have a backend at the same time. The function waits until
/// its caller is within the limit. It does not wait in a test that has a backend, or in the closure of another call.
///
/// A detached task does not belong to its test, and waits like another test. A test that has a backend must therefore
/// not wait for a detached task that calls this function.
///
/// - Returns: the result of the closure.
/// - Throws: the error of the closure; `Backend.Unmet` with every finding if no Swift Testing test is running; the
///   reason why the scenario cannot be played; `CancellationError` if the task is cancelled before the backend starts.
public func withBackend<Result>(
    _ scenario: Scenario,
    options: Backend.Options = Backend.Options(),
    isolation: isolated (any Actor)? = #isolation,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    _ body: (Backend) async throws -> sending Result,
) async throws -> sending Result {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return try await run(.value(scenario), options, isolation: isolation, at: location, body)
}

/// Plays a scenario document or a recording while a closure runs, and then checks the received requests.
///
/// The file is searched in the same folders as by the trait `.backend(…)`. In all other respects the function is like
/// the one that takes a scenario.
public func withBackend<Result>(
    _ file: String,
    options: Backend.Options = Backend.Options(),
    isolation: isolated (any Actor)? = #isolation,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    _ body: (Backend) async throws -> sending Result,
) async throws -> sending Result {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return try await run(.file(file, near: filePath), options, isolation: isolation, at: location, body)
}

private func run<Result>(
    _ source: ScenarioSource,
    _ options: Backend.Options,
    isolation: isolated (any Actor)?,
    at location: SourceLocation,
    _ body: (Backend) async throws -> sending Result,
) async throws -> sending Result {
    let sent = try await AsyncSemaphore.shared.withPermit(isolation: isolation) {
        try await play(source, options, isolation: isolation, at: location, body)
    }
    return sent.value
}

/// A value that has left the isolation region in which it was created.
private struct Sent<Value>: @unchecked Sendable {
    // Sendable: `sending` guarantees that no other code uses the value, and `run` returns the value once.
    nonisolated(unsafe) let value: Value

    init(_ value: sending Value) { self.value = value }
}

private func play<Result>(
    _ source: ScenarioSource,
    _ options: Backend.Options,
    isolation: isolated (any Actor)?,
    at location: SourceLocation,
    _ body: (Backend) async throws -> sending Result,
) async throws -> Sent<Result> {
    let backend = try source.start(options)
    let result: Sent<Result>
    do {
        result = Sent(try await body(backend))
    } catch {
        guard let report = await backend.endRun(hasFailed: true) else { throw error }
        guard Test.current != nil else {
            throw report.isEmpty ? error : Backend.Unmet(report, after: error)
        }
        report.record(at: location)
        report.recordRequests(of: backend.scenario.name, at: location)
        throw error
    }
    try await backend.finish(at: location)
    return result
}

extension Backend {
    /// Starts a backend that a test judges with ``finish(fileID:filePath:line:column:)``.
    ///
    /// If the backend is released before the test has called `finish` or has read ``RehearsalServer/Backend/findings``,
    /// its findings become issues at the place of this call. Without a Swift Testing test they are written to standard
    /// error, and the process exits with status 1. So a test without `finish` does not pass by mistake.
    ///
    /// - Throws: `StartError` if the scenario is not valid or the port cannot be bound.
    public static func start(
        _ scenario: Scenario,
        options: Options = Options(),
        fileID: String = #fileID,
        filePath: String = #filePath,
        line: Int = #line,
        column: Int = #column,
    ) throws(StartError) -> Backend {
        try start(scenario, options, at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Starts a backend as the function with the location of its call does.
    package static func start(
        _ scenario: Scenario,
        _ options: Options,
        at location: SourceLocation,
    ) throws(StartError) -> Backend {
        CrashRisk.warn(about: scenario)
        var options = options.redactingReports
        options.onRelease = { UnfinishedBackends.shared.release($0, startedAt: location) }
        let backend = try open(scenario, options)
        UnfinishedBackends.shared.add(UnjudgedRun(of: backend), startedAt: location)
        return backend
    }

    /// Starts a backend for a scenario document or a recording, which is searched like the file of `.backend(…)`.
    ///
    /// The run is judged as that of a backend that is started with a scenario.
    ///
    /// - Throws: ``ScenarioNotPlayed`` with the searched folders, or with every error in the file; `StartError` if the
    ///   backend cannot listen on the port.
    public static func start(
        _ file: String,
        options: Options = Options(),
        fileID: String = #fileID,
        filePath: String = #filePath,
        line: Int = #line,
        column: Int = #column,
    ) throws -> Backend {
        let path = try ScenarioFinder(testFile: filePath).path(of: file)
        let loaded = ScenarioFiles.load([path])
        guard let scenario = loaded.scenario else {
            let mistakes = loaded.diagnostics.map(\.text).joined(separator: "\n")
            throw ScenarioNotPlayed(description: "the scenario \"\(file)\" cannot be played:\n\(mistakes)")
        }
        let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
        return try start(scenario, options, at: location)
    }

    /// The error of a scenario file that cannot be found or cannot be played.
    public struct ScenarioNotPlayed: Error, Sendable, CustomStringConvertible {
        /// The searched folders or the errors in the file, one on each line.
        public let description: String

        package init(description: String) { self.description = description }
    }

    /// Ends the run: waits at most a second for open exchanges, stops the backend, and reports the findings.
    ///
    /// In a Swift Testing test, each finding becomes an issue at the source location of the call. Elsewhere (XCTest,
    /// scripts) issues would be lost, so the method throws the findings. A second call reports nothing.
    ///
    /// - Throws: ``Unmet`` with every finding if no Swift Testing test is running.
    public func finish(
        fileID: String = #fileID,
        filePath: String = #filePath,
        line: Int = #line,
        column: Int = #column,
    ) async throws {
        try await finish(at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Ends the run as ``finish(fileID:filePath:line:column:)`` does.
    func finish(at location: SourceLocation) async throws {
        guard let report = await endRun(hasFailed: false) else { return }
        if Test.current != nil {
            report.record(at: location)
        } else if !report.isEmpty {
            throw Unmet(report, after: nil)
        }
    }

    /// Ends the run and returns its report; nil if the run was ended before.
    ///
    /// - Parameter hasFailed: whether the test has already failed.
    func endRun(hasFailed: Bool) async -> BackendReport? {
        guard takeConclusion() else { return nil }
        await settled(within: .seconds(1))
        var report = BackendReport(judge(), journal.entries)
        await stop()
        if let onEnd { report.problems = await onEnd(hasFailed || !report.isEmpty) }
        return report
    }

    /// The error of a run with findings, which is thrown if no Swift Testing test is running.
    public struct Unmet: Error, Sendable, CustomStringConvertible {
        /// Every finding of the run.
        public let findings: [Journal.Finding]
        /// The error of the closure, if any, and the findings with the latest requests, on several lines.
        public let description: String

        init(_ report: BackendReport, after error: (any Error)?) {
            findings = report.judgement.findings
            let first = error.map { ["the test ended with: \($0)"] } ?? []
            description = (first + report.texts).joined(separator: "\n")
        }
    }
}

/// The report on a backend at the end of a test.
struct BackendReport: Sendable {
    let judgement: VerificationResult
    private let entries: [Journal.Entry]
    /// The problems other than those of the requests.
    var problems: [String] = []

    /// The number of trace lines in the text of each finding, because a test report may omit attachments.
    private static let traceLines = 12

    /// A line before the first finding; nil for none.
    private let heading: String?

    init(_ judgement: VerificationResult, _ entries: [Journal.Entry], heading: String? = nil) {
        self.judgement = judgement
        self.entries = entries
        self.heading = heading
    }

    var isEmpty: Bool { judgement.isMet && judgement.droppedEntries == 0 && problems.isEmpty }

    /// The text of each finding, with the last lines of the trace, and each problem.
    var texts: [String] {
        let trace = trace
        var texts = judgement.findings.map { finding in
            ([finding.description] + (finding.sourceLocation.map { ["    expected in \($0)"] } ?? []) + trace)
                .joined(separator: "\n")
        }
        if judgement.droppedEntries > 0 {
            texts.append(
                "the test could not be judged completely: the journal has discarded "
                    + "\(judgement.droppedEntries) exchanges; increase Backend.Options.journalBytes"
            )
        }
        if let heading, let first = texts.first { texts[0] = "\(heading)\n\(first)" }
        return texts + problems
    }

    /// Records an issue for each finding, and attaches the whole trace.
    func record(at location: SourceLocation) {
        guard !isEmpty else { return }
        for text in texts { Issue.record(Comment(rawValue: text), sourceLocation: location) }
        let lines = entries.flatMap { $0.ndjsonLine(judgement.redaction) }
        Attachment.record(lines, named: "rehearsal-journal.ndjson", sourceLocation: location)
    }

    /// Records a warning with the last requests of a test that threw an error, unless a finding shows them.
    ///
    /// The error of a client rarely tells which requests arrived. A warning does not fail a test that was cancelled.
    func recordRequests(of scenario: String, at location: SourceLocation) {
        #if compiler(>=6.3)
            guard isEmpty else { return }
            let text = (["the test threw an error; the last requests to \"\(scenario)\":"] + trace)
                .joined(separator: "\n")
            Issue.record(Comment(rawValue: text), severity: .warning, sourceLocation: location)
        #endif
    }

    private var trace: [String] {
        guard !entries.isEmpty else { return ["    no request was received"] }
        let omitted = entries.count - Self.traceLines
        let lines = entries.suffix(Self.traceLines).map {
            "    " + $0.summaryLine(since: judgement.startedAt, judgement.redaction)
        }
        return (omitted > 0 ? ["    … \(omitted) earlier requests, then:"] : []) + lines
    }
}
