import Rehearsal
import RehearsalDocuments
import RehearsalPlatform
import RehearsalServer

/// Scenario documents and recordings, as the commands take them.
enum Documents {
    /// Reads the files as one scenario; without any, the one that ships with this program.
    static func load(_ paths: [String], _ options: ScenarioFiles.Options) -> ScenarioFiles.Loaded {
        if paths.isEmpty { return ScenarioFiles.loadText(shipped, path: "Scenarios/demo.jsonc") }
        return ScenarioFiles.load(paths, options: options)
    }

    /// How the recordings that a run plays are read.
    static let replaying = [
        Option("root", "DIR", "the folder that files named by the scenario must be in", standard: "found"),
        Option(flag: "exact", "replays a recording byte for byte: its dates and its own origin stay"),
        Option(flag: "shift-dates", "moves the dates in recordings so that the day of recording is today"),
    ]

    /// What ``replaying`` was given.
    static func options(_ arguments: Arguments) throws(UsageError) -> ScenarioFiles.Options {
        let isExact = arguments.has("exact")
        let shiftsDates = arguments.has("shift-dates")
        if isExact, shiftsDates {
            throw UsageError(
                "--exact leaves dates as they were, and --shift-dates moves them",
                hint: "keep one of them"
            )
        }
        let today = shiftsDates ? Int(SystemClock.wallMilliseconds() / 86_400_000) : nil
        return ScenarioFiles.Options(root: arguments["root"], isExact: isExact, today: today)
    }

    /// The scenario that is compiled in, so that a fresh install has something to play wherever it is started.
    static var shipped: [UInt8] { PackageResources.demo_jsonc }
}
