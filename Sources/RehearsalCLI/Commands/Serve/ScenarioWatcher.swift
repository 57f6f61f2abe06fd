import Rehearsal
import RehearsalDocuments
import RehearsalPlatform
import RehearsalServer

/// A watcher of a scenario's files that reloads the scenario when they change, on its own thread.
///
/// It reports an invalid scenario; the backend then keeps the last valid one.
final class ScenarioWatcher: Sendable {
    private let isFinishing = Locked(false)
    private let thread: Locked<Thread?>

    /// The result of reloading a changed scenario.
    enum Report: Sendable {
        /// The backend plays the new scenario, which may have diagnostics.
        case playing(Scenario, [Diagnostic])
        /// The scenario is not valid, and the backend keeps the old one.
        case broken([Diagnostic])
        /// The backend rejected the scenario, for this reason.
        case failed(String)
    }

    /// Starts to watch the files of a scenario.
    ///
    /// - Parameters:
    ///   - files: the absolute paths of the scenario's files.
    ///   - load: loads the scenario again from its files.
    init(
        _ backend: Backend,
        files: [String],
        load: @escaping @Sendable () -> ScenarioFiles.LoadResult,
        report: @escaping @Sendable (Report) -> Void,
    ) throws {
        let watch = Watch(
            backend: backend,
            load: load,
            report: report,
            isFinishing: isFinishing,
            files: files,
            stamps: FileSnapshot(files)
        )
        thread = Locked(
            try Thread.start {
                var watch = watch
                watch.run()
            }
        )
    }

    /// Stops the thread and waits until it has ended.
    func finish() {
        isFinishing.withLock { $0 = true }
        isFinishing.notify()
        let thread = thread.withLock { value in
            defer { value = nil }
            return value
        }
        thread?.join()
    }
}

/// The state of the thread that watches: the files, and their metadata when they were last loaded.
private struct Watch: Sendable {
    let backend: Backend
    let load: @Sendable () -> ScenarioFiles.LoadResult
    let report: @Sendable (ScenarioWatcher.Report) -> Void
    let isFinishing: Locked<Bool>
    var files: [String]
    var stamps: FileSnapshot

    /// The time between two checks, in nanoseconds.
    private static let interval: Int64 = 100_000_000

    mutating func run() {
        while waitForNextCheck() {
            var now = FileSnapshot(files)
            guard now != stamps else { continue }
            // An editor may still be writing: wait until two checks see no difference.
            while waitForNextCheck() {
                let next = FileSnapshot(files)
                if next == now { break }
                now = next
            }
            reload()
        }
    }

    /// Waits until the next check; returns false if the watcher is stopped.
    private func waitForNextCheck() -> Bool {
        isFinishing.wait(until: SystemClock.now() + Self.interval) { $0 ? true : nil } == nil
    }

    private mutating func reload() {
        let loaded = load()
        // An invalid document may no longer name the file with the error, so the previous files are still watched.
        files = loaded.scenario == nil ? Array(Set(files + loaded.files)) : loaded.files
        stamps = FileSnapshot(files)
        guard let scenario = loaded.scenario else { return report(.broken(loaded.diagnostics)) }
        do {
            try backend.play(scenario)
            report(.playing(scenario, loaded.diagnostics))
        } catch {
            report(.failed("\(error)"))
        }
    }
}

/// A snapshot of the metadata of files. A comparison with a later snapshot detects changes.
struct FileSnapshot: Equatable, Sendable {
    private let stamps: [String: FileSystem.Stamp]

    /// Reads the metadata of files and of their folders. The folders' metadata changes when a missing file appears.
    ///
    /// - Parameter files: the absolute paths of the files.
    init(_ files: [String]) {
        var stamps: [String: FileSystem.Stamp] = [:]
        for path in Set(files + files.map { FilePath.folder(of: $0) }) { stamps[path] = FileSystem.stamp(of: path) }
        self.stamps = stamps
    }
}
