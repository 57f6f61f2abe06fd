@_exported public import RehearsalBackend
public import XCTest

extension XCTestCase {
    /// Starts a backend for the test that runs, and judges it when the test ends.
    ///
    /// Each finding becomes a failure at the place of this call. The backend stops after the teardown blocks that the
    /// test adds later.
    ///
    /// - Throws: `Backend.StartError` if the scenario is not valid or the port cannot be bound.
    public func startBackend(
        _ scenario: Scenario,
        options: Backend.Options = Backend.Options(),
        fileID: String = #fileID,
        file: StaticString = #filePath,
        line: UInt = #line,
    ) throws -> Backend {
        let backend = try Backend.start(
            scenario,
            options: options,
            fileID: fileID,
            filePath: "\(file)",
            line: Int(line)
        )
        finishAtEnd(backend, file: file, line: line)
        return backend
    }

    /// Starts a backend for a scenario document or a recording, and judges it when the test ends.
    ///
    /// The file is searched for as by `Backend.start(_:)` with a name.
    ///
    /// - Throws: `Backend.ScenarioNotPlayed` with the folders searched, or with every error in the file;
    ///   `Backend.StartError` if the port cannot be bound.
    public func startBackend(
        _ name: String,
        options: Backend.Options = Backend.Options(),
        fileID: String = #fileID,
        file: StaticString = #filePath,
        line: UInt = #line,
    ) throws -> Backend {
        let backend = try Backend.start(name, options: options, fileID: fileID, filePath: "\(file)", line: Int(line))
        finishAtEnd(backend, file: file, line: line)
        return backend
    }

    private func finishAtEnd(_ backend: Backend, file: StaticString, line: UInt) {
        addTeardownBlock {
            do {
                try await backend.finish()
            } catch {
                XCTFail("\(error)", file: file, line: line)
            }
        }
    }
}
