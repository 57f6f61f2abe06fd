import Rehearsal
import RehearsalDocuments
import RehearsalPlatform

/// The files to import, in groups: the tool that reads the files, such as WireMock, loads each group together.
package struct ImportInputs {
    /// A group of files that becomes one scenario.
    package struct ImportUnit: Sendable, Hashable {
        /// The name of the scenario.
        package var name: String
        package var paths: [String]
        /// The folders that may contain the body files, in the order in which they are searched.
        package var folders: [String]
    }

    package private(set) var units: [ImportUnit] = []
    /// The paths at which no file to import was found.
    package private(set) var missing: [String] = []

    private static let extensions = ["json", "har", "yaml", "yml"]
    private static let maximumDepth = 16
    private static let maximumFileCount = 10_000

    /// Finds the files at and below the paths.
    ///
    /// The files below a folder `mappings` are one unit. Every other file is a separate unit.
    package init(_ paths: [String]) {
        for path in paths {
            let before = units.count
            let trimmed = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
            if FileSystem.isFolder(trimmed) { search(trimmed, depth: 0) } else { add(file: trimmed) }
            if units.count == before { missing.append(path) }
        }
    }

    private mutating func add(file path: String) {
        guard FileSystem.isFile(path) else { return }
        let folder = FilePath.folder(of: path)
        let folders = [folder, FilePath.join(folder, "__files"), FilePath.join(FilePath.folder(of: folder), "__files")]
        units.append(ImportUnit(name: Self.name(FilePath.stem(of: path)), paths: [path], folders: folders))
    }

    private mutating func search(_ folder: String, depth: Int) {
        guard depth < Self.maximumDepth else { return }
        let mappings = FilePath.lastComponent(of: folder) == "mappings" ? folder : FilePath.join(folder, "mappings")
        if FileSystem.isFolder(mappings) {
            let home = mappings == folder ? FilePath.folder(of: folder) : folder
            let files = Self.files(in: mappings, depth: depth).filter { FilePath.pathExtension(of: $0) == "json" }
            if !files.isEmpty {
                let name = Self.name(ofHome: home)
                units.append(ImportUnit(name: Self.name(name), paths: files, folders: [FilePath.join(home, "__files")]))
            }
            if mappings == folder { return }
        }
        for name in FileSystem.names(in: folder) where name != "mappings" && name != "__files" {
            let path = FilePath.join(folder, name)
            if FileSystem.isFolder(path) {
                search(path, depth: depth + 1)
            } else if Self.extensions.contains(FilePath.pathExtension(of: name)), units.count < Self.maximumFileCount {
                add(file: path)
            }
        }
    }

    /// Folder names that are common in Java projects, and therefore do not identify a scenario.
    private static let genericFolderNames: Set<String> = ["resources", "test", "main", "src", "wiremock", ".", ".."]

    /// Returns the name of a WireMock server: the last component of its path that is not a generic folder name.
    private static func name(ofHome home: String) -> String {
        for path in [home, FileSystem.realPath(home) ?? ""] {
            let identifying = path.split(separator: "/").last { !genericFolderNames.contains(String($0)) }
            if let identifying { return String(identifying) }
        }
        return "wiremock"
    }

    /// Returns all files below a folder, sorted by path.
    private static func files(in folder: String, depth: Int) -> [String] {
        guard depth < maximumDepth else { return [] }
        return FileSystem.names(in: folder).flatMap { name in
            let path = FilePath.join(folder, name)
            return FileSystem.isFolder(path) ? files(in: path, depth: depth + 1) : [path]
        }
    }

    /// Returns a file name of at most 80 characters: the text with a hyphen in place of each character that is not a
    /// letter, a digit or one of `-_.`. Dots and hyphens at its beginning are removed; an empty name is `imported`.
    static func name(_ text: String) -> String {
        let letters = text.unicodeScalars.map { scalar -> Character in
            let isPlain =
                scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                || "-_.".unicodeScalars.contains(scalar)
            return isPlain ? Character(scalar) : "-"
        }
        let name = String(letters.drop { $0 == "." || $0 == "-" }.prefix(80))
        return name.isEmpty ? "imported" : name
    }
}

extension ImportInputs.ImportUnit {
    /// Returns the content of a body file; nil if the path is not below a folder of the unit or cannot be read.
    package func bodyFile(_ name: String) -> [UInt8]? {
        for folder in folders {
            guard let home = FileSystem.realPath(folder),
                let path = FileSystem.realPath(FilePath.join(home, name)),
                ScenarioRoot(path: home).contains(path), !name.hasPrefix("/")
            else { continue }
            if let bytes = try? FileSystem.read(path, limit: ImportBatch.sizeLimit) { return bytes }
        }
        return nil
    }
}

extension ImportBatch {
    /// Reads the files of a unit and imports them. A file that cannot be read is refused.
    package mutating func add(_ unit: ImportInputs.ImportUnit) {
        var sources: [SourceText] = []
        for path in unit.paths {
            do throws(FileSystem.Failure) {
                sources.append(SourceText(path: path, bytes: try FileSystem.read(path, limit: Self.sizeLimit)))
            } catch {
                refuse(path, error.message(about: path))
            }
        }
        if !sources.isEmpty { add(unit.name, sources, files: unit.bodyFile) }
    }
}
