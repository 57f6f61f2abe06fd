import Rehearsal
import RehearsalOpenAPI
import RehearsalPlatform

/// A loader of documents and of the documents that they extend, which orders their endpoints into layers.
///
/// Loading is a depth-first traversal that reads each file once. A document is finished after the documents that it
/// extends, which are visited from the last to the first. The reverse order of finishing is the order of precedence.
/// A document therefore precedes every document that it extends, even one that several documents extend.
final class ScenarioLoader {
    private let options: ScenarioFiles.Options
    private var libraries: [ScenarioRoot: FileCache] = [:]
    private var finishedLayers: [Layer] = []
    /// The first OpenAPI document that is played.
    private var playedAPI: LoadedAPIDocument?
    /// The absolute paths, without links, of the files that were loaded.
    private var loadedPaths: Set<String> = []
    /// The paths that the caller named, in contrast to those that documents extend.
    private var named: Set<String> = []
    /// The chain of documents whose extensions are being loaded, from the one that the caller named.
    private var chain: [(real: String, shown: String)] = []
    private var diagnostics: [Diagnostic] = []

    /// The maximum number of documents in a chain of extensions; each document uses a few stack frames.
    private static let maxChainLength = 32

    private struct Layer {
        var document: ScenarioDocument
        var path: String
        var diagnostics: [Diagnostic]
    }

    init(options: ScenarioFiles.Options) { self.options = options }

    /// Loads a file that the caller named.
    func load(_ path: String) {
        named.insert(path)
        guard let real = FileSystem.realPath(path) else {
            let hint = NearestFile.hint(for: path)
            fail(Diagnostic(.error, .missingFile, path: path, message: "the file does not exist", hint: hint))
            return
        }
        var root = ScenarioRoot(of: real)
        if let rootPath = options.root {
            guard let folder = FileSystem.realPath(rootPath), FileSystem.isFolder(folder) else {
                fail(
                    Diagnostic(
                        .error,
                        .missingFile,
                        path: rootPath,
                        message: "the root is not a folder",
                        hint: "name an existing folder with --root"
                    )
                )
                return
            }
            root = ScenarioRoot(path: folder)
        }
        load(shown: path, real: real, library: library(of: root))
    }

    /// Loads a document that is not a file; without a root it cannot refer to files.
    func load(text source: SourceText, root: ScenarioRoot?) {
        load(source, library: root.map(library))
    }

    private func library(of root: ScenarioRoot) -> FileCache {
        let library = libraries[root] ?? FileCache(root: root, options)
        libraries[root] = library
        return library
    }

    private func fail(_ diagnostic: Diagnostic) {
        if !diagnostics.contains(diagnostic) { diagnostics.insert(diagnostic, at: 0) }
    }

    private func load(shown: String, real: String, library: FileCache) {
        guard loadedPaths.insert(real).inserted else { return }
        chain.append((real, shown))
        defer { chain.removeLast() }
        do throws(FileSystem.Failure) {
            let source = SourceText(path: shown, bytes: try FileSystem.read(real, limit: Recording.sizeLimit))
            load(source, library: library)
        } catch {
            let code: Diagnostic.Code = if case .tooLarge = error { .tooLarge } else { .unreadableFile }
            fail(Diagnostic(.error, code, path: shown, message: error.message(about: shown)))
        }
    }

    private func load(_ source: SourceText, library: FileCache?) {
        var found: [Diagnostic] = []
        let isNamedRecording = FilePath.pathExtension(of: source.path) == "har"
        guard !isNamedRecording, let document = document(source, diagnostics: &found) else {
            if found.isEmpty {
                finish(recording: source, library: library)
            } else {
                finishedLayers.append(Layer(document: ScenarioDocument(), path: source.path, diagnostics: found))
            }
            return
        }
        guard !OpenAPIDocument.isDocument(document.root) else {
            return finish(api: source, document, root: library?.root)
        }
        let reader = DocumentReader(source, library: library)
        let content = DocumentFormat.read(document.root, by: reader)
        for extended in content.extends.reversed() { follow(extended, in: reader) }
        var findings = reader.findings
        if let checks = options.linting { findings += checks.document(source) }
        finishedLayers.append(Layer(document: content, path: source.path, diagnostics: findings))
    }

