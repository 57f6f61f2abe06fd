import RehearsalPlatform

/// Looks for the document that a name stands for.
package struct ScenarioLookup: Sendable {
    /// What documents end in.
    package static let endings = ["jsonc", "json", "har"]

    /// Where they are, the nearest first.
    package let folders: [String]

    package init(in folders: [String]) { self.folders = folders }

    /// What a name has led to.
    package struct Found: Sendable {
        package let path: String
        /// The folder that has it.
        package let folder: String

        /// What the folder is of: the one around it where it is called `Scenarios`, else itself.
        package var root: String {
            let name = "/Scenarios"
            return folder.hasSuffix(name) ? String(folder.dropLast(name.count)) : folder
        }

        /// Whether it is in that, and not elsewhere by dots or by a link.
        var isInside: Bool {
            guard let real = FileSystem.realPath(path), let realRoot = FileSystem.realPath(root) else { return false }
            return ScenarioRoot(path: realRoot).contains(real)
        }
    }

    /// The first file of that name; its ending may be left out.
    package func find(_ name: String) -> Found? {
        let names = [name] + Self.endings.map { "\(name).\($0)" }
        for folder in folders {
            let paths = names.map { folder.isEmpty ? $0 : "\(folder)/\($0)" }
            if let path = paths.first(where: FileSystem.isFile) { return Found(path: path, folder: folder) }
        }
        return nil
    }
}
