import Rehearsal
import RehearsalPlatform

/// Follows what documents extend, and puts their endpoints into layers.
///
/// Each file is read once. A document is finished after all that it extends, and what it extends is taken from the last
/// to the first, so the order of finishing, turned round, is the order in which layers are asked: each document before
/// what it extends, also where two of them extend the same third.
final class ScenarioLoader {
    private let options: ScenarioFiles.Options
    private var libraries: [ScenarioRoot: FileLibrary] = [:]
    private var finished: [Layer] = []
    private var known: Set<String> = []
    /// As somebody named them, in contrast to what they extend.
    private var named: Set<String> = []
    /// The documents that wait for what they extend, the one that was named first.
    private var open: [(real: String, shown: String)] = []
    private var diagnostics: [Diagnostic] = []

    /// Documents that extend documents; more is a mistake, and each costs a few frames of the stack.
    private static let mostOpen = 32

    private struct Layer {
        var document: ScenarioDocument
        var path: String
        var diagnostics: [Diagnostic]
    }

    init(options: ScenarioFiles.Options) { self.options = options }

    /// Loads a file that somebody named.
    func load(_ path: String) {
        named.insert(path)
        guard let real = FileSystem.realPath(path) else {
            let names = FileSystem.names(in: FileName.folder(of: path))
            let hint = NearestName.of(FileName.last(of: path), in: names)
                .map { "did you mean \(FileName.join(FileName.folder(of: path), $0).quoted)?" }
            fail(Diagnostic(.error, .missingFile, path: path, message: "there is no such file", hint: hint))
            return
        }
        var root = ScenarioRoot(of: real)
        if let wanted = options.root {
            guard let folder = FileSystem.realPath(wanted), FileSystem.isFolder(folder) else {
                fail(Diagnostic(.error, .missingFile, path: wanted, message: "the root is no folder"))
                return
            }
            root = ScenarioRoot(path: folder)
        }
        load(shown: path, real: real, library: library(of: root))
    }

    /// Loads a document that is no file; without a root it refers to none either.
    func load(text source: SourceText, root: ScenarioRoot?) {
        load(source, library: root.map(library))
    }

    private func library(of root: ScenarioRoot) -> FileLibrary {
        let library = libraries[root] ?? FileLibrary(root: root, options)
        libraries[root] = library
        return library
    }

    private func fail(_ diagnostic: Diagnostic) {
        if !diagnostics.contains(diagnostic) { diagnostics.insert(diagnostic, at: 0) }
    }

    private func load(shown: String, real: String, library: FileLibrary) {
        guard known.insert(real).inserted else { return }
        open.append((real, shown))
        defer { open.removeLast() }
        do throws(FileSystem.Failure) {
            let source = SourceText(path: shown, bytes: try FileSystem.read(real, limit: Recording.sizeLimit))
            load(source, library: library)
        } catch {
            let code: Diagnostic.Code = if case .tooLarge = error { .tooLarge } else { .unreadableFile }
            fail(Diagnostic(.error, code, path: shown, message: error.sentence(about: shown)))
        }
    }

    private func load(_ source: SourceText, library: FileLibrary?) {
        var found: [Diagnostic] = []
        let isNamedRecording = FileName.pathExtension(of: source.path) == "har"
        guard !isNamedRecording, let document = document(source, diagnostics: &found) else {
            if found.isEmpty {
                finish(recording: source, library: library)
            } else {
                finished.append(Layer(document: ScenarioDocument(), path: source.path, diagnostics: found))
            }
            return
        }
        let reader = DocumentReader(source, library: library)
        let content = DocumentFormat.read(document.root, by: reader)
        for extended in content.extends.reversed() { follow(extended, in: reader) }
        var findings = reader.findings
        if let proving = options.proving { findings += proving.document(source) }
        finished.append(Layer(document: content, path: source.path, diagnostics: findings))
    }

    /// The document, or nil without a diagnostic if it is a recording.
    private func document(_ source: SourceText, diagnostics: inout [Diagnostic]) -> JSONDocument? {
        if source.bytes.isEmpty {
            let message = "the file is empty: a scenario is { \"endpoints\": [ … ] }"
            diagnostics.append(Diagnostic(.error, .syntax, path: source.path, message: message))
            return nil
        }
        let options: JSONDocument.Options = [.relaxed, .allowsByteOrderMark]
        if source.bytes.count > ScenarioFiles.sizeLimit {
            if let document = try? JSONDocument(parsing: source.bytes, options: options), document.isRecording {
                return nil
            }
            let size = source.bytes.count >> 20
            let message = """
                the document has \(size) MiB, a scenario at most \(ScenarioFiles.sizeLimit >> 20): \
                move large bodies into files of their own ("file": …) or record them
                """
            diagnostics.append(Diagnostic(.error, .tooLarge, path: source.path, message: message))
            return nil
        }
        guard let document = source.document(options: options, diagnostics: &diagnostics) else { return nil }
        return document.isRecording ? nil : document
    }