    /// Parses a document; returns nil without a diagnostic if it is a recording.
    private func document(_ source: SourceText, diagnostics: inout [Diagnostic]) -> JSONDocument? {
        if source.bytes.isEmpty {
            let message = "the file is empty: a scenario is { \"endpoints\": [ … ] }"
            diagnostics.append(Diagnostic(.error, .syntax, path: source.path, message: message))
            return nil
        }
        if APIDocumentSyntax(of: source) == .yaml { return yamlDocument(source, diagnostics: &diagnostics) }
        let options: JSONDocument.Options = [.relaxed, .allowsByteOrderMark]
        if source.bytes.count > ScenarioFiles.sizeLimit {
            if let document = try? JSONDocument(parsing: source.bytes, options: options) {
                if document.isRecording { return nil }
                if OpenAPIDocument.isDocument(document.root) { return document }
            }
            let size = source.bytes.count >> 20
            let message = """
                the document has \(size) MiB; the limit is \(ScenarioFiles.sizeLimit >> 20) MiB: \
                move large bodies into files of their own ("file": …) or into a recording
                """
            diagnostics.append(Diagnostic(.error, .tooLarge, path: source.path, message: message))
            return nil
        }
        guard let document = source.document(options: options, diagnostics: &diagnostics) else { return nil }
        return document.isRecording ? nil : document
    }

    /// Parses a document in YAML, which must be an OpenAPI document.
    private func yamlDocument(_ source: SourceText, diagnostics: inout [Diagnostic]) -> JSONDocument? {
        guard let document = source.yamlDocument(diagnostics: &diagnostics) else { return nil }
        guard !OpenAPIDocument.isDocument(document.root) else { return document }
        diagnostics.append(
            source.diagnostic(
                .error,
                .badValue,
                at: document.root.range.prefix(1),
                "a YAML file is played only if it is an OpenAPI document",
                hint: "write \"openapi: 3.1.0\" at the top level, or write a scenario as JSON"
            )
        )
        return nil
    }

    private func finish(api source: SourceText, _ parsed: JSONDocument, root: ScenarioRoot?) {
        let identifier = chain.last?.real ?? source.path
        let loaded = LoadedAPIDocument(source, parsed, identifier: identifier, root: root)
        if identifier != source.path { loadedPaths.formUnion(loaded.files) }
        playedAPI = playedAPI ?? loaded
        var (document, found) = loaded.playedDocument()
        document.name = FilePath.stem(of: source.path)
        if let checks = options.linting { found += loaded.unplayedParts + checks.api(loaded) }
        finishedLayers.append(Layer(document: document, path: source.path, diagnostics: found))
    }

