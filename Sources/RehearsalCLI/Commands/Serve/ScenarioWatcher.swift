import Rehearsal
import RehearsalDocuments
import RehearsalPlatform
import RehearsalServer

/// Looks at the files of a scenario on a thread of its own, and plays what they say when they change.
///
/// What is broken is reported, and the last that was well goes on playing.
final class ScenarioWatcher: Sendable {
    private let isFinishing = Locked(false)
    private let thread: Locked<Thread?>

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
        let watch = Watch(
            backend: backend,
            load: load,
            report: report,
            isFinishing: isFinishing,
            files: files,
            stamps: FileStamps(files)
        )
        thread = Locked(
            try Thread.start {
                var watch = watch
                watch.run()
            }
        )
    }

    /// Returns when it looks no longer.
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

/// The files as they were when they were last loaded, on the thread that looks at them.
private struct Watch: Sendable {
    let backend: Backend
    let load: @Sendable () -> ScenarioFiles.Loaded
    let report: @Sendable (ScenarioWatcher.Report) -> Void
    let isFinishing: Locked<Bool>
    var files: [String]
    var stamps: FileStamps

    /// Nanoseconds between two looks.
    private static let pause: Int64 = 100_000_000

    mutating func run() {
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
        isFinishing.wait(until: SystemClock.now() + Self.pause) { $0 ? true : nil } == nil
    }

    private mutating func takeOver() {
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

/// How some files are at one moment, so that another moment can be told from it.
struct FileStamps: Equatable, Sendable {
    private let stamps: [String: FileSystem.Stamp]

    /// Looks at files, and at the folders that they are in: where one is missing, it may come.
    ///
    /// - Parameter files: absolute paths.
    init(_ files: [String]) {
        var stamps: [String: FileSystem.Stamp] = [:]
        for path in Set(files + files.map { FileName.folder(of: $0) }) { stamps[path] = FileSystem.stamp(of: path) }
        self.stamps = stamps
    }
}
