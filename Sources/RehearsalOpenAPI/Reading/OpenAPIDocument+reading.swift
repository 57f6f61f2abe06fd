package import Rehearsal

extension OpenAPIDocument {
    /// The members at the top level of a document that name its version.
    package static let versionNames = ["openapi", "swagger"]

    /// Whether a value is an OpenAPI document, of any version.
    package static func isDocument(_ root: JSONDocument.Node) -> Bool {
        versionNames.contains { root[$0] != nil } && root["endpoints"] == nil
    }

    /// Reads a document with all files to which it refers.
    ///
    /// - Parameter loader: loads a file to which a reference leads.
    package init(_ file: OpenAPIFile, loader: @escaping OpenAPILoader = { _, _ in .missing }) {
        let root = OpenAPIValue(file: 0, node: file.document.root)
        var declared = DeclaredVersion(root)
        var resolver = ReferenceResolver(file, isSwagger: declared.version == .v20, loader: loader)
        resolver.resolveAll()
        let reader = ValueReader()
        let info = root["info"]
        version = declared.version
        title = info?["title"].flatMap { reader.text($0) } ?? ""
        let description = info?["summary"] ?? info?["description"]
        summary = ValueReader.firstLine(description.flatMap { reader.text($0) } ?? "")
        files = resolver.files
        targets = resolver.targets
        problems = declared.problems.removingAll() + resolver.problems
        guard !hasErrors else { return }
        if declared.version == .v20 {
            var reader = SwaggerReader(self)
            reader.read(root)
            self = reader.document
        } else {
            var reader = OpenAPIReader(self)
            reader.read(root)
            self = reader.document
        }
        // Several operations may refer to one object.
        var seen: Set<OpenAPIProblem> = []
        problems.removeAll { !seen.insert($0).inserted }
        problems.sort { ($0.place.file, $0.place.range.lowerBound) < ($1.place.file, $1.place.range.lowerBound) }
    }
}

extension [OpenAPIProblem] {
    fileprivate mutating func removingAll() -> [OpenAPIProblem] {
        defer { removeAll() }
        return self
    }
}

/// The version that a document declares.
private struct DeclaredVersion {
    var version = OpenAPIVersion.v31
    var problems: [OpenAPIProblem] = []

    init(_ root: OpenAPIValue) {
        guard root.node.kind == .object else {
            report(.error, root, "an OpenAPI document is an object", hint: "write \"openapi\": \"3.1.0\"")
            return
        }
        guard let member = root["openapi"] ?? root["swagger"] else {
            let hint = "write \"openapi\": \"3.1.0\" at the top level"
            report(.error, root, "the document has no member \"openapi\" or \"swagger\"", hint: hint)
            return
        }
        let text = ValueReader().text(member) ?? ""
        let parts = text.split(separator: ".")
        switch parts.prefix(2).joined(separator: ".") {
        case "2.0": version = .v20
        case "3.0": version = .v30
        case "3.1": version = .v31
        case "3.2":
            let hint = "parts that only 3.2 has are ignored"
            report(.warning, member, "OpenAPI 3.2 is read like 3.1", hint: hint)
        default:
            let hint = "supported versions are 3.1, 3.0 and 2.0"
            report(.error, member, "the version \(text.quoted) is not supported", hint: hint)
        }
        reportDialect(root)
    }

    private mutating func reportDialect(_ root: OpenAPIValue) {
        guard version == .v31, let dialect = root["jsonSchemaDialect"], let text = dialect.node.string else { return }
        let known = ["https://json-schema.org/draft/2020-12/", "https://spec.openapis.org/oas/3.1/"]
        guard !known.contains(where: text.hasPrefix) else { return }
        let message = "the dialect \(text.quoted) is not supported; the schemas are read as JSON Schema 2020-12"
        report(.warning, dialect, message, hint: "remove \"jsonSchemaDialect\", or name a supported dialect")
    }

    private mutating func report(
        _ severity: OpenAPIProblem.Severity,
        _ value: OpenAPIValue,
        _ message: String,
        hint: String
    ) {
        problems.append(OpenAPIProblem(severity, .unsupported, at: value.messagePlace, message, hint: hint))
    }
}
