import Rehearsal
import RehearsalDocuments
import RehearsalImport
import RehearsalPlatform

/// The `rehearsal import` command, which converts files of other tools to scenarios.
struct ImportCommand: Sendable {
    static let command = Command(
        name: "import",
        summary: "convert files of OpenAPI, WireMock, Mockoon and other tools to scenarios",
        operands: "FILE|FOLDER…",
        description: """
            Reads OpenAPI documents, WireMock mappings, Mockoon environments, Hoverfly simulations, mountebank imposters
            and HAR recordings, and detects the tool from the contents of each file. In a folder it reads every *.json,
            *.yaml, *.yml and *.har at any depth. A folder with mappings and __files is one WireMock project and becomes one scenario.

            Each file gets a report: imported completely; imported with differences, each with its position, the
            problem and the consequence; imported in part; or refused, with the reason. Everything that a scenario
            cannot express is reported, and an endpoint that would answer the wrong requests is not imported.

            Each scenario is written to an editable document NAME.jsonc, in the folder Scenarios if it exists, and its
            large bodies to files in a folder NAME beside it. A HAR is rewritten in the form that record writes, with
            secrets redacted, and the scenario is derived from it. --into FILE merges everything into one document;
            states of the same name in different files stay separate. Existing files are not overwritten without
            --force.
            """,
        options: fields.map(\.option),
        examples: [
            "rehearsal import wiremock": "a WireMock folder with mappings/ and __files/",
            "rehearsal import api.yaml": "an OpenAPI document: an endpoint for each operation",
            "rehearsal import shop.json --into Scenarios": "one file of any supported tool",
            "rehearsal import a.json b.json --into all.jsonc": "several files, merged into one scenario",
            "rehearsal import --json stubs | jq .notes": "the reports as JSON, for a script",
        ],
        exitStatuses: [
            .success: "every file was imported, completely or with reported differences",
            .failed: "a part of a file was refused, or an imported scenario has errors",
            .unavailable: "an output file exists already, or cannot be written",
            .usage: "the command line is not valid",
        ],
        run: { arguments, terminal throws(UsageError) in try Self(arguments, terminal).run() }
    )

    private static let fields: [OptionField<ImportCommand>] = [
        OptionField("into", "FOLDER|FILE", \.destination) { ImportDestination($0) }
            .help("the folder to write the scenarios to, or a .jsonc or .json file that merges all of them"),
        OptionField("from", "TOOL", \.format) { name throws(UsageError) in try format(name) }
            .help(
                "the tool that wrote the files: wiremock, mockoon, hoverfly, mountebank, har, openapi",
                standard: "detected"
            ),
        .flag("force", \.overwrites).help("overwrite existing files"),
        .flag("json", \.isJSON).help("print the report of each file as one line of JSON"),
    ]

    private let paths: [String]
    private var format: ImportFormat?
    private var destination = ImportDestination(nil)
    private var overwrites = false
    private var isJSON = false
    private let terminal: Terminal

    init(_ arguments: Arguments, _ terminal: Terminal) throws(UsageError) {
        (paths, self.terminal) = (arguments.operands, terminal)
        guard !paths.isEmpty else {
            throw UsageError("import needs a file or a folder", hint: "try: rehearsal import wiremock/mappings")
        }
        try arguments.read(Self.fields, into: &self)
    }

    private static func format(_ name: String) throws(UsageError) -> ImportFormat {
        if let format = ImportFormat(rawValue: name.lowercased()) { return format }
        let names = ImportFormat.allCases.map(\.rawValue)
        throw UsageError(
            "unknown tool \"\(name.printable)\" in --from",
            name,
            nearestOf: names,
            otherwise: "the supported tools are \(names.joined(separator: ", "))"
        )
    }

    func run() throws(UsageError) -> ExitStatus {
        let sources = ImportInputs(paths)
        if let missing = sources.missing.first {
            let isFolder = FileSystem.isFolder(missing)
            throw UsageError(
                isFolder
                    ? "\(missing.printable) contains no *.json, *.yaml, *.yml or *.har"
                    : "\(missing.printable) does not exist",
                hint: "name files of another tool, or a folder that contains them"
            )
        }
        var batch = ImportBatch(format: format)
        var documents: [ImportedDocument] = []
        for unit in sources.units {
            batch.add(unit)
            if destination.name == nil { documents += batch.removeDocuments() }
        }
        if let name = destination.name { batch.merge(into: name) }
        documents += batch.removeDocuments()
        let written = write(documents)
        for report in batch.reports {
            if isJSON {
                terminal.write(report.json)
            } else {
                for line in report.lines { terminal.write(line) }
            }
        }
        if !isJSON, batch.reports.count > 1 { terminal.write(ImportReport.total(of: batch.reports)) }
        guard let written else { return .unavailable }
        return conclude(Array(zip(written, documents.map(\.extensionReason))), batch)
    }

