import RehearsalDocuments
import RehearsalRedaction

/// Where what is to be played comes from.
enum ScenarioSource: Sendable {
    case value(Scenario)
    case file(String, near: String)

    func start(_ options: Backend.Options) throws -> Backend {
        switch self {
        case .value(let scenario):
            InProcessGuard.warn(about: scenario)
            return try Backend.start(scenario, options: options.shownWithoutSecrets)
        case .file(let name, let filePath): return try Backend.start(name, options: options, filePath: filePath)
        }
    }
}

extension Backend.Options {
    /// The same, with all that can be told to be a secret taken out of reports.
    fileprivate var shownWithoutSecrets: Backend.Options {
        var options = self
        options.redaction = SessionRedaction.made
        return options
    }
}

extension Backend {
    /// Starts to play a scenario document or a recording, which is looked for as the trait `.backend(…)` does.
    ///
    /// - Throws: ``ScenarioNotPlayed`` with the places where it was looked for, or with every mistake in it;
    ///   `StartError` if the port cannot be had.
    public static func start(
        _ file: String,
        options: Options = Options(),
        filePath: String = #filePath,
    ) throws -> Backend {
        let path = try ScenarioFinder(testFile: filePath).path(of: file)
        let loaded = ScenarioFiles.load([path])
        guard let scenario = loaded.scenario else {
            let mistakes = loaded.diagnostics.map(\.text).joined(separator: "\n")
            throw ScenarioNotPlayed(description: "the scenario \"\(file)\" cannot be played:\n\(mistakes)")
        }
        InProcessGuard.warn(about: scenario)
        return try start(scenario, options: options.shownWithoutSecrets)
    }

    /// Why a scenario that was named could not be played.
    public struct ScenarioNotPlayed: Error, Sendable, CustomStringConvertible {
        /// Where it was looked for, or what is wrong with it, a line each.
        public let description: String
    }
}
