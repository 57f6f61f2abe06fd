import RehearsalPlatform

/// Where imported scenarios are written.
enum ImportDestination: Sendable, Hashable {
    /// One document for each, named after its file.
    case folder(String)
    /// One document for all.
    case file(String)

    /// - Parameter text: what was asked for; nil for `Scenarios` where it is, and the folder of work elsewhere.
    init(_ text: String?) {
        guard let text else {
            self = .folder(FileSystem.isFolder("Scenarios") ? "Scenarios" : ".")
            return
        }
        let isDocument = [".jsonc", ".json"].contains(where: text.hasSuffix) && !FileSystem.isFolder(text)
        self =
            isDocument ? .file(text) : .folder(text.count > 1 && text.hasSuffix("/") ? String(text.dropLast()) : text)
    }

    /// The folder that all of it is in.
    var folder: String {
        switch self {
        case .folder(let folder): folder
        case .file(let path): path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        }
    }

    /// What the one document is called; nil for a document for each.
    var name: String? {
        guard case .file(let path) = self else { return nil }
        let last = path.split(separator: "/").last.map(String.init) ?? path
        return last.lastIndex(of: ".").map { String(last[..<$0]) } ?? last
    }

    /// The path of a document of that name.
    func path(for name: String) -> String {
        if case .file(let path) = self { return path }
        return folder == "." ? "\(name).jsonc" : "\(folder)/\(name).jsonc"
    }

    /// The path of what stands beside the document.
    func path(beside name: String) -> String { folder == "." ? name : "\(folder)/\(name)" }
}
