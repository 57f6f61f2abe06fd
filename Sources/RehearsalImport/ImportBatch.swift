package import Rehearsal
package import RehearsalDocuments
import RehearsalOpenAPI

/// A conversion of files of other tools to scenarios, with a report on each file.
package struct ImportBatch {
    /// The reports on the files, in the order in which the files were read.
    package private(set) var reports: [ImportReport] = []
    package private(set) var scenarios: [ImportedScenario] = []
    private let format: ImportFormat?
    /// The lower-case names of the scenarios, to keep names unique in file systems that ignore case.
    private var usedNames: Set<String> = []

    /// The maximum size of a file: 64 MiB.
    package static let sizeLimit = 64 << 20

    /// - Parameter format: The format of the files; nil to detect it.
    package init(format: ImportFormat? = nil) { self.format = format }

    /// The scenarios as documents.
    package var documents: [ImportedDocument] { scenarios.map(ImportedDocument.init) }

    /// Returns the scenarios as documents and removes them, because a document needs less memory than its scenario.
    package mutating func removeDocuments() -> [ImportedDocument] {
        defer { scenarios = [] }
        return documents
    }

    /// Merges all scenarios into one scenario with this name.
    package mutating func merge(into name: String) {
        guard scenarios.count > 1 else {
            if !scenarios.isEmpty { scenarios[0].name = name }
            return
        }
        var merged = ImportedScenario.merging(scenarios, into: name)
        let notes = merged.finalize(partName: "endpoint")
        addNotes(notes, keeping: merged)
        scenarios = [merged]
    }

    /// Whether any part was refused.
    package var hasRefusals: Bool { reports.contains(where: \.hasRefusals) }

    /// Imports files that the tool loads together, such as the mappings of one WireMock server.
    ///
    /// - Parameters:
    ///   - name: The name of the scenario.
    ///   - files: A closure that returns the content of a body file by its name; nil if the file does not exist.
    package mutating func add(
        _ name: String,
        _ sources: [SourceText],
        files: @escaping (String) -> [UInt8]? = { _ in nil }
    ) {
        let before = (scenarios: scenarios.count, reports: reports.count)
        defer { if scenarios.count == before.scenarios { refuseEmpty(from: before.reports) } }
        var mappings: WireMockImport?
        for source in sources {
            guard let (root, format) = document(source) else { continue }
            let scenarioName = sources.count > 1 ? FilePath.stem(of: source.path) : name
            if format == .wiremock {
                var reading = mappings ?? WireMockImport(name: name)
                reading.add(source, root, beside: files)
                mappings = reading
            } else {
                add(scenarioName, source, root: root, as: format, bodyFile: files)
            }
        }
        guard var mappings else { return }
        let scenario = mappings.finish()
        add(scenario, mappings.reports, .wiremock, of: sources)
    }

    /// Adds a refusal to each report on a file without parts.
    ///
    /// - Parameter first: The index of the first report to check.
    private mutating func refuseEmpty(from first: Int) {
        for index in first..<reports.count where reports[index].partCount == 0 {
            reports[index].refusedCount = 1
            // A list of parts that is not valid has a refusal already.
            if reports[index].notes.contains(where: { $0.severity == .refusal }) { continue }
            let item = reports[index].format?.partName ?? "part"
            let problem = "the file has no \(item)"
            let note = ImportNote(.refusal, path: reports[index].path, problem, consequence: "nothing is imported")
            reports[index].notes.append(note)
        }
    }

    /// Imports a file of a format in which each file is loaded separately.
    private mutating func add(
        _ name: String,
        _ source: SourceText,
        root: JSONDocument.Node,
        as format: ImportFormat,
        bodyFile files: @escaping (String) -> [UInt8]?,
    ) {
        let file = ImportedFile(source, format, beside: files)
        switch format {
        case .wiremock, .har:
            let reading = HARImport(name: name, source)
            add(reading.imported, [reading.report], format, of: [source])
        case .mockoon:
            var reading = MockoonImport(name: name, file)
            reading.read(root)
            add(reading.imported, [reading.report], format, of: [source])
        case .hoverfly:
            var reading = HoverflyImport(name: name, file)
            reading.read(root)
            add(reading.imported, [reading.report], format, of: [source])
        case .openapi:
            let reading = OpenAPIImport(name: name, file, root)
            add(reading.imported, [reading.report], format, of: [source])
        case .mountebank:
            var reading = MountebankImport(name: name, file)
            reading.read(root)
            reports.append(reading.report)
            for scenario in reading.scenarios { add(scenario, [], format, of: [source]) }
        }
    }

    /// Parses a file and detects its format. Returns nil and adds a report if that fails.
    private mutating func document(_ source: SourceText) -> (root: JSONDocument.Node, format: ImportFormat)? {
        var diagnostics: [Diagnostic] = []
        guard source.bytes.count <= Self.sizeLimit else {
            let message = "the file has \(source.bytes.count >> 20) MiB, the limit is \(Self.sizeLimit >> 20) MiB"
            return refuse(source, [Diagnostic(.error, .tooLarge, path: source.path, message: message)])
        }
        guard let document = source.documentInItsSyntax(diagnostics: &diagnostics) else {
            return refuse(source, diagnostics)
        }
        // The parser of YAML limits the depth.
        let isJSON = APIDocumentSyntax(of: source) == .json
        guard !isJSON || JSONText.depth(of: source.bytes) <= JSONText.maximumDepth else {
            let message = "the document nests deeper than \(JSONText.maximumDepth) levels"
            return refuse(source, [Diagnostic(.error, .syntax, path: source.path, message: message)])
        }
        guard let found = format ?? ImportFormat(of: document.root) else {
            let names = ImportFormat.allCases.map(\.title).joined(separator: ", ")
            var diagnostic = source.diagnostic(
                .error,
                .badValue,
                at: document.root.range.prefix(1),
                "the format is not recognized; supported tools are \(names)"
            )
            diagnostic.hint = "name the tool, for example: --from wiremock"
            return refuse(source, [diagnostic])
        }
        return (document.root, found)
    }

    private mutating func refuse(_ source: SourceText, _ diagnostics: [Diagnostic]) -> (
        JSONDocument.Node, ImportFormat
    )? {
        reports.append(ImportReport(refusing: source.path, format: format, because: diagnostics))
        return nil
    }

    /// Adds a report on a file that could not be read.
    mutating func refuse(_ path: String, _ message: String) {
        let diagnostic = Diagnostic(.error, .unreadableFile, path: path, message: message)
        reports.append(ImportReport(refusing: path, because: [diagnostic]))
    }

    /// Adds an imported scenario and its reports.
    private mutating func add(
        _ scenario: ImportedScenario,
        _ reports: [ImportReport],
        _ format: ImportFormat,
        of sources: [SourceText],
    ) {
        var scenario = scenario
        self.reports += reports
        let notes = scenario.finalize(partName: format.partName)
        addNotes(notes, keeping: scenario)
        guard !scenario.isEmpty else { return }
        scenario.name = uniqueName(scenario.name)
        scenario.comments = Self.comments(of: format, sources) + scenario.comments
        scenarios.append(scenario)
    }

    /// Returns the name, with a number if it is already used: files in different folders may have the same name.
    private mutating func uniqueName(_ name: String) -> String {
        var candidate = name
        var number = 2
        while !usedNames.insert(candidate.lowercased()).inserted {
            candidate = "\(name)-\(number)"
            number += 1
        }
        return candidate
    }

    /// Adds notes on removed endpoints to the reports on their files, and corrects the counts of the reports.
    private mutating func addNotes(_ notes: [ImportNote], keeping scenario: ImportedScenario) {
        guard !notes.isEmpty else { return }
        let remaining = Set(scenario.endpoints.map { [$0.value.file.source.path, $0.value.path] })
        let reportIndices = Dictionary(reports.enumerated().map { ($0.element.path, $0.offset) }) { first, _ in first }
        for note in notes {
            guard let index = reportIndices[note.path] else { continue }
            reports[index].notes.append(note)
            // A part has an endpoint for each method. It counts as imported as long as one of them remains.
            guard !remaining.contains([note.path, note.member]) else { continue }
            reports[index].importedCount = max(0, reports[index].importedCount - 1)
            if note.severity == .refusal { reports[index].refusedCount += 1 } else { reports[index].omittedCount += 1 }
        }
    }

    private static func comments(of format: ImportFormat, _ sources: [SourceText]) -> [String] {
        let names = sources.prefix(5).map { FilePath.lastComponent(of: $0.path) } + (sources.count > 5 ? ["…"] : [])
        return [
            "Imported from \(format.title): \(names.joined(separator: ", ")).",
            "All keys and their values: rehearsal help scenario",
        ]
    }
}

