import Rehearsal
import RehearsalFiles

/// Scenario documents and recordings, as the commands take them.
enum Documents {
    /// Reads the files as one scenario; without any, the one that ships with this program.
    ///
    /// - Parameter proving: what is looked for beyond mistakes.
    static func load(
        _ paths: [String],
        root: String?,
        isExact: Bool,
        proving: Proving? = nil,
    ) -> ScenarioFiles.Loaded {
        if paths.isEmpty { return ScenarioFiles.loadText(shipped, path: "Scenarios/demo.jsonc") }
        let options = ScenarioFiles.Options(root: root, isExact: isExact, proving: proving)
        return ScenarioFiles.load(paths, options: options)
    }

    /// The scenario that is compiled in, so that a fresh install has something to play wherever it is started.
    static var shipped: [UInt8] { PackageResources.demo_jsonc }
}
