import Rehearsal
import RehearsalDocuments
import RehearsalPlatform

/// The files to import, grouped into units that their tool loads together.
package struct ImportInputs {
    /// A group of files that becomes one scenario.
    package struct ImportUnit: Sendable, Hashable {
        /// The name of the scenario.
        package var name: String
        package var paths: [String]
        /// The folders in which body files are searched.
        package var folders: [String]
    }

    package private(set) var units: [ImportUnit] = []
    /// The given paths at which no importable file was found.
    package private(set) var missing: [String] = []

    private static let extensions = ["json", "har"]
    private static let maximumDepth = 16
    private static let maximumFileCount = 10_000

    /// Finds the files below the paths. A folder with `mappings` is one unit; every other file is a unit of its own.
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

    /// Folder names of standard Java project layouts, which do not describe their content.
    private static let layout: Set<String> = ["resources", "test", "main", "src", "wiremock", ".", ".."]

    /// Returns the name of the folder with the mappings, or of the project that contains it.
    private static func name(ofHome home: String) -> String {
        for path in [home, FileSystem.realPath(home) ?? ""] {
            let named = path.split(separator: "/").last { !layout.contains(String($0)) }
            if let named { return String(named) }
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

    /// Returns the text with characters replaced that are not valid in a file name.
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
    /// Returns the content of a body file. Only paths below the folders of the unit are read.
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
    /// Reads the files of a unit and imports them.
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
