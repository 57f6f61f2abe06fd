package import Rehearsal
import RehearsalPlatform

/// The scenario that something names, or writes down in place: what a client is tried with.
package struct PlayedScenario: Sendable {
    package let scenario: Scenario

    /// Why there is none.
    package struct NotFound: Error, Sendable, CustomStringConvertible {
        package let description: String

        /// What keeps a document from being played.
        package init(_ loaded: ScenarioFiles.Loaded, named name: String) {
            let mistakes = loaded.diagnostics.map(\.text).joined(separator: "\n")
            description = "the scenario \(name) cannot be played:\n\(mistakes)"
        }

        init(description: String) { self.description = description }
    }

    /// Finds it, or reads it.
    ///
    /// - Parameters:
    ///   - source: `apps/parking/outage` for that file in `Scenarios/`, or a document.
    ///   - asking: what asks for it, as it is called where something is wrong.
    ///   - root: the folder with `Scenarios/` in it; nil if there is none.
    package init(_ source: JSON, asking path: String, below root: String?) throws(NotFound) {
        let loaded: ScenarioFiles.Loaded
        let shown: String
        if case .string(let name) = source {
            loaded = ScenarioFiles.load([try Self.path(of: name, below: root)], options: .init(root: root))
            shown = name
        } else {
            loaded = ScenarioFiles.loadText(source.bytes(), path: path, root: root)
            shown = "in place"
        }
        try self.init(loaded, named: shown)
    }

    /// Reads what a name has led to, unless that is elsewhere.
    package init(_ found: ScenarioLookup.Found, named name: String) throws(NotFound) {
        try self.init(ScenarioFiles.load([try Self.inside(found, named: name)]), named: name)
    }

    private init(_ loaded: ScenarioFiles.Loaded, named name: String) throws(NotFound) {
        guard let scenario = loaded.scenario else { throw NotFound(loaded, named: name) }
        self.scenario = scenario
    }

    private static func path(of name: String, below root: String?) throws(NotFound) -> String {
        guard let root, FileSystem.isFolder("\(root)/Scenarios") else {
            let place = root.map { "\($0) has no folder Scenarios" } ?? "no folder around this one has Scenarios in it"
            throw NotFound(description: "there is no scenario \(name.quoted): \(place); --root DIR says which has")
        }
        let folder = "\(root)/Scenarios"
        guard let found = ScenarioLookup(in: [folder]).find(name) else {
            throw NotFound(description: "there is no scenario \(name.quoted) (.jsonc, .json or .har) in \(folder)")
        }
        return try inside(found, named: name)
    }

    private static func inside(_ found: ScenarioLookup.Found, named name: String) throws(NotFound) -> String {
        guard found.isInside else {
            let place = found.root.isEmpty ? "the folders around" : found.root
            throw NotFound(
                description: "the scenario \(name.quoted) is outside of \(place), where scenarios have to be"
            )
        }
        return found.path
    }
}
