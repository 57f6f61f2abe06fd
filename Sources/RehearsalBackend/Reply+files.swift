public import Rehearsal
import RehearsalDocuments
import RehearsalPlatform

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Scenario.Body {
    /// Returns the JSON of a value that the test shares with the client: `.json(encoding: [User(id: 1)])`.
    ///
    /// - Throws: the error of the encoder.
    public static func json(
        encoding value: some Encodable,
        with encoder: JSONEncoder = JSONEncoder(),
    ) throws -> Scenario.Body {
        .json(try JSON(parsing: Array(try encoder.encode(value))))
    }
}

extension Scenario.Reply {
    /// Returns a reply whose body is the content of a file, with the media type of its extension.
    ///
    /// - Parameters:
    ///   - name: a path in one of the bundles of the test, in the folder of the test's file or one above it, or in the
    ///     folder that the environment variable `REHEARSAL_ROOT` names; the first file found is used.
    ///   - status: the status code.
    ///   - filePath: the path of the test's file.
    /// - Throws: `Backend.ScenarioNotPlayed` with the folders searched, or with the reason why the file cannot be read.
    public static func file(_ name: String, status: Int = 200, filePath: String = #filePath) throws -> Scenario.Reply {
        let folders = ScenarioFinder(testFile: filePath).folders
        guard let folder = folders.first(where: { FileSystem.isFile("\($0)/\(name)") }) else {
            let searched = folders.map { "\n    \($0)" }.joined()
            throw Backend.ScenarioNotPlayed(description: "the file \"\(name)\" was not found; searched in:\(searched)")
        }
        let document: JSON = ["file": .string(name), "status": .integer(status)]
        return try reply(document, named: name, in: folder)
    }

    /// Returns the reply of an entry of a recording: `users/one` is the entry named `one` in `Recordings/users.har`.
    ///
    /// - Parameters:
    ///   - name: the path of the recording below `Recordings/` without its extension, and the name of the entry.
    ///   - filePath: the path of the test's file; `Recordings/` is searched for as a scenario in `Scenarios/`.
    /// - Throws: `Backend.ScenarioNotPlayed` if the recording or the entry does not exist.
    public static func recording(_ name: String, filePath: String = #filePath) throws -> Scenario.Reply {
        let folders = ScenarioFinder(testFile: filePath).folders
        // Several bundles can have recordings, such as those of the app and those of the test.
        let file = name.lastIndex(of: "/").map { "Recordings/\(name[..<$0]).har" }
        let root =
            folders.first { folder in file.map { FileSystem.isFile("\(folder)/\($0)") } ?? false }
            ?? folders.first { FileSystem.isFolder("\($0)/Recordings") }
        guard let root else {
            let searched = folders.map { "\n    \($0)" }.joined()
            let problem = "no folder \"Recordings\" for the recording \"\(name)\"; searched in:\(searched)"
            throw Backend.ScenarioNotPlayed(description: problem)
        }
        return try reply(["recording": .string(name)], named: name, in: root)
    }

    /// Returns the reply that a document describes.
    private static func reply(_ document: JSON, named name: String, in folder: String) throws -> Scenario.Reply {
        let scenario: JSON = ["endpoints": [["any": "/**", "replies": [document]]]]
        let loaded = ScenarioFiles.loadText(scenario.bytes(), path: "\(folder)/in-a-test.jsonc", root: folder)
        guard let reply = loaded.scenario?.endpoints.first?.replies.first else {
            let mistakes = loaded.diagnostics.map(\.message).joined(separator: "\n")
            throw Backend.ScenarioNotPlayed(description: "the reply \"\(name)\" cannot be played: \(mistakes)")
        }
        return reply
    }
}