    private func finish(recording source: SourceText, library: FileLibrary?) {
        var found: [Diagnostic] = []
        var document = ScenarioDocument()
        let recording = Recording.read(
            source,
            exact: options.isExact,
            today: options.today,
            root: library?.root,
            diagnostics: &found
        )
        if let recording {
            known.formUnion(recording.files)
            document.endpoints = recording.scenario(named: FileName.stem(of: source.path)).endpoints
            if let proving = options.proving {
                found += proving.recording(source, recording.files)
            }
        }
        finished.append(Layer(document: document, path: source.path, diagnostics: found))
    }

    private func follow(_ extended: ScenarioDocument.Extension, in reader: DocumentReader) {
        guard let library = reader.files(for: extended.node),
            let file = reader.locate(
                extended.name,
                reader.candidates(for: extended.name, in: library.root),
                at: extended.node,
                in: library,
            )
        else { return }
        if let start = open.firstIndex(where: { $0.real == file.real }) {
            let way = (open[start...].map(\.shown) + [file.shown]).joined(separator: " → ")
            reader.report(
                .cycle,
                at: extended.node.range,
                "this document extends itself: \(way)",
                hint: "remove one of them"
            )
        } else if open.count >= Self.mostOpen {
            let message = "more than \(Self.mostOpen) documents extend one another here"
            reader.report(.tooMany, at: extended.node.range, message, hint: "name what is needed directly")
        } else {
            load(shown: file.shown, real: file.real, library: library)
        }
    }

    /// All layers as one scenario, unless there is an error.
    func loaded(first path: String?) -> ScenarioFiles.Loaded {
        let layers = Array(finished.reversed())
        var all = diagnostics + layers.flatMap(\.diagnostics)
        for library in libraries.values.sorted(by: { $0.root.path < $1.root.path }) { all += library.diagnostics }
        // What holds a secret can be played all the same.
        guard let path, !all.contains(where: { $0.severity == .error && $0.code != .exposedSecret }) else {
            return ScenarioFiles.Loaded(scenario: nil, diagnostics: all, files: files)
        }
        let first = layers.first { $0.path == path }?.document
        var scenario = Scenario(first?.name ?? FileName.stem(of: path), endpoints: [])
        scenario.summary = first?.summary ?? ""
        scenario.seed = layers.lazy.compactMap(\.document.seed).first
        scenario.network = layers.lazy.compactMap(\.document.network).first ?? []
        scenario.cors = layers.lazy.compactMap(\.document.cors).first ?? false
        setPolicies(of: &scenario, layers.map(\.document))
        // Of a variable that several documents begin, the uppermost has the say.
        for member in layers.flatMap(\.document.state) where !scenario.state.contains(where: { $0.name == member.name })
        {
            scenario.state.append(member)
        }
        // What is expected while one document plays need not hold while another plays on top of it.
        scenario.expect = layers.filter { $0.path == path || named.contains($0.path) }.flatMap(\.document.expect)
        for (index, layer) in layers.enumerated() {
            scenario.endpoints += layer.document.endpoints.map { endpoint in
                var endpoint = endpoint
                endpoint.layer = index
                return endpoint
            }
        }
        if let proving = options.proving, let document = document(at: path, in: layers) {
            all += proving.scenario(document, scenario)
        }
        return ScenarioFiles.Loaded(scenario: scenario, diagnostics: all, files: files)
    }

    /// Of a policy that several documents have, the uppermost has the say; of collections, each path by itself.
    private func setPolicies(of scenario: inout Scenario, _ layers: [ScenarioDocument]) {
        scenario.auth = layers.lazy.compactMap(\.auth).first
        scenario.quotas = layers.lazy.compactMap(\.quotas).first ?? []
        scenario.idempotency = layers.lazy.compactMap(\.idempotency).first ?? []
        for (index, layer) in layers.enumerated() {
            let known = layers[..<index].flatMap(\.resources).map(\.path)
            scenario.resources += layer.resources.filter { !known.contains($0.path) }
        }
    }

    /// The document that was named, as a check needs it; nil for a recording.
    ///
    /// Checks leave out what it extends: those documents are checked where they are named.
    private func document(at path: String, in layers: [Layer]) -> Proving.Document? {
        guard let index = layers.firstIndex(where: { $0.path == path }), let root = layers[index].document.root else {
            return nil
        }
        return Proving.Document(
            root: root,
            path: path,
            layer: index,
            firstEndpoint: layers[..<index].reduce(0) { $0 + $1.document.endpoints.count },
            variables: layers[index].document.variables,
            others: layers.indices.filter { $0 != index }.compactMap { layers[$0].document.root?.document.bytes }
        )
    }

    private var files: [String] { (Array(known) + libraries.values.flatMap(\.files)).sorted() }
}

extension JSONDocument {
    /// Whether this is a HAR 1.2 rather than a scenario, whatever its file is called.
    fileprivate var isRecording: Bool { root["log"]?.kind == .object && root["endpoints"] == nil }
}
