package import Rehearsal
package import RehearsalOpenAPI
import RehearsalPlatform

/// An OpenAPI document with the files to which it refers.
package struct LoadedAPIDocument: Sendable {
    package let document: OpenAPIDocument
    /// The problems in all files, in the order of the files.
    package private(set) var diagnostics: [Diagnostic]
    /// The absolute paths, without links, of all files that were read.
    package let files: [String]

    /// The largest document that is read, 64 MiB.
    package static let sizeLimit = 64 << 20

    /// Reads a parsed document.
    ///
    /// - Parameters:
    ///   - identifier: the absolute path without links.
    ///   - root: the folder that must contain all files; nil if the document may refer to none.
    package init(_ source: SourceText, _ parsed: JSONDocument, identifier: String, root: ScenarioRoot?) {
        var syntaxErrors: [Diagnostic] = []
        let file = OpenAPIFile(path: source.path, identifier: identifier, document: parsed)
        document = OpenAPIDocument(file) { path, base in
            guard let root else { return .missing }
            return Self.load(FilePath.join(FilePath.folder(of: base.path), path), root, &syntaxErrors)
        }
        files = document.files.map(\.identifier)
        diagnostics = syntaxErrors
        diagnostics += diagnostics(of: document.problems)
    }

    /// Loads the document at a path.
    ///
    /// - Parameter rootPath: the folder that must contain all files; nil for the root of the file.
    /// - Returns: nil, after adding diagnostics, if the file cannot be read or is not an OpenAPI document.
    package static func load(
        _ path: String,
        root rootPath: String?,
        diagnostics: inout [Diagnostic]
    ) -> LoadedAPIDocument? {
        guard let real = FileSystem.realPath(path) else {
            let hint = NearestFile.hint(for: path)
            let message = "the file does not exist"
            diagnostics.append(Diagnostic(.error, .missingFile, path: path, message: message, hint: hint))
            return nil
        }
        let root = rootPath.flatMap { FileSystem.realPath($0) }.map { ScenarioRoot(path: $0) } ?? ScenarioRoot(of: real)
        do throws(FileSystem.Failure) {
            let source = SourceText(path: path, bytes: try FileSystem.read(real, limit: sizeLimit))
            guard let parsed = source.documentInItsSyntax(diagnostics: &diagnostics) else { return nil }
            let loaded = LoadedAPIDocument(source, parsed, identifier: real, root: root)
            diagnostics += loaded.diagnostics
            return loaded
        } catch {
            let code: Diagnostic.Code = if case .tooLarge = error { .tooLarge } else { .unreadableFile }
            diagnostics.append(Diagnostic(.error, code, path: path, message: error.message(about: path)))
            return nil
        }
    }

    private static func load(
        _ path: String,
        _ root: ScenarioRoot,
        _ diagnostics: inout [Diagnostic]
    ) -> OpenAPILoadResult {
        switch root.resolve([path]) {
        case .missing: return .missing
        case .outside: return .outside
        case .found(let shown, let real):
            do throws(FileSystem.Failure) {
                let source = SourceText(path: shown, bytes: try FileSystem.read(real, limit: sizeLimit))
                guard let parsed = source.documentInItsSyntax(diagnostics: &diagnostics) else { return .unreadable }
                return .found(OpenAPIFile(path: shown, identifier: real, document: parsed))
            } catch {
                let message = error.message(about: shown)
                diagnostics.append(Diagnostic(.error, .unreadableFile, path: shown, message: message))
                return .unreadable
            }
        }
    }

    /// Returns the document as a scenario, with the diagnostics of all files.
    func playedDocument() -> (document: ScenarioDocument, diagnostics: [Diagnostic]) {
        var content = ScenarioDocument()
        guard !document.hasErrors else { return (content, diagnostics) }
        let played = OpenAPIScenario(document)
        let summary = document.title.isEmpty ? document.summary : document.title
        content.summary = summary.isEmpty ? nil : summary
        let lines = SourceText(path: document.files[0].path, bytes: document.files[0].document.bytes)
        content.endpoints = played.endpoints.map { played in
            var endpoint = played.endpoint
            let place = played.operation.place
            let isInDocument = place.file == 0
            let line = isInDocument ? ":\(lines.line(of: place.range.lowerBound))" : ""
            endpoint.sourceLocation = document.files[place.file].path + line
            return endpoint
        }
        var found = diagnostics + diagnostics(of: played.problems)
        if content.endpoints.isEmpty {
            let message = "the document has no operation that can be played"
            let range = document.files[0].document.root.range.prefix(1)
            found.append(lines.diagnostic(.warning, .nothingToPlay, at: range, message))
        }
        return (content, found)
    }

    /// Notes on the callbacks, webhooks and links, which are not played.
    var unplayedParts: [Diagnostic] {
        let problems = document.unplayedParts.map { part in
            let message = "the \(part.kind.rawValue) \(part.name.quoted) is not played"
            return OpenAPIProblem(.warning, .unsupported, at: part.place, message)
        }
        return diagnostics(of: problems).map { diagnostic in
            var note = diagnostic
            note.severity = .note
            return note
        }
    }

    /// Returns the diagnostics for problems in the files of the document.
    package func diagnostics(of problems: [OpenAPIProblem]) -> [Diagnostic] {
        var sources: [Int: SourceText] = [:]
        return problems.map { problem in
            let number = problem.place.file
            let file = document.files[number]
            let source = sources[number] ?? SourceText(path: file.path, bytes: file.document.bytes)
            sources[number] = source
            let severity: Diagnostic.Severity = problem.severity == .error ? .error : .warning
            let range = problem.place.range
            return source.diagnostic(severity, problem.kind.code, at: range, problem.message, hint: problem.hint)
        }
    }
}

extension OpenAPIProblem.Kind {
    /// The code of the diagnostic for the problem.
    fileprivate var code: Diagnostic.Code {
        switch self {
        case .wrongType: .wrongType
        case .missingMember: .missingKey
        case .unknownMember: .unknownKey
        case .invalidValue: .badValue
        case .duplicate: .duplicateKey
        case .unsupported: .unsupported
        case .brokenReference: .brokenReference
        case .outsideReference: .outsideRoot
        case .tooLarge: .tooMany
        case .conversionLoss: .conversionLoss
        }
    }
}
