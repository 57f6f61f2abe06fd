package import Rehearsal
import RehearsalOpenAPI

/// The syntax of a file: JSON or YAML.
///
/// The name of a file determines the syntax. A file with another name has the syntax that its contents have.
package enum APIDocumentSyntax: Sendable, Hashable {
    case json, yaml

    /// The extensions of the names of YAML files.
    package static let yamlExtensions = ["yaml", "yml"]

    package init(of source: SourceText) {
        let name = FilePath.pathExtension(of: source.path)
        let first = source.bytes.first { !$0.isJSONSpace }
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
            self = .json
        } else if Self.yamlExtensions.contains(name) {
            self = .yaml
        } else {
            self = Self.beginsLikeYAML(source.bytes) ? .yaml : .json
        }
    }

    /// Returns whether a line near the beginning names the version of an OpenAPI document without quotation marks.
    private static func beginsLikeYAML(_ bytes: [UInt8]) -> Bool {
        let lines = bytes.prefix(4_096).split(separator: UInt8(ascii: "\n"))
        return lines.contains { line in
            OpenAPIDocument.versionNames.contains { line.starts(with: "\($0):".utf8) }
        }
    }
}

extension SourceText {
    /// Parses the file in its syntax; returns nil after adding the syntax errors to `diagnostics`.
    package func documentInItsSyntax(diagnostics: inout [Diagnostic]) -> JSONDocument? {
        switch APIDocumentSyntax(of: self) {
        case .json: document(options: [.relaxed, .allowsByteOrderMark], diagnostics: &diagnostics)
        case .yaml: yamlDocument(diagnostics: &diagnostics)
        }
    }
}