/// A tool whose files can be imported.
package enum ImportFormat: String, Sendable, Hashable, CaseIterable {
    case wiremock, har, mockoon, hoverfly, mountebank, openapi

    /// The name of the tool as its vendor writes it.
    package var title: String {
        switch self {
        case .wiremock: "WireMock"
        case .har: "HAR"
        case .mockoon: "Mockoon"
        case .hoverfly: "Hoverfly"
        case .mountebank: "mountebank"
        case .openapi: "OpenAPI"
        }
    }

    /// The tool's name for a part of a file. A part is imported or refused as a unit.
    package var partName: String {
        switch self {
        case .wiremock: "mapping"
        case .har: "entry"
        case .mockoon: "route"
        case .hoverfly: "pair"
        case .mountebank: "stub"
        case .openapi: "operation"
        }
    }

    /// Detects the tool by members that only its files have. Returns nil if no tool is detected.
    package init?(of root: JSONDocument.Node) {
        func has(_ names: String...) -> Bool { names.allSatisfy { root[$0] != nil } }
        if OpenAPIDocument.isDocument(root) {
            self = .openapi
        } else if has("log") {
            self = .har
        } else if has("imposters") || has("protocol", "stubs") || has("protocol", "port") {
            self = .mountebank
        } else if root["data"]?["pairs"] != nil || root["meta"]?["schemaVersion"] != nil {
            self = .hoverfly
        } else if has("routes") || root["source"]?.string?.hasPrefix("mockoon") == true {
            self = .mockoon
        } else if has("mappings") || has("request") || has("response") {
            self = .wiremock
        } else {
            return nil
        }
    }
}
