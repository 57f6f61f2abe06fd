import RehearsalPlatform

/// The folder whose files a scenario may refer to.
package struct ScenarioRoot: Hashable {
    /// The absolute path without links.
    package let path: String

    package init(path: String) { self.path = path }

    /// Finds the nearest folder above a file that contains `Scenarios/` or `Recordings/`, else the folder of the file.
    ///
    /// - Parameter file: an absolute path without links.
    package init(of file: String) {
        let nearest = FilePath.folders(above: file).first { folder in
            ["Scenarios", "Recordings"].contains { FileSystem.isFolder(FilePath.join(folder, $0)) }
        }
        path = nearest ?? FilePath.folder(of: file)
    }

    /// Whether an absolute path without links is inside of the root.
    package func contains(_ realPath: String) -> Bool {
        // Compares bytes: Swift strings with different normalisation are equal, but are two file names on Linux.
        path == "/" || (realPath + "/").utf8.starts(with: (path + "/").utf8)
    }

    /// Whether a path is that of an existing folder inside of the root.
    package func contains(folder: String) -> Bool { FileSystem.realPath(folder).map { contains($0) } ?? false }

    /// The result of resolving a reference.
    enum Resolution {
        /// The file: its path for display, and its absolute path without links.
        case found(displayPath: String, realPath: String)
        case missing
        case outside
    }

    /// Returns the first candidate that is a file inside of the root.
    func resolve(_ candidates: [String]) -> Resolution {
        var isOutside = false
        for candidate in candidates {
            guard let real = FileSystem.realPath(candidate), FileSystem.isFile(real) else { continue }
            if contains(real) { return .found(displayPath: candidate, realPath: real) }
            isOutside = true
        }
        return isOutside ? .outside : .missing
    }

    /// Returns the path of a name in this root for messages, relative if the path of the document's folder is relative.
    package func displayPath(_ name: String, besideFolder folder: String) -> String {
        // A document that was named by a relative path gets relative paths in messages.
        guard let real = FileSystem.realPath(folder), !folder.hasPrefix("/"), contains(real) else {
            return FilePath.join(path, name)
        }
        let depth = real.dropFirst(path.count).split(separator: "/").count
        var displayFolder = folder
        for _ in 0..<depth {
            guard displayFolder.contains("/") || (displayFolder != "." && displayFolder != "..") else {
                return FilePath.join(path, name)
            }
            guard FilePath.lastComponent(of: displayFolder) != ".." else { return FilePath.join(path, name) }
            displayFolder = FilePath.folder(of: displayFolder)
        }
        return FilePath.join(displayFolder, name)
    }
}
