import Testing

extension Backend {
    /// Ends the run: waits for open exchanges, a second at most, stops, and says what did not go as it had to.
    ///
    /// In a Swift Testing test each finding becomes an issue at the place of the call. Elsewhere (XCTest, scripts) an
    /// issue would be lost, so they are thrown. A second call says nothing more.
    ///
    /// - Throws: ``Unmet`` with every finding, where no Swift Testing test is running.
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
        guard let report = await conclude() else { return }
        if Test.current != nil {
            report.record(at: location)
        } else if !report.isEmpty {
            throw Unmet(report, after: nil)
        }
    }

    /// Ends the run and tells what is to be reported; nil if that has been done before.
    func conclude() async -> BackendReport? {
        guard takeConclusion() else { return nil }
        await settled(within: .seconds(1))
        let report = BackendReport(judge(), journal.entries)
        await stop()
        return report
    }

    /// What a client did not do as it had to, or did and must not.
    public struct Unmet: Error, Sendable, CustomStringConvertible {
        /// Each of them.
        public let findings: [Journal.Finding]
        /// All of them with the requests that show them, and what the test itself failed with, a line each.
        public let description: String

        init(_ report: BackendReport, after error: (any Error)?) {
            findings = report.judgement.findings
            let first = error.map { ["the test ended with: \($0)"] } ?? []
            description = (first + report.texts).joined(separator: "\n")
        }
    }
}
