import RehearsalPlatform
public import Testing

/// A trait that starts a backend for each test, or for each case of a parametrised test, and reports its findings.
///
/// On a suite, the trait applies to every test in it. A test's own trait with the same name replaces it.
public struct BackendTrait: TestTrait, SuiteTrait, TestScoping {
    /// Whether the trait applies to each test in a suite; always true.
    public var isRecursive: Bool { true }

    let name: String
    let source: ScenarioSource
    let options: Backend.Options
    /// The place at which the trait is written.
    let location: SourceLocation

    package init(name: String, source: ScenarioSource, options: Backend.Options, location: SourceLocation) {
        (self.name, self.source, self.options, self.location) = (name, source, options, location)
    }

    /// Checks that no other trait of the same test has the same name, because only one of the two would take effect.
    ///
    /// - Throws: ``SameName`` with the names to use.
    public func prepare(for test: Test) async throws {
        let rivals = test.traits.compactMap { $0 as? BackendTrait }.filter { $0.name == name && $0.isWritten(on: test) }
        guard rivals.count > 1, rivals.first?.location == location else { return }
        throw SameName(name)
    }

    /// Whether the trait is written at the test itself: a trait of the test's suite precedes the test.
    private func isWritten(on test: Test) -> Bool {
        location.fileID == test.sourceLocation.fileID && location >= test.sourceLocation
    }

    /// The error of a test with two backends of the same name.
    public struct SameName: Error, Sendable, CustomStringConvertible {
        /// The cause and the remedy, in one sentence.
        public let description: String

        init(_ name: String) {
            let duplicate = name.isEmpty ? "two backends without a name" : "two backends named \"\(name)\""
            description =
                "this test has \(duplicate); name them apart: .backend(…, as: \"payments\"), "
                + "and read Backend.named(\"payments\")"
        }
    }

    /// Plays a scenario while the test runs, and then records the findings as issues.
    ///
    /// `REHEARSAL_PARALLELISM` limits the number of tests that have a backend at the same time. A test waits until it
    /// is within the limit. It counts once, however many backends it has.
    ///
    /// - Throws: `CancellationError` if the test is cancelled while it waits; the error of the test; the reason why the
    ///   scenario cannot be played.
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void,
    ) async throws {
        try await AsyncSemaphore.shared.withPermit { try await play(during: function, of: test, testCase) }
    }

    private func play(
        during function: @Sendable () async throws -> Void,
        of test: Test,
        _ testCase: Test.Case?,
    ) async throws {
        let backend = try source.start(options)
        let slot = CurrentBackends.Slot(backend)
        CurrentBackends.slots[name]?.isReplaced.set()
        var slots = CurrentBackends.slots
        slots[name] = slot
        let watch = IssueWatch()
        do {
            try await CurrentBackends.$slots.withValue(slots) {
                if backend.onEnd == nil { return try await function() }
                try await watch.observe(test, testCase, during: function)
            }
        } catch {
            await conclude(slot, test, hasThrown: true, hasFailed: true)
            throw error
        }
        await conclude(slot, test, hasThrown: false, hasFailed: watch.hasFailed)
    }

    /// Judges a backend at the end of its test.
    ///
    /// - Parameters:
    ///   - hasThrown: whether the test threw an error.
    ///   - hasFailed: whether the test recorded an issue or threw an error.
    private func conclude(_ slot: CurrentBackends.Slot, _ test: Test, hasThrown: Bool, hasFailed: Bool) async {
        let backend = slot.backend
        if slot.isReplaced.isSet {
            // Its findings are of no interest, because the test has not used it.
            _ = backend.takeConclusion()
            return await backend.stop()
        }
        guard let report = await backend.endRun(hasFailed: hasFailed) else { return }
        report.record(at: test.sourceLocation)
        if hasThrown { report.recordRequests(of: backend.scenario.name, at: test.sourceLocation) }
    }
}