    /// Writes every document and its body files.
    ///
    /// - Returns: the paths of the documents; nil if a file cannot be written. The error and the files already written
    ///   are reported.
    private func write(_ documents: [ImportedDocument]) -> [String]? {
        let files = documents.flatMap { document -> [(path: String, bytes: [UInt8])] in
            document.bodies.map { (path: destination.path(beside: $0.path), bytes: $0.bytes) }
                + [(destination.path(for: document.name), Array(document.text.utf8))]
        }
        let existingPaths = overwrites ? [] : files.map(\.path).filter { FileSystem.realPath($0) != nil }
        guard existingPaths.isEmpty else {
            for path in existingPaths { terminal.reportError("\(path) exists already and is not changed") }
            terminal.writeError(
                "  nothing was written: choose another path with --into, or overwrite the files with --force"
            )
            return nil
        }
        for (index, file) in files.enumerated() where !write(file.bytes, to: file.path) {
            let written = files.prefix(index).map(\.path)
            terminal.writeError(
                written.isEmpty
                    ? "  nothing was written" : "  files written before the error: \(written.joined(separator: ", "))"
            )
            return nil
        }
        return documents.map { destination.path(for: $0.name) }
    }

    private func write(_ bytes: [UInt8], to path: String) -> Bool {
        Self.makeFolder(path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ".")
        do throws(Descriptor.OpenError) {
            let file = overwrites ? try Descriptor.create(path, .byUmask) : try Descriptor.createNew(path, .byUmask)
            defer { file.close() }
            guard let incomplete = file.writeAll(path, with: bytes) else { return true }
            terminal.reportError(incomplete.sentence)
        } catch {
            terminal.reportError(
                error.fileExists ? "\(path) exists already and is not changed" : "\(error)",
                hint: error.fileExists ? "choose another path with --into, or overwrite the file with --force" : nil
            )
        }
        return false
    }

    /// Creates a folder and its parents. It ignores errors, because writing a file to the folder then fails with a
    /// message.
    private static func makeFolder(_ path: String) {
        var current = path.hasPrefix("/") ? "" : "."
        for name in path.split(separator: "/") {
            current += "/\(name)"
            mkdir(current, 0o777)
        }
    }

    private func conclude(_ written: [(path: String, remark: String?)], _ batch: ImportBatch) -> ExitStatus {
        var hasErrors = false
        for (path, remark) in written {
            let errors = ScenarioFiles.load([path]).diagnostics.filter { $0.severity == .error }
            for error in errors { terminal.writeError(error.text) }
            hasErrors = hasErrors || !errors.isEmpty
            if isJSON {
                let note = remark.map { [JSON.Member("note", .string($0))] } ?? []
                terminal.write(.object([.init("wrote", .string(path))] + note))
            } else {
                terminal.write("wrote \(path)")
                if let remark { terminal.write("  note: \(remark)") }
            }
        }
        if !isJSON, let first = written.first?.path {
            terminal.write("\nnext:\n  rehearsal lint \(first)\n  rehearsal serve \(first)")
        }
        return hasErrors || batch.hasRefusals ? .failed : .success
    }
}

/// The destination of imported scenarios.
enum ImportDestination: Sendable, Hashable {
    /// A folder that receives one document for each imported file, named after the file.
    case folder(String)
    /// A document that merges all imported files.
    case file(String)

    /// - Parameter text: the value of `--into`; nil for `Scenarios` if it exists, else the current folder.
    init(_ text: String?) {
        guard let text else {
            self = .folder(FileSystem.isFolder("Scenarios") ? "Scenarios" : ".")
            return
        }
        let isDocument = [".jsonc", ".json"].contains(where: text.hasSuffix) && !FileSystem.isFolder(text)
        self =
            isDocument ? .file(text) : .folder(text.count > 1 && text.hasSuffix("/") ? String(text.dropLast()) : text)
    }

    /// The folder to which all files are written.
    var folder: String {
        switch self {
        case .folder(let folder): folder
        case .file(let path): path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        }
    }

    /// The name of the merged document without its extension; nil for a folder.
    var name: String? {
        guard case .file(let path) = self else { return nil }
        let last = path.split(separator: "/").last.map(String.init) ?? path
        return last.lastIndex(of: ".").map { String(last[..<$0]) } ?? last
    }

    /// Returns the path of the document with a name.
    func path(for name: String) -> String {
        if case .file(let path) = self { return path }
        return folder == "." ? "\(name).jsonc" : "\(folder)/\(name).jsonc"
    }

    /// Returns the path of a file beside the document.
    func path(beside name: String) -> String { folder == "." ? name : "\(folder)/\(name)" }
}
