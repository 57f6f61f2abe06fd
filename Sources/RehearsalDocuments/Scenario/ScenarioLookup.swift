import RehearsalPlatform

/// A search for scenario documents by name.
package struct ScenarioLookup: Sendable {
    /// The file extensions of documents, in the order of preference.
    package static let fileExtensions = ["jsonc", "json", "har"]

    /// The folders to search, the nearest first.
    package let folders: [String]

    package init(in folders: [String]) { self.folders = folders }

    /// A document that was found.
    package struct Match: Sendable {
        package let path: String
        /// The searched folder that contains the document.
        package let folder: String

        /// The parent of a folder called `Scenarios`; else the folder itself.
        package var root: String {
            let name = "/Scenarios"
            return folder.hasSuffix(name) ? String(folder.dropLast(name.count)) : folder
        }

        /// Whether the file is inside of the root, after `..` and links are resolved.
        var isInsideRoot: Bool {
            guard let real = FileSystem.realPath(path), let realRoot = FileSystem.realPath(root) else { return false }
            return ScenarioRoot(path: realRoot).contains(real)
        }
    }

    /// Returns the first file with that name; the extension is optional.
    package func find(_ name: String) -> Match? {
        let names = [name] + Self.fileExtensions.map { "\(name).\($0)" }
        for folder in folders {
            let paths = names.map { folder.isEmpty ? $0 : "\(folder)/\($0)" }
            if let path = paths.first(where: FileSystem.isFile) { return Match(path: path, folder: folder) }
        }
        return nil
    }
}
