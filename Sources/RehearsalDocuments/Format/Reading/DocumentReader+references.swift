import Rehearsal
import RehearsalPlatform

extension DocumentReader {
    /// Returns the files that a reference may name; reports an error and returns nil for a document that is not a file.
    func files(for node: JSONDocument.Node) -> FileCache? {
        if files == nil {
            let message = "this scenario is part of the program and cannot refer to files"
            report(.missingFile, at: node.range, message, hint: "write the content into the scenario")
        }
        return files
    }

    /// Returns the first candidate that is a file in the root; reports an error and returns nil if there is none.
    func locate(
        _ name: String,
        _ candidates: [String],
        at node: JSONDocument.Node,
        in library: FileCache,
    ) -> (shown: String, real: String)? {
        switch library.root.resolve(candidates) {
        case .found(let shown, let real):
            return (shown, real)
        case .outside:
            let message =
                "\(name.quoted) is outside of \(library.root.path.quoted), the root of this scenario"
            report(
                .outsideRoot,
                at: node.range,
                message,
                hint: "move the file into the root, or name another root with --root"
            )
        case .missing where candidates.contains { FileSystem.isFolder($0) && library.root.contains(folder: $0) }:
            report(.missingFile, at: node.range, "\(name.quoted) is a folder: name a file in it")
        case .missing:
            // Hints name only files inside of the root, so that messages do not reveal other files.
            let folders = Set(candidates.map(FilePath.folder)).filter(library.root.contains(folder:))
            let others = folders.flatMap { FileSystem.names(in: $0) }
            let near = NearestName.of(FilePath.lastComponent(of: candidates.first ?? name), in: others.sorted())
            let searchedPaths =
                candidates.count > 1 ? " (searched for \(candidates.map(\.quoted).joined(separator: ", ")))" : ""
            let hint = near.map { "did you mean \($0.quoted)?" }
            report(.missingFile, at: node.range, "the file \(name.quoted) does not exist\(searchedPaths)", hint: hint)
        }
        return nil
    }

    /// Returns the paths at which a document or recording may be: beside this document, then in folders of the root.
    func candidates(for name: String, in root: ScenarioRoot) -> [String] {
        let folder = FilePath.folder(of: source.path)
        let beside = FilePath.join(folder, name)
        if ["jsonc", "json", "har"].contains(FilePath.pathExtension(of: name)) { return [beside] }
        return [".jsonc", ".json", ".har"].map { beside + $0 }
            + [".jsonc", ".json"].map { root.displayPath("Scenarios/" + name + $0, besideFolder: folder) }
            + [root.displayPath("Recordings/" + name + ".har", besideFolder: folder)]
    }
}

extension DocumentValue {
    /// Returns a file beside the document as a body, with the media type of its extension.
    func file() -> Scenario.Body? {
        guard let name = string(), let library = reader.files(for: node) else { return nil }
        let candidates = [FilePath.join(FilePath.folder(of: reader.source.path), name)]
        guard let found = reader.locate(name, candidates, at: node, in: library) else { return nil }
        do throws(FileSystem.Failure) {
            return .bytes(try library.bytes(of: found.real), type: FileType.mediaType(of: found.real))
        } catch {
            reader.report(.unreadableFile, at: node.range, error.message(about: found.shown))
            return nil
        }
    }

    /// Returns the reply of a recorded exchange: `"users/list"`, or `{ "har": "users", "get": "/users?page=2" }`.
    func recordedReply() -> Scenario.Reply? {
        switch kind {
        case .string: recordedReply(named: node.string ?? "")
        case .object: recordedReplyToRequest()
        default: wrongType(expected: "a string or an object")
        }
    }

    private func recordedReply(named name: String) -> Scenario.Reply? {
        guard let slash = name.lastIndex(of: "/"), slash != name.startIndex else {
            let hint = #"write "users/list" for "list" in Recordings/users.har"#
            return reject("expected a recording in the form FILE/ENTRY, found \(name.quoted)", hint: hint)
        }
        guard let recording = recording(String(name[..<slash])) else { return nil }
        let entryName = String(name[name.index(after: slash)...])
        return recording.entries.first { $0.name == entryName }?.reply
            ?? noEntry(entryName, among: recording.entries.compactMap(\.name))
    }

    private func recordedReplyToRequest() -> Scenario.Reply? {
        guard let request = RecordingFormat.request.read(self), let recording = request.har?.recording(request.file)
        else { return nil }
        let requestLine = "\(request.method) \(request.target)"
        if let entry = recording.entries.first(where: { $0.requestLine == requestLine }) { return entry.reply }
        let near = recording.entries.first {
            $0.method.rawValue == request.method && $0.path == request.target.prefix { $0 != "?" }
        }
        let hint = near.map { "did you mean \($0.requestLine.quoted)?" }
        return noEntry(requestLine, among: recording.entries.map(\.requestLine), hint: hint)
    }

    private func noEntry<Value>(_ name: String, among names: [String], hint near: String? = nil) -> Value? {
        let examples = names.isEmpty ? nil : "it has \(names.prefix(5).map(\.quoted).joined(separator: ", "))"
        let hint = near ?? NearestName.hint(for: name, in: names.prefix(1000)) ?? examples
        return reject("the recording has no entry \(name.quoted)", hint: hint)
    }

    private func recording(_ name: String) -> Recording? {
        guard let library = reader.files(for: node) else { return nil }
        let folder = FilePath.folder(of: reader.source.path)
        let isPath = FilePath.pathExtension(of: name) == "har"
        let candidates =
            isPath
            ? [FilePath.join(folder, name)]
            : [
                library.root.displayPath("Recordings/" + name + ".har", besideFolder: folder),
                FilePath.join(folder, name + ".har"),
            ]
        let found = reader.locate(isPath ? name : name + ".har", candidates, at: node, in: library)
        return found.flatMap { library.recording(shown: $0.shown, real: $0.real) }
    }
}

extension Recording.Entry {
    /// The method and target: `GET /users?page=2`.
    fileprivate var requestLine: String { "\(method.rawValue) \(path)" + (query.map { "?" + $0 } ?? "") }
}
