import Rehearsal
import RehearsalDocuments
import RehearsalImport
import RehearsalPlatform

/// `rehearsal import`.
struct ImportCommand: Sendable {
    static let command = Command(
        name: "import",
        summary: "makes scenarios of the files of other tools, and says what they lose",
        operands: "FILE|FOLDER…",
        discussion: """
            Reads WireMock mappings, Mockoon environments, Hoverfly simulations, mountebank imposters and HAR
            recordings. Which tool wrote a file is told by what is in it. In a folder every *.json and *.har is read at
            any depth; one with mappings and __files in it is one WireMock, and becomes one scenario.

            Each file gets a report: imported whole; imported with differences, each with its place, what is there and
            what was done instead; or refused, with the reason. What a scenario cannot say the same way is never left
            out without a word, and what would answer the wrong requests is not imported.

            Each scenario is a document NAME.jsonc to go on with, in Scenarios where there is such a folder; large
            bodies are files beside it, in a folder of its name. Of a HAR, the recording is written anew as record
            writes one, its secrets taken out, and the scenario is derived from it. A FILE after --into takes them all:
            states of the same name in different files are kept apart. Nothing that is there is written over without
            --force.
            """,
        options: fields.map(\.option),
        examples: [
            "rehearsal import wiremock": "a folder with mappings/ and __files/",
            "rehearsal import shop.json --into Scenarios": "one file, whatever tool wrote it",
            "rehearsal import a.json b.json --into all.jsonc": "several, as one scenario",
            "rehearsal import --json stubs | jq .notes": "the reports, for a script",
        ],
        exits: [
            .held: "all was imported, whole or with differences that are named",
            .failed: "something was refused",
            .couldNot: "a file is there already, or cannot be written",
            .usage: "the command line is wrong",
        ],
        run: { arguments, terminal throws(UsageError) in try Self(arguments, terminal).run() }
    )

    private static let fields: [OptionField<ImportCommand>] = [
        OptionField("into", "FOLDER|FILE", \.destination) { ImportDestination($0) }
            .help("where the scenarios go; a name in .jsonc or .json is one file for all"),
        OptionField("from", "TOOL", \.format) { name throws(UsageError) in try format(name) }
            .help("which tool wrote the files: wiremock, mockoon, hoverfly, mountebank, har"),
        .flag("force", \.writesOver).help("writes over files that are there already"),
        .flag("json", \.isJSON).help("prints the report of each file as a line of JSON"),
    ]

    private let paths: [String]
    private var format: ImportFormat?
    private var destination = ImportDestination(nil)
    private var writesOver = false
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
            "no files of \"\(name.printable)\" are read",
            name,
            nearestOf: names,
            otherwise: "the tools are \(names.joined(separator: ", "))"
        )
    }

    func run() throws(UsageError) -> ExitStatus {
        let sources = ImportSources(paths)
        if let missing = sources.missing.first {
            let isFolder = FileSystem.isFolder(missing)
            throw UsageError(
                isFolder
                    ? "there is no *.json or *.har in \(missing.printable)" : "there is no file \(missing.printable)",
                hint: "name the files of another tool, or a folder with them"
            )
        }
        var importing = Importing(format: format)
        var documents: [ImportedDocument] = []
        for unit in sources.units {
            importing.add(unit)
            if destination.name == nil { documents += importing.takeDocuments() }
        }
        if let name = destination.name { importing.merge(into: name) }
        documents += importing.takeDocuments()
        let written = write(documents)
        for report in importing.reports {
            if isJSON {
                terminal.write(report.json)
            } else {
                for line in report.lines { terminal.write(line) }
            }
        }
        if !isJSON, importing.reports.count > 1 { terminal.write(ImportReport.total(of: importing.reports)) }
        guard let written else { return .couldNot }
        return conclude(Array(zip(written, documents.map(\.remark))), importing)
    }

    /// Writes every document with what stands beside it.
    ///
    /// - Returns: the paths of the documents; nil if one could not be written, and said, with what was written before.
    private func write(_ documents: [ImportedDocument]) -> [String]? {
        let files = documents.flatMap { document -> [(path: String, bytes: [UInt8])] in
            document.bodies.map { (path: destination.path(beside: $0.path), bytes: $0.bytes) }
                + [(destination.path(for: document.name), Array(document.text.utf8))]
        }
        let there = writesOver ? [] : files.map(\.path).filter { FileSystem.realPath($0) != nil }
        guard there.isEmpty else {
            for path in there { terminal.complain("\(path) is there already, and is left as it is") }
            terminal.writeError(
                "  nothing was written: choose another place with --into, or write over it with --force"
            )
            return nil
        }
        for (index, file) in files.enumerated() where !write(file.bytes, to: file.path) {
            let written = files.prefix(index).map(\.path)
            terminal.writeError(
                written.isEmpty ? "  nothing was written" : "  written before that: \(written.joined(separator: ", "))"
            )
            return nil
        }
        return documents.map { destination.path(for: $0.name) }
    }

    private func write(_ bytes: [UInt8], to path: String) -> Bool {
        Self.makeFolder(path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ".")
        do throws(Descriptor.OpenError) {
            let file = writesOver ? try Descriptor.create(path, .byUmask) : try Descriptor.createNew(path, .byUmask)
            defer { file.close() }
            guard let incomplete = file.complete(path, with: bytes) else { return true }
            terminal.complain(incomplete.sentence)
        } catch {
            terminal.complain(
                error.isThere ? "\(path) is there already, and is left as it is" : "\(error)",
                hint: error.isThere ? "choose another place with --into, or write over it with --force" : nil
            )
        }
        return false
    }

    /// Makes a folder with those around it; what could not be made is told when a file in it cannot be written.
    private static func makeFolder(_ path: String) {
        var made = path.hasPrefix("/") ? "" : "."
        for name in path.split(separator: "/") {
            made += "/\(name)"
            mkdir(made, 0o777)
        }
    }

    private func conclude(_ written: [(path: String, remark: String?)], _ importing: Importing) -> ExitStatus {
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
        return hasErrors || importing.hasRefusals ? .failed : .held
    }
}

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
