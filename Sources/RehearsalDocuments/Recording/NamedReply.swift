package import Rehearsal
import RehearsalPlatform

/// A recorded reply, found by its name: `users/one` is the entry named `one` in `Recordings/users.har`.
package struct NamedReply: Sendable {
    package let status: Int
    package let headers: Scenario.Headers
    package let body: [UInt8]

    /// The error that a recorded reply cannot be found.
    package struct NotFound: Error, Sendable, CustomStringConvertible {
        package let description: String
    }

    /// Finds a recorded reply in the same way as a scenario does.
    ///
    /// - Parameters:
    ///   - path: the path of the file that refers to the recording, for diagnostics.
    ///   - root: the folder that contains `Recordings/`; nil if there is none.
    package init(_ name: String, referencedBy path: String, root: String?) throws(NotFound) {
        guard let root, FileSystem.isFolder("\(root)/Recordings") else {
            let reason =
                root.map { "\($0) has no folder \"Recordings\"" } ?? "no folder above this file contains \"Recordings\""
            throw NotFound(
                description: "the recording \"\(name)\" was not found: \(reason); name the folder with --root DIR"
            )
        }
        let document: JSON = ["endpoints": [["any": "/**", "replies": [["recording": .string(name)]]]]]
        let loaded = ScenarioFiles.loadText(document.bytes(), path: path, root: root)
        guard let reply = loaded.scenario?.endpoints.first?.replies.first else {
            let reasons = loaded.diagnostics.map(\.message)
            throw NotFound(description: reasons.first ?? "the recording \"\(name)\" was not found")
        }
        (status, headers, body) = (reply.status, reply.headers, Self.bytes(of: reply.body))
    }

    /// Returns the nearest folder at or above a path that contains `Recordings/`; nil if there is none.
    package static func root(above path: String) -> String? {
        ([path] + FilePath.folders(above: path)).first { FileSystem.isFolder(FilePath.join($0, "Recordings")) }
            .flatMap(FileSystem.realPath)
    }

    private static func bytes(of body: Scenario.Body) -> [UInt8] {
        switch body {
        case .json(let value), .problem(let value): value.bytes()
        case .text(let text): Array(text.utf8)
        case .bytes(let bytes, _): bytes
        case .none, .events, .raw: []
        }
    }
}
