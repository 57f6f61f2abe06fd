import RehearsalPlatform
import Testing

/// Plays a scenario while a closure runs, and judges what arrived.
///
/// In a Swift Testing test each finding becomes an issue at the place of the call; elsewhere (XCTest, scripts), where
/// an issue would be lost, they are thrown.
///
/// The backend starts as soon as one of the places that `REHEARSAL_PARALLELISM` limits is free. Within a test that has
/// a backend, and within the closure of another call, it starts at once. A detached task does not inherit the place
/// of its test: a test that has a backend must not wait for a detached task that calls this function.
///
/// - Returns: what the closure returns.
/// - Throws: what the closure throws; `Backend.Unmet` with every finding, where no Swift Testing test is running; why
///   the scenario could not be played; `CancellationError` if the task is cancelled while it waits for a place.
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
/// The backend starts as soon as one of the places that `REHEARSAL_PARALLELISM` limits is free. Within a test that has
/// a backend, and within the closure of another call, it starts at once. A detached task does not inherit the place
/// of its test: a test that has a backend must not wait for a detached task that calls this function.
///
/// - Returns: what the closure returns.
/// - Throws: what the closure throws; `Backend.Unmet` with every finding, where no Swift Testing test is running; why
///   the scenario could not be played; `CancellationError` if the task is cancelled while it waits for a place.
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
    let sent = try await AsyncSemaphore.shared.withPlace(isolation: isolation) {
        try await play(source, options, isolation: isolation, at: location, body)
    }
    return sent.value
}

/// A value that has left the region it was made in.
private struct Sent<Value>: @unchecked Sendable {
    // Sendable: `init` takes the value with all that refers to it, and `run` returns it once.
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
        guard let report = await backend.conclude(), !report.isEmpty else { throw error }
        guard Test.current != nil else { throw Backend.Unmet(report, after: error) }
        report.record(at: location)
        throw error
    }
    try await backend.finish(at: location)
    return result
}
