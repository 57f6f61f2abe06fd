import Rehearsal
import RehearsalPlatform

extension DocumentReader {
    /// The files that a reference may mean; a document that is no file has none.
    mutating func files(for node: JSONDocument.Node) -> FileLibrary? {
        if library == nil {
            let message = "this scenario is part of the program and cannot refer to files"
            report(.missingFile, at: node.range, message, hint: "write the content into it")
        }
        return library
    }

    /// The first candidate that is a file inside the root; what is wrong otherwise is said.
    mutating func locate(
        _ name: String,
        _ candidates: [String],
        at node: JSONDocument.Node,
        in library: FileLibrary,
    ) -> (shown: String, real: String)? {
        switch library.root.resolve(candidates) {
        case .found(let shown, let real):
            return (shown, real)
        case .outside:
            let message =
                "\(name.quoted) is outside of \(library.root.path.quoted), where this scenario's files have to be"
            report(.outsideRoot, at: node.range, message, hint: "move it there, or name another folder with --root")
        case .missing where candidates.contains { FileSystem.isFolder($0) && library.root.contains(folder: $0) }:
            report(.missingFile, at: node.range, "\(name.quoted) is a folder: name a file in it")
        case .missing:
            // Only what the document may refer to is worth a hint, and nobody is told what else there is.
            let folders = Set(candidates.map(FileName.folder)).filter(library.root.contains(folder:))
            let others = folders.flatMap { FileSystem.names(in: $0) }
            let near = NearestName.of(FileName.last(of: candidates.first ?? name), in: others.sorted())
            let looked = candidates.count > 1 ? " (looked for \(candidates.map(\.quoted).joined(separator: ", ")))" : ""
            let hint = near.map { "did you mean \($0.quoted)?" }
            report(.missingFile, at: node.range, "there is no file \(name.quoted)\(looked)", hint: hint)
        }
        return nil
    }

    /// Where a document or recording of that name may be: beside this one, then where the root keeps them.
    func candidates(for name: String, in root: ScenarioRoot) -> [String] {
        let folder = FileName.folder(of: source.path)
        let beside = FileName.join(folder, name)
        if ["jsonc", "json", "har"].contains(FileName.pathExtension(of: name)) { return [beside] }
        return [".jsonc", ".json", ".har"].map { beside + $0 }
            + [".jsonc", ".json"].map { root.shown("Scenarios/" + name + $0, besideFolder: folder) }
            + [root.shown("Recordings/" + name + ".har", besideFolder: folder)]
    }

    /// The reply of one recorded exchange: `"users/list"`, or `{ "har": "users", "get": "/users?page=2" }`.
    mutating func recordedReply(_ node: JSONDocument.Node) -> Scenario.Reply? {
        switch node.kind {
        case .string:
            guard let name = node.string, let slash = name.lastIndex(of: "/"), slash != name.startIndex else {
                let message = "a recording is named with its file and its entry, found \((node.string ?? "").quoted)"
                report(
                    .badValue,
                    at: node.range,
                    message,
                    hint: #"write "users/list" for "list" in Recordings/users.har"#
                )
                return nil
            }
            let entryName = String(name[name.index(after: slash)...])
            guard let recording = recording(String(name[..<slash]), at: node) else { return nil }
            if let entry = recording.entries.first(where: { $0.name == entryName }) { return entry.reply }
            missing(entryName, among: recording.entries.compactMap(\.name), at: node)
            return nil
        case .object:
            return recordedReply(byTarget: node)
        default:
            wrongType(node, expected: "a string or an object", in: "\"recording\"")
            return nil
        }
    }

    private mutating func recordedReply(byTarget node: JSONDocument.Node) -> Scenario.Reply? {
        guard let fields = fields(of: node, .recording) else { return nil }
        let methods = fields.members(KnownKeys.methods)
        let method = methods.first.map { $0.name.uppercased() } ?? string(fields["method"], in: "\"method\"")
        let target = string(methods.first?.value ?? fields["path"], in: methods.first?.name.quoted ?? "\"path\"")
        let har = string(fields["har"], in: "\"har\"")
        guard let har, let method, let target, methods.count < 2 else {
            if fields["har"] == nil || methods.count != 1 && fields["method"] == nil {
                let hint = #"write { "har": "users", "get": "/users?page=2" }"#
                report(
                    .missingKey,
                    at: node.range.prefix(1),
                    "a recording needs its file and one request in it",
                    hint: hint
                )
            }
            return nil
        }
        guard let harNode = fields["har"], let recording = recording(har, at: harNode) else { return nil }
        let wanted = "\(method) \(target)"
        if let entry = recording.entries.first(where: { $0.requestLine == wanted }) { return entry.reply }
        let isQueryElse = { (entry: Recording.Entry) in
            entry.method.rawValue == method && entry.path == target.prefix { $0 != "?" }
        }
        let near = recording.entries.first(where: isQueryElse).map { "did you mean \($0.requestLine.quoted)?" }
        missing(wanted, among: recording.entries.map(\.requestLine), at: node, hint: near)
        return nil
    }

    private mutating func missing(
        _ name: String,
        among names: [String],
        at node: JSONDocument.Node,
        hint near: String? = nil,
    ) {
        let some = names.prefix(5).map(\.quoted).joined(separator: ", ")
        let hint =
            near ?? NearestName.hint(for: name, in: names.prefix(1000)) ?? (names.isEmpty ? nil : "it has \(some)")
        report(.badValue, at: node.range, "the recording has no entry \(name.quoted)", hint: hint)
    }

    private mutating func recording(_ name: String, at node: JSONDocument.Node) -> Recording? {
        guard let library = files(for: node) else { return nil }
        let folder = FileName.folder(of: source.path)
        let isPath = FileName.pathExtension(of: name) == "har"
        let candidates =
            isPath
            ? [FileName.join(folder, name)]
            : [
                library.root.shown("Recordings/" + name + ".har", besideFolder: folder),
                FileName.join(folder, name + ".har"),
            ]
        guard let found = locate(isPath ? name : name + ".har", candidates, at: node, in: library) else { return nil }
        return library.recording(shown: found.shown, real: found.real)
    }
}

extension Recording.Entry {
    /// `GET /users?page=2`.
    fileprivate var requestLine: String { "\(method.rawValue) \(path)" + (query.map { "?" + $0 } ?? "") }
}
