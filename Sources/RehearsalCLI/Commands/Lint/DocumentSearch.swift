import RehearsalPlatform

/// A search for scenario documents and recordings in a folder.
enum DocumentSearch {
    private static let endings = [".json", ".jsonc", ".har"]
    /// The extension of JSON Schema files, which are not documents.
    private static let schemaEnding = ".schema.json"
    private static let deepest = 32

    /// Returns every document in a folder, at any depth, sorted by path; a path of a file returns that path.
    ///
    /// Skips names that begin with a dot, symbolic links to folders, which may form cycles, and body files of
    /// recordings.
    static func documents(at path: String) -> [String] {
        guard isFolder(path, followsLinks: true) else { return [path] }
        var found: [String] = []
        search(path, 0, &found)
        return found
    }

    private static func search(_ folder: String, _ depth: Int, _ found: inout [String]) {
        guard depth < deepest else { return }
        let all = Set(names(in: folder))
        // A folder with the name of a recording holds its bodies, which are not scenarios.
        for name in all.sorted() where !name.hasPrefix(".") && !all.contains("\(name).har") {
            let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
            if isFolder(path, followsLinks: false) {
                search(path, depth + 1, &found)
            } else if isDocument(name.lowercased()) {
                found.append(path)
            }
        }
    }

    private static func isDocument(_ name: String) -> Bool {
        endings.contains { name.hasSuffix($0) } && !name.hasSuffix(schemaEnding)
    }

    private static func names(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            names.append(name)
        }
        return names
    }

    private static func isFolder(_ path: String, followsLinks: Bool) -> Bool {
        var information = stat()
        let result = followsLinks ? stat(path, &information) : lstat(path, &information)
        return result == 0 && information.st_mode & S_IFMT == S_IFDIR
    }
}