extension Trait where Self == BackendTrait {
    /// A backend that plays a scenario.
    ///
    /// - Parameters:
    ///   - scenario: the scenario, which begins anew for each test case.
    ///   - name: the name for ``RehearsalServer/Backend/named(_:)``, for a test that has several backends.
    ///   - options: the options of the backend.
    public static func backend(
        _ scenario: Scenario,
        as name: String = "",
        options: Backend.Options = Backend.Options(),
        fileID: String = #fileID,
        filePath: String = #filePath,
        line: Int = #line,
        column: Int = #column,
    ) -> Self {
        let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
        return BackendTrait(name: name, source: .value(scenario), options: options, location: location)
    }

    /// A backend that plays a scenario document or a recording.
    ///
    /// - Parameters:
    ///   - file: a path below `Scenarios/`, with or without its extension: `outage/503-503-200`. The
    ///     searched folders are the bundles of the test, `Scenarios/` of each folder above the test's source file, and
    ///     the folder in the environment variable `REHEARSAL_ROOT`.
    ///   - name: the name for ``RehearsalServer/Backend/named(_:)``, for a test that has several backends.
    ///   - options: the options of the backend.
    public static func backend(
        _ file: String,
        as name: String = "",
        options: Backend.Options = Backend.Options(),
        fileID: String = #fileID,
        filePath: String = #filePath,
        line: Int = #line,
        column: Int = #column,
    ) -> Self {
        let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
        return BackendTrait(name: name, source: .file(file, near: filePath), options: options, location: location)
    }
}

/// The backends of the test that runs in this task.
enum CurrentBackends {
    @TaskLocal static var slots: [String: Slot] = [:]

    /// A backend, and whether a trait of an inner suite or of the test has replaced it.
    struct Slot: Sendable {
        let backend: Backend
        let isReplaced = OneWayFlag()

        init(_ backend: Backend) { self.backend = backend }
    }

}

/// A Boolean that is set once and never cleared.
final class OneWayFlag: Sendable {
    private let value = Locked(false)

    var isSet: Bool { value.withLock { $0 } }
    func set() { value.withLock { $0 = true } }
}

extension Backend {
    /// The backend of the test that is running: the one without a name, or the only one.
    ///
    /// - Throws: ``NoBackend`` outside of a test with the trait `.backend(…)`, in a detached task, and in a test with
    ///   several named backends.
    public static var current: Backend {
        get throws {
            let slots = CurrentBackends.slots
            if let slot = slots[""] ?? (slots.count == 1 ? slots.values.first : nil) { return slot.backend }
            let names = slots.keys.sorted().map { "Backend.named(\"\($0)\")" }
            throw NoBackend(
                description: slots.isEmpty
                    ? NoBackend.advice
                    : "this test has several backends; use one of: \(names.joined(separator: ", "))"
            )
        }
    }

    /// Returns the backend with a name that a trait of the running test sets:
    /// `.backend("payments/declined", as: "payments")`.
    ///
    /// - Throws: ``NoBackend`` if the test has no backend of that name.
    public static func named(_ name: String) throws -> Backend {
        let slots = CurrentBackends.slots
        if let slot = slots[name] { return slot.backend }
        guard !slots.isEmpty else { throw NoBackend(description: NoBackend.advice) }
        let names = slots.keys.sorted().map { $0.isEmpty ? "\"\" (the backend without a name)" : "\"\($0)\"" }
        throw NoBackend(description: "no backend is named \"\(name)\"; valid names: \(names.joined(separator: ", "))")
    }

    /// The error of a test or a task that does not have the requested backend.
    public struct NoBackend: Error, Sendable, CustomStringConvertible {
        /// The cause and the remedy, in one sentence.
        public let description: String

        static let advice =
            "this task has no backend: add the trait .backend(\"outage/503-503-200\") or .backend(scenario) to "
            + "the test or its suite, and read Backend.current before starting a detached task"
    }
}
