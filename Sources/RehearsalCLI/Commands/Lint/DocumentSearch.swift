import RehearsalContracts
import RehearsalPlatform

/// A search for scenario documents and recordings in a folder.
enum DocumentSearch {
    private static let extensions = [".json", ".jsonc", ".har"]
    /// The extension of JSON Schema files, which are not documents.
    private static let schemaExtension = ".schema.json"
    private static let maximumDepth = 32

    /// Returns the paths of all documents in a folder, at any depth, in sorted order. The path of a file is returned as
    /// it is.
    ///
    /// Skips names that begin with a dot, symbolic links to folders, which may form cycles, and the body files of
    /// recordings.
    ///
    /// - Parameter includingSchedules: whether schedule files are returned, which are not scenarios.
    static func documents(at path: String, includingSchedules: Bool = false) -> [String] {
        guard isFolder(path, followsLinks: true) else { return [path] }
        var found: [String] = []
        search(path, 0, &found)
        return includingSchedules ? found : found.filter { !$0.hasSuffix(ScheduleFile.suffix) }
    }

    private static func search(_ folder: String, _ depth: Int, _ found: inout [String]) {
        guard depth < maximumDepth else { return }
        let siblings = Set(names(in: folder))
        // The folder `NAME` beside `NAME.har` contains the bodies of that recording, which are not scenarios.
        for name in siblings.sorted() where !name.hasPrefix(".") && !siblings.contains("\(name).har") {
            let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
            if isFolder(path, followsLinks: false) {
                search(path, depth + 1, &found)
            } else if isDocument(name.lowercased()) {
                found.append(path)
            }
        }
    }

    /// Returns whether a name is that of a document. YAML files in a folder are read only if the caller names them,
    /// because most of them are not OpenAPI documents.
    private static func isDocument(_ name: String) -> Bool {
        extensions.contains { name.hasSuffix($0) } && !name.hasSuffix(schemaExtension)
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
