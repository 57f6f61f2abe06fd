import Rehearsal
import RehearsalControl
import RehearsalDocuments
import RehearsalFaultCatalogue
import RehearsalPlatform

/// The lists that the control port shows: scenarios of the served folder, and results of URLSession for faults.
enum ControlCatalogue {
    private static let maximumScenarios = 1_000

    /// Returns the scenarios in the folder `Scenarios` of the root, or in the root if it has no such folder.
    ///
    /// - Parameter path: the first served document; nil for the embedded one.
    static func scenarios(besides path: String?, _ options: ScenarioFiles.Options) -> [ControlServer.ScenarioListing] {
        let document = path.flatMap(FileSystem.realPath)
        let root = options.root.flatMap(FileSystem.realPath) ?? document.map { ScenarioRoot(of: $0).path }
        // Without a document, the current folder is searched only if it has a folder of scenarios.
        let folder = FilePath.join(root ?? ".", "Scenarios")
        guard let base = FileSystem.realPath(FileSystem.isFolder(folder) ? folder : root ?? "/dev/null"),
            FileSystem.isFolder(base)
        else { return [] }
        let paths = DocumentSearch.documents(at: base).filter { !$0.lowercased().hasSuffix(".har") }
        return paths.prefix(maximumScenarios).map { listing($0, in: base, options) }
    }

    private static func listing(
        _ file: String,
        in folder: String,
        _ options: ScenarioFiles.Options
    ) -> ControlServer.ScenarioListing {
        let loaded = DocumentLoading.load([file], options)
        let errors = loaded.diagnostics.count { $0.severity == .error }
        let path = String(decoding: file.utf8.dropFirst(folder.utf8.count + 1), as: UTF8.self)
        return ControlServer.ScenarioListing(
            file: file,
            path: path,
            name: loaded.scenario?.name ?? FilePath.stem(of: file),
            summary: loaded.scenario?.summary ?? "",
            endpointCount: loaded.scenario?.endpoints.count ?? 0,
            errorCount: loaded.scenario == nil ? max(1, errors) : errors
        )
    }

    /// The results of URLSession by the numbers of faults, from the table of faults of the documentation.
    static var faultResults: [String: String] {
        let table = String(decoding: PackageResources.FaultTable_md, as: UTF8.self)
        var results: [String: String] = [:]
        for line in table.split(separator: "\n") where line.hasPrefix("| F") {
            let cells = line.split(separator: "|").map { $0.trimmingSpaces }
            guard cells.count > 2, let id = cells[0].split(separator: " ").first else { continue }
            results[String(id)] = sentence(String(cells[2]))
        }
        return results
    }

    /// The names of the codes of `URLError`.
    private static let names = [
        "-1": "unknown", "-1001": "timedOut", "-1002": "unsupportedURL", "-1004": "cannotConnectToHost",
        "-1005": "networkConnectionLost", "-1007": "httpTooManyRedirects", "-1011": "badServerResponse",
    ]

    /// Returns a sentence about a cell of the table: `` `-1005` (1/1)``.
    private static func sentence(_ cell: String) -> String? {
        guard let numbers = cell.lastIndex(of: "("), cell != "–" else { return nil }
        let results = cell[..<numbers].split(separator: ";").map { part -> String in
            let text = part.filter { $0 != "`" && $0 != "*" }.trimmingSpaces
            return names[text].map { "URLError \(text) (\($0))" } ?? text
        }
        return results.joined(separator: ", then ") + ", measured on Linux"
    }
}

extension StringProtocol {
    /// The text without spaces at its ends.
    fileprivate var trimmingSpaces: String {
        var text = Substring(self)
        while text.last == " " { text.removeLast() }
        return String(text.drop { $0 == " " })
    }
}
