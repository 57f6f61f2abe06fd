package import Rehearsal

/// An OpenAPI document: its operations, servers and security schemes, with the position of every part.
///
/// A document of Swagger 2.0 has the form of OpenAPI 3.0.
package struct OpenAPIDocument: Sendable {
    package var version: OpenAPIVersion
    package var title: String
    /// The summary of the API in one line; empty for none.
    package var summary: String
    /// The operations in the order of the document.
    package var operations: [OpenAPIOperation] = []
    package var servers: [OpenAPIServer] = []
    package var securitySchemes: [OpenAPISecurityScheme] = []
    /// The callbacks, webhooks and links, which a server does not play.
    package var unplayedParts: [OpenAPIUnplayedPart] = []
    /// The document and the files to which it refers. The document is the first.
    package internal(set) var files: [OpenAPIFile] = []
    package internal(set) var problems: [OpenAPIProblem] = []
    /// The values to which the references of all files lead.
    var targets: [OpenAPIReference: OpenAPIValue] = [:]

    /// Whether the document has an error, so that it cannot be played.
    package var hasErrors: Bool { problems.contains { $0.severity == .error } }

    /// Returns the value to which a reference object leads, through further references; nil for a cycle or a broken
    /// reference. A value that is not a reference is returned unchanged.
    package func resolved(_ value: OpenAPIValue) -> OpenAPIValue? {
        var value = value
        for _ in 0..<OpenAPIReference.maximumChainLength {
            guard let text = value["$ref"]?.node.string else { return value }
            guard let target = targets[OpenAPIReference(file: value.file, text: text)] else { return nil }
            value = target
        }
        return nil
    }
}

/// A version of the OpenAPI specification.
package enum OpenAPIVersion: Sendable, Hashable, CaseIterable {
    /// Swagger 2.0.
    case v20
    /// OpenAPI 3.0.
    case v30
    /// OpenAPI 3.1 and later.
    case v31

    /// The dialect of the schemas.
    package var dialect: SchemaOptions.Dialect { self == .v31 ? .draft2020 : .openAPI30 }
}

/// A file that was read: the document itself, or one to which it refers.
package struct OpenAPIFile: Sendable {
    /// The path for messages.
    package let path: String
    /// The absolute path without links, or another text that identifies the file.
    package let identifier: String
    package let document: JSONDocument

    package init(path: String, identifier: String, document: JSONDocument) {
        (self.path, self.identifier, self.document) = (path, identifier, document)
    }
}

/// A part of a document that a server does not play, because it describes requests of the server or relations.
package struct OpenAPIUnplayedPart: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case callback, webhook, link
    }

    package let kind: Kind
    package let name: String
    package let place: OpenAPIPlace
}

/// A reference by its text and the file that contains it.
struct OpenAPIReference: Sendable, Hashable {
    var file: Int
    var text: String

    /// The maximum number of references that lead to each other.
    static let maximumChainLength = 64
}
