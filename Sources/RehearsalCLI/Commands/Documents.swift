import Rehearsal
import RehearsalFiles

/// Scenario documents and recordings, as the commands take them.
enum Documents {
    /// Reads the files as one scenario; without any, the one that ships with this program.
    static func load(_ paths: [String], root: String?, isExact: Bool) -> ScenarioFiles.Loaded {
        if paths.isEmpty { return ScenarioFiles.loadText(shipped, path: "Scenarios/demo.jsonc") }
        return ScenarioFiles.load(paths, options: ScenarioFiles.Options(root: root, isExact: isExact))
    }

    /// The scenario that is compiled in, so that a fresh install has something to play wherever it is started.
    static var shipped: [UInt8] { PackageResources.demo_jsonc }
}
