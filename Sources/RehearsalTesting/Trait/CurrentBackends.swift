import RehearsalPlatform
import Testing

/// The backends of the test that runs in this task.
enum CurrentBackends {
    @TaskLocal static var slots: [String: Slot] = [:]

    /// A backend, and whether a trait nearer to the test has taken its name.
    struct Slot: Sendable {
        let backend: Backend
        let isReplaced = Flag()

        init(_ backend: Backend) { self.backend = backend }
    }

    /// Set once, never taken back.
    final class Flag: Sendable {
        private let value = Locked(false)

        var isSet: Bool { value.withLock { $0 } }
        func set() { value.withLock { $0 = true } }
    }
}

extension Backend {
    /// The backend of the test that is running: the one without a name, or the only one.
    ///
    /// - Throws: ``NoBackend`` outside of a test with the trait `.backend(…)`, and in a task that does not inherit from
    ///   it (`Task.detached`).
    public static var current: Backend {
        get throws {
            let slots = CurrentBackends.slots
            if let slot = slots[""] ?? (slots.count == 1 ? slots.values.first : nil) { return slot.backend }
            let names = slots.keys.sorted().map { "Backend.named(\"\($0)\")" }
            throw NoBackend(
                description: slots.isEmpty
                    ? NoBackend.advice
                    : "this test has several backends; ask for one of them: \(names.joined(separator: ", "))"
            )
        }
    }

    /// One of several backends of the test that is running: `.backend("payments/declined", as: "payments")`.
    ///
    /// - Throws: ``NoBackend`` if the test has none of that name.
    public static func named(_ name: String) throws -> Backend {
        let slots = CurrentBackends.slots
        if let slot = slots[name] { return slot.backend }
        guard !slots.isEmpty else { throw NoBackend(description: NoBackend.advice) }
        let names = slots.keys.sorted().map { $0.isEmpty ? "one without a name" : "\"\($0)\"" }
        throw NoBackend(description: "no backend is called \"\(name)\"; there is \(names.joined(separator: ", "))")
    }

    /// Why there is no such backend, and how to get one.
    public struct NoBackend: Error, Sendable, CustomStringConvertible {
        /// One sentence.
        public let description: String

        static let advice =
            "there is no backend in this task: put the trait .backend(\"outage/503-503-200\") or .backend(scenario) on "
            + "the test or its suite, and ask for Backend.current before starting a detached task"
    }

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