    private func finish(recording source: SourceText, library: FileCache?) {
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
            loadedPaths.formUnion(recording.files)
            document.endpoints = recording.scenario(named: FilePath.stem(of: source.path)).endpoints
            if let checks = options.linting {
                found += checks.recording(source, recording.files)
            }
        }
        finishedLayers.append(Layer(document: document, path: source.path, diagnostics: found))
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
        if let start = chain.firstIndex(where: { $0.real == file.real }) {
            let names = (chain[start...].map(\.shown) + [file.shown]).joined(separator: " → ")
            reader.report(
                .cycle,
                at: extended.node.range,
                "this document extends itself: \(names)",
                hint: "remove one of these references"
            )
        } else if chain.count >= Self.maxChainLength {
            let message = "this chain of extended documents has more than \(Self.maxChainLength) documents"
            reader.report(
                .tooMany,
                at: extended.node.range,
                message,
                hint: "extend the needed documents directly, instead of through other documents"
            )
        } else {
            load(shown: file.shown, real: file.real, library: library)
        }
    }

    /// Returns all layers as one scenario; without the scenario if there is an error other than an exposed secret.
    func result(first path: String?) -> ScenarioFiles.LoadResult {
        let layers = Array(finishedLayers.reversed())
        var all = diagnostics + layers.flatMap(\.diagnostics)
        for library in libraries.values.sorted(by: { $0.root.path < $1.root.path }) { all += library.diagnostics }
        let contract = contract(of: layers, diagnostics: &all)
        // A secret in a document does not prevent the server from playing it.
        guard let path, !all.contains(where: { $0.severity == .error && $0.code != .exposedSecret }) else {
            return ScenarioFiles.LoadResult(scenario: nil, diagnostics: all, files: files)
        }
        let first = layers.first { $0.path == path }?.document
        var scenario = Scenario(first?.name ?? FilePath.stem(of: path), endpoints: [])
        scenario.summary = first?.summary ?? ""
        scenario.seed = layers.lazy.compactMap(\.document.seed).first
        scenario.network = layers.lazy.compactMap(\.document.network).first ?? []
        scenario.cors = layers.lazy.compactMap(\.document.cors).first ?? false
        setPolicies(of: &scenario, layers.map(\.document))
        // The uppermost document that gives an initial value to a variable takes precedence.
        for member in layers.flatMap(\.document.state) where !scenario.state.contains(where: { $0.name == member.name })
        {
            scenario.state.append(member)
        }
        // Expectations of an extended document need not hold for the document that extends it.
        scenario.expect = layers.filter { $0.path == path || named.contains($0.path) }.flatMap(\.document.expect)
        for (index, layer) in layers.enumerated() {
            scenario.endpoints += layer.document.endpoints.map { endpoint in
                var endpoint = endpoint
                endpoint.layer = index
                return endpoint
            }
        }
        if let checks = options.linting, let document = document(at: path, in: layers) {
            all += checks.scenario(document, contract, scenario)
        }
        let files = files + (contract?.files ?? [])
        return ScenarioFiles.LoadResult(
            scenario: scenario,
            diagnostics: all,
            contract: contract,
            playedAPI: playedAPI,
            files: files
        )
    }

    /// Loads the contract that the caller named, or that of the uppermost document with one.
    ///
    /// Warnings about the contract are reported only by `lint`.
    private func contract(of layers: [Layer], diagnostics: inout [Diagnostic]) -> LoadedAPIDocument? {
        let reference = layers.lazy.compactMap(\.document.contract).first
        guard let path = options.contract ?? reference?.path else { return nil }
        var found: [Diagnostic] = []
        let root = options.contract == nil ? reference?.root : options.root
        let contract = LoadedAPIDocument.load(path, root: root, diagnostics: &found)
        diagnostics += options.linting == nil ? found.filter { $0.severity == .error } : found
        return contract
    }

    /// Sets each policy from the uppermost document that has it; collections are merged by path.
    private func setPolicies(of scenario: inout Scenario, _ layers: [ScenarioDocument]) {
        scenario.auth = layers.lazy.compactMap(\.auth).first
        scenario.quotas = layers.lazy.compactMap(\.quotas).first ?? []
        scenario.idempotency = layers.lazy.compactMap(\.idempotency).first ?? []
        for (index, layer) in layers.enumerated() {
            let knownPaths = layers[..<index].flatMap(\.resources).map(\.path)
            scenario.resources += layer.resources.filter { !knownPaths.contains($0.path) }
        }
    }

    /// Returns the document that the caller named, in the form for checks; nil for a recording.
    ///
    /// The documents that it extends are checked only if the caller names them.
    private func document(at path: String, in layers: [Layer]) -> LintChecks.Document? {
        guard let index = layers.firstIndex(where: { $0.path == path }), let root = layers[index].document.root else {
            return nil
        }
        return LintChecks.Document(
            root: root,
            path: path,
            layer: index,
            firstEndpoint: layers[..<index].reduce(0) { $0 + $1.document.endpoints.count },
            variables: layers[index].document.variables,
            others: layers.indices.filter { $0 != index }.compactMap { layers[$0].document.root?.document.bytes }
        )
    }

    private var files: [String] { (Array(loadedPaths) + libraries.values.flatMap(\.files)).sorted() }
}

extension JSONDocument {
    /// Whether the document is a HAR 1.2 and not a scenario, independent of the file's name.
    fileprivate var isRecording: Bool { root["log"]?.kind == .object && root["endpoints"] == nil }
}
