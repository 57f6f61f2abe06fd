import RehearsalPlatform

/// The folder that a scenario may refer to files in, and none outside of it.
package struct ScenarioRoot: Hashable {
    /// Absolute, without links.
    package let path: String

    package init(path: String) { self.path = path }

    /// The nearest folder around a file that holds `Scenarios/` or `Recordings/`, else the file's own.
    ///
    /// - Parameter file: an absolute path without links.
    package init(of file: String) {
        let own = FileName.folder(of: file)
        var folder = own
        while true {
            if ["Scenarios", "Recordings"].contains(where: { FileSystem.isFolder(FileName.join(folder, $0)) }) {
                break
            }
            guard folder != "/" else {
                folder = own
                break
            }
            folder = FileName.folder(of: folder)
        }
        path = folder
    }

    /// Whether a path, absolute and without links, is inside.
    package func contains(_ realPath: String) -> Bool {
        // Byte by byte: two spellings of one letter are equal strings, and two names on Linux.
        path == "/" || (realPath + "/").utf8.starts(with: (path + "/").utf8)
    }

    /// Whether a folder, however it is written, is there and inside.
    package func contains(folder: String) -> Bool { FileSystem.realPath(folder).map { contains($0) } ?? false }

    /// What a reference stands for.
    enum Resolution {
        /// The file as it is shown to people, and without links.
        case found(shown: String, real: String)
        case missing
        case outside
    }

    /// The first candidate that is a file.
    func resolve(_ candidates: [String]) -> Resolution {
        var isOutside = false
        for candidate in candidates {
            guard let real = FileSystem.realPath(candidate), FileSystem.isFile(real) else { continue }
            if contains(real) { return .found(shown: candidate, real: real) }
            isOutside = true
        }
        return isOutside ? .outside : .missing
    }

    /// How people write a path in this root, seen from a document in it.
    package func shown(_ name: String, besideFolder folder: String) -> String {
        // A document that was named relatively is answered with relative names.
        guard let real = FileSystem.realPath(folder), !folder.hasPrefix("/"), contains(real) else {
            return FileName.join(path, name)
        }
        let depth = real.dropFirst(path.count).split(separator: "/").count
        var shown = folder
        for _ in 0..<depth {
            guard shown.contains("/") || (shown != "." && shown != "..") else { return FileName.join(path, name) }
            guard FileName.last(of: shown) != ".." else { return FileName.join(path, name) }
            shown = FileName.folder(of: shown)
        }
        return FileName.join(shown, name)
    }
}
