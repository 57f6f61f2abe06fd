package import Rehearsal
import RehearsalPlatform

/// One recorded answer, found by its name: `users/one` is the one called `one` in `Recordings/users.har`.
package struct RecordedAnswer: Sendable {
    package let status: Int
    package let headers: Scenario.Headers
    package let body: [UInt8]

    /// Why there is none.
    package struct NotFound: Error, Sendable, CustomStringConvertible {
        package let description: String
    }

    /// Finds it as a scenario would.
    ///
    /// - Parameters:
    ///   - asking: what asks for it, as it is called where something is wrong.
    ///   - root: the folder with `Recordings/` in it; nil if there is none.
    package init(_ name: String, asking path: String, below root: String?) throws(NotFound) {
        guard let root, FileSystem.isFolder("\(root)/Recordings") else {
            let place =
                root.map { "\($0) has no folder Recordings" } ?? "no folder around this one has Recordings in it"
            throw NotFound(description: "there is no recording \"\(name)\": \(place); --root DIR says which has")
        }
        let document: JSON = ["endpoints": [["any": "/**", "replies": [["recording": .string(name)]]]]]
        let loaded = ScenarioFiles.loadText(document.bytes(), path: path, root: root)
        guard let reply = loaded.scenario?.endpoints.first?.replies.first else {
            let reasons = loaded.diagnostics.map(\.message)
            throw NotFound(description: reasons.first ?? "there is no recording \"\(name)\"")
        }
        (status, headers, body) = (reply.status, reply.headers, Self.bytes(of: reply.body))
    }

    /// The nearest folder that has recordings, of those that a file or folder is in; nil if none has.
    package static func root(above path: String) -> String? {
        var folder = path
        while true {
            if FileSystem.isFolder("\(folder)/Recordings") { return FileSystem.realPath(folder) }
            guard let slash = folder.lastIndex(of: "/") else { return nil }
            folder = String(folder[..<slash])
        }
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
