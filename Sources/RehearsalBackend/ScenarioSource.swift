import Rehearsal
package import RehearsalDocuments
import RehearsalPlatform
import RehearsalRedaction

/// The source of a test's scenario.
package enum ScenarioSource: Sendable {
    case value(Scenario)
    case file(String, near: String)
    /// A closure that starts the backend.
    case other(@Sendable (Backend.Options) throws -> Backend)

    func start(_ options: Backend.Options) throws -> Backend {
        switch self {
        case .other(let start): try start(options)
        case .value(let scenario): try Backend.start(scenario, options: options)
        case .file(let name, let filePath): try Backend.start(name, options: options, filePath: filePath)
        }
    }
}

extension Backend.Options {
    /// The same options, with secrets redacted in reports.
    var redactingReports: Backend.Options {
        var options = self
        options.redaction = SessionRedaction.make
        return options
    }
}

/// A finder for the scenario document that a test names.
package struct ScenarioFinder {
    /// The path of the test's source file, as the compiler reports it.
    let testFile: String
    var bundles = TestEnvironment.folders
    var root = TestEnvironment.environment("REHEARSAL_ROOT")

    package init(testFile: String) { self.testFile = testFile }

    init(testFile: String, bundles: [String], root: String?) {
        (self.testFile, self.bundles, self.root) = (testFile, bundles, root)
    }

    /// Returns the path of the first file with a name. The name may omit the extension.
    func path(of name: String) throws(Backend.ScenarioNotPlayed) -> String { try find(name).path }

    /// Returns the first file with a name, and the folder that contains it.
    package func find(_ name: String) throws(Backend.ScenarioNotPlayed) -> ScenarioLookup.Match {
        let folders = name.hasPrefix("/") ? [""] : documentFolders
        if let match = ScenarioLookup(in: folders).find(name) { return match }
        throw Backend.ScenarioNotPlayed(description: notFound(name, in: folders))
    }

    /// The folders whose files a test can name, the nearest first: bundles, those above its source file, and the root.
    package var folders: [String] { bundles + foldersAbove + (root.map { [$0] } ?? []) }

    /// The folders above the test's source file, without the root of the file system.
    private var foldersAbove: [String] { FilePath.folders(above: testFile).filter { $0 != "/" } }

    /// The folders of documents, the nearest first. Only a bundle and the named root have documents of their own.
    private var documentFolders: [String] {
        let inBundles = bundles.flatMap { ["\($0)/Scenarios", $0] }
        let inRoot = root.map { ["\($0)/Scenarios", $0] } ?? []
        return inBundles + foldersAbove.map { "\($0)/Scenarios" } + inRoot
    }

    private func notFound(_ name: String, in folders: [String]) -> String {
        let existing = folders.filter(FileSystem.isFolder)
        let searched = existing.isEmpty ? folders : existing
        var lines = ["the scenario \"\(name)\" (.jsonc, .json or .har) was not found; searched in:"]
        lines += searched.map { "    \($0.isEmpty ? "/" : $0)" }
        if existing.isEmpty { lines.append("none of these is a folder") }
        let existingNames = existing.flatMap { FileSystem.documents(in: $0) }
        if let nearest = NearestName.of(name, in: existingNames) { lines.append("did you mean \"\(nearest)\"?") }
        if root == nil { lines.append("the environment variable REHEARSAL_ROOT can name another folder") }
        return lines.joined(separator: "\n")
    }
}

extension FileSystem {
    /// Returns the documents in a folder and its subfolders, at most `depth` levels, without their extensions.
    fileprivate static func documents(in folder: String, below prefix: String = "", depth: Int = 4) -> [String] {
        guard depth > 0 else { return [] }
        return names(in: folder).flatMap { name -> [String] in
            if isFolder("\(folder)/\(name)") {
                return documents(in: "\(folder)/\(name)", below: "\(prefix)\(name)/", depth: depth - 1)
            }
            guard let dot = name.lastIndex(of: "."),
                ScenarioLookup.fileExtensions.contains(String(name[dot...].dropFirst()))
            else {
                return []
            }
            return [prefix + name[..<dot]]
        }
    }
}
