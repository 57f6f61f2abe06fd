package import Rehearsal
import RehearsalPlatform

/// A scenario to test a client with, loaded from a file by name or from an inline document.
package struct LoadedScenario: Sendable {
    package let scenario: Scenario

    /// The error that a scenario cannot be found or played.
    package struct LoadError: Error, Sendable, CustomStringConvertible {
        package let description: String

        /// Creates the error for a document with errors.
        package init(_ loaded: ScenarioFiles.LoadResult, named name: String) {
            let mistakes = loaded.diagnostics.map(\.text).joined(separator: "\n")
            description = "the scenario \(name) cannot be played:\n\(mistakes)"
        }

        init(description: String) { self.description = description }
    }

    /// Loads a scenario.
    ///
    /// - Parameters:
    ///   - source: the name of a file in `Scenarios/`, such as `apps/parking/outage`, or a document.
    ///   - path: the path of the file that refers to the scenario, for diagnostics.
    ///   - root: the folder that contains `Scenarios/`; nil if there is none.
    package init(_ source: JSON, referencedBy path: String, root: String?) throws(LoadError) {
        let loaded: ScenarioFiles.LoadResult
        let title: String
        if case .string(let name) = source {
            loaded = ScenarioFiles.load([try Self.path(of: name, below: root)], options: .init(root: root))
            title = name
        } else {
            loaded = ScenarioFiles.loadText(source.bytes(), path: path, root: root)
            title = "in this document"
        }
        try self.init(loaded, named: title)
    }

    /// Loads the file that a lookup found, if it is inside of its root.
    package init(_ match: ScenarioLookup.Match, named name: String) throws(LoadError) {
        try self.init(ScenarioFiles.load([try Self.inside(match, named: name)]), named: name)
    }

    private init(_ loaded: ScenarioFiles.LoadResult, named name: String) throws(LoadError) {
        guard let scenario = loaded.scenario else { throw LoadError(loaded, named: name) }
        self.scenario = scenario
    }

    private static func path(of name: String, below root: String?) throws(LoadError) -> String {
        guard let root, FileSystem.isFolder("\(root)/Scenarios") else {
            let reason =
                root.map { "\($0) has no folder \"Scenarios\"" } ?? "no folder above this file contains \"Scenarios\""
            throw LoadError(
                description: "the scenario \(name.quoted) was not found: \(reason); name the folder with --root DIR"
            )
        }
        let folder = "\(root)/Scenarios"
        guard let found = ScenarioLookup(in: [folder]).find(name) else {
            throw LoadError(
                description: "the scenario \(name.quoted) (.jsonc, .json or .har) was not found in \(folder)"
            )
        }
        return try inside(found, named: name)
    }

    private static func inside(_ match: ScenarioLookup.Match, named name: String) throws(LoadError) -> String {
        guard match.isInsideRoot else {
            let rootName = match.root.isEmpty ? "its root folder" : match.root
            throw LoadError(
                description: "the scenario \(name.quoted) is outside of \(rootName); move the file into that folder"
            )
        }
        return match.path
    }
}
