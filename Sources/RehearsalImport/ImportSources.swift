import Rehearsal
import RehearsalDocuments
import RehearsalPlatform

/// The files that somebody named to be imported, with those that one tool would have read together as one.
package struct ImportSources {
    /// Files that become one scenario where their tool has one of them.
    package struct Unit: Sendable, Hashable {
        /// What the scenario is called.
        package var name: String
        package var paths: [String]
        /// Where files that they mention may lie.
        package var folders: [String]
    }

    package private(set) var units: [Unit] = []
    /// Of what was named, what is no file and no folder that holds any.
    package private(set) var missing: [String] = []

    private static let endings = ["json", "har"]
    private static let deepest = 16
    private static let mostFiles = 10_000

    /// Finds the files; a folder with `mappings` in it is one WireMock, every other file stands for itself.
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
        let folder = FileName.folder(of: path)
        let folders = [folder, FileName.join(folder, "__files"), FileName.join(FileName.folder(of: folder), "__files")]
        units.append(Unit(name: Self.name(FileName.stem(of: path)), paths: [path], folders: folders))
    }

    private mutating func search(_ folder: String, depth: Int) {
        guard depth < Self.deepest else { return }
        let mappings = FileName.last(of: folder) == "mappings" ? folder : FileName.join(folder, "mappings")
        if FileSystem.isFolder(mappings) {
            let home = mappings == folder ? FileName.folder(of: folder) : folder
            let files = Self.files(in: mappings, depth: depth).filter { FileName.pathExtension(of: $0) == "json" }
            if !files.isEmpty {
                let name = Self.name(ofHome: home)
                units.append(Unit(name: Self.name(name), paths: files, folders: [FileName.join(home, "__files")]))
            }
            if mappings == folder { return }
        }
        for name in FileSystem.names(in: folder) where name != "mappings" && name != "__files" {
            let path = FileName.join(folder, name)
            if FileSystem.isFolder(path) {
                search(path, depth: depth + 1)
            } else if Self.endings.contains(FileName.pathExtension(of: name)), units.count < Self.mostFiles {
                add(file: path)
            }
        }
    }

    /// Folders that every build of Java has, which tell nothing of what is in them.
    private static let layout: Set<String> = ["resources", "test", "main", "src", "wiremock", ".", ".."]

    /// The name of the folder that a WireMock is in, or that of the project around it.
    private static func name(ofHome home: String) -> String {
        for path in [home, FileSystem.realPath(home) ?? ""] {
            let named = path.split(separator: "/").last { !layout.contains(String($0)) }
            if let named { return String(named) }
        }
        return "wiremock"
    }

    /// The files at any depth, in the order of their paths.
    private static func files(in folder: String, depth: Int) -> [String] {
        guard depth < deepest else { return [] }
        return FileSystem.names(in: folder).flatMap { name in
            let path = FileName.join(folder, name)
            return FileSystem.isFolder(path) ? files(in: path, depth: depth + 1) : [path]
        }
    }

    /// A name that can be one of a file.
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

extension ImportSources.Unit {
    /// A file that one of them mentions: below one of the folders, and nowhere else.
    package func file(_ name: String) -> [UInt8]? {
        for folder in folders {
            guard let home = FileSystem.realPath(folder),
                let path = FileSystem.realPath(FileName.join(home, name)),
                ScenarioRoot(path: home).contains(path), !name.hasPrefix("/")
            else { continue }
            if let bytes = try? FileSystem.read(path, limit: Importing.sizeLimit) { return bytes }
        }
        return nil
    }
}

extension Importing {
    /// Reads what was found.
    package mutating func add(_ unit: ImportSources.Unit) {
        var sources: [SourceText] = []
        for path in unit.paths {
            do throws(FileSystem.Failure) {
                sources.append(SourceText(path: path, bytes: try FileSystem.read(path, limit: Self.sizeLimit)))
            } catch {
                refuse(path, error.sentence(about: path))
            }
        }
        if !sources.isEmpty { add(unit.name, sources, files: unit.file) }
    }
}
