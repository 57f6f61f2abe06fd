import Rehearsal
import RehearsalFiles
import RehearsalPlatform
import RehearsalServer

/// Looks at the files of a scenario on a thread of its own, and plays what they say when they change.
///
/// What is broken is reported, and the last that was well goes on playing.
final class ScenarioWatcher: @unchecked Sendable {
    // Sendable: `isFinishing` is reached under the lock,
    // `files` and `stamps` by the thread alone, `thread` by the owner.
    private let lock = Lock()
    private let wake = Lock.Condition()
    private var isFinishing = false
    private var thread: Thread?

    private let backend: Backend
    private let load: @Sendable () -> ScenarioFiles.Loaded
    private let report: @Sendable (Report) -> Void
    private var files: [String]
    private var stamps: FileStamps

    /// Between two looks.
    private static let pause: Int64 = 100_000_000

    /// What came of a change.
    enum Report: Sendable {
        /// It plays now; with what there is to say about it.
        case playing(Scenario, [Diagnostic])
        /// It cannot be played, and what was played before goes on.
        case broken([Diagnostic])
        case failed(String)
    }

    /// - Parameters:
    ///   - files: that the scenario was made of, as absolute paths.
    ///   - load: reads them again.
    init(
        _ backend: Backend,
        files: [String],
        load: @escaping @Sendable () -> ScenarioFiles.Loaded,
        report: @escaping @Sendable (Report) -> Void,
    ) throws {
        self.backend = backend
        self.load = load
        self.report = report
        self.files = files
        stamps = FileStamps(files)
        thread = try Thread.start { [self] in run() }
    }

    /// Returns when it looks no longer.
    func finish() {
        lock.withLock {
            isFinishing = true
            wake.signal()
        }
        thread?.join()
        thread = nil
    }

    private func run() {
        while rest() {
            var now = FileStamps(files)
            guard now != stamps else { continue }
            // An editor may be in the middle of writing: what is looked at has been still for a moment.
            while rest() {
                let next = FileStamps(files)
                if next == now { break }
                now = next
            }
            takeOver()
        }
    }

    /// Waits for the next look; false when there is none.
    private func rest() -> Bool {
        lock.withLock {
            if !isFinishing { lock.wait(for: wake, until: SystemClock.now() + Self.pause) }
            return !isFinishing
        }
    }

    private func takeOver() {
        let loaded = load()
        // Those of before as well: what a broken document no longer names may be what has to be mended.
        files = loaded.scenario == nil ? Array(Set(files + loaded.files)) : loaded.files
        stamps = FileStamps(files)
        guard let scenario = loaded.scenario else { return report(.broken(loaded.diagnostics)) }
        do {
            try backend.play(scenario)
            report(.playing(scenario, loaded.diagnostics))
        } catch {
            report(.failed("\(error)"))
        }
    }
}
