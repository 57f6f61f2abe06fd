import Testing

/// Plays a scenario while a closure runs, and judges what arrived.
///
/// In a Swift Testing test each finding becomes an issue at the place of the call; elsewhere (XCTest, scripts), where
/// an issue would be lost, they are thrown.
///
/// - Returns: what the closure returns.
/// - Throws: what the closure throws; `Backend.Unmet` with every finding, where no Swift Testing test is running; why
///   the scenario could not be played.
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
    let place = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return try await run(.value(scenario), options, isolation: isolation, at: place, body)
}

/// Plays a scenario document or a recording while a closure runs, and judges what arrived.
///
/// The file is looked for as the trait `.backend(…)` does; see there. In a Swift Testing test each finding becomes an
/// issue at the place of the call; elsewhere they are thrown.
///
/// - Returns: what the closure returns.
/// - Throws: what the closure throws; `Backend.Unmet` with every finding, where no Swift Testing test is running; why
///   the scenario could not be played.
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
    let place = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return try await run(.file(file, near: filePath), options, isolation: isolation, at: place, body)
}

private func run<Result>(
    _ source: ScenarioSource,
    _ options: Backend.Options,
    isolation: isolated (any Actor)?,
    at location: SourceLocation,
    _ body: (Backend) async throws -> sending Result,
) async throws -> sending Result {
    let backend = try source.start(options)
    let result: Result
    do {
        result = try await body(backend)
    } catch {
        guard let report = await backend.conclude(), !report.isEmpty else { throw error }
        guard Test.current != nil else { throw Backend.Unmet(report, after: error) }
        report.record(at: location)
        throw error
    }
    try await backend.finish(at: location)
    return result
}
