/// Compiled schemas that may refer to each other.
package struct SchemaProgram: Sendable {
    var nodes: [SchemaNode] = []
    var resources: [SchemaResource] = []
    var patterns: [JSON.Pattern] = []
    /// The nodes of the schemas that the caller of the compiler requested.
    var roots: [Int] = []

    /// Returns the schema with the number that ``SchemaCompiler/schema(at:)`` returned.
    package subscript(number: Int) -> JSON.Schema { JSON.Schema(program: self, root: roots[number]) }
}

/// A compiled schema with its location.
struct SchemaNode: Sendable {
    var steps: [SchemaStep] = []
    /// Whether this is the schema `false`.
    var isFalse = false
    /// Whether no keyword applies another schema.
    var isLeaf = true
    /// Whether the schema depends on which members or elements other keywords evaluated.
    var hasUnevaluated = false
    var isReadOnly = false
    var isWriteOnly = false
    /// The index of the resource to which the schema belongs.
    var resource: Int
    var place: SchemaPlace
}

/// The location of a schema in its document.
enum SchemaPlace: Sendable {
    /// A location with a pointer from the root of the resource.
    case pointer(JSON.Pointer)
    /// A location inside another schema, below a keyword and, for some keywords, a name or index.
    case child(parent: Int, keyword: SchemaKeyword, token: String?)
}

/// A document, or a schema with an identifier of its own (core §4.3.5).
struct SchemaResource: Sendable {
    /// The identifier, without a fragment.
    var uri: URIReference
    /// The identifier of the document, and the tokens from its root to this resource.
    var document: String
    var tokens: [String] = []
    /// The schema at the root of the resource, if it was compiled.
    var root: Int?
    /// The schemas with an anchor.
    var anchors: [String: Int] = [:]
    /// The schemas with a dynamic anchor, which are also in ``anchors``.
    var dynamicAnchors: [String: Int] = [:]
}

/// The location of a keyword in the documents of schemas.
package struct SchemaLocation: Sendable, Hashable, CustomStringConvertible {
    /// The identifier of the innermost resource with a pointer from its root: `https://example.com/pet#/properties/id`.
    package let uri: String
    /// The identifier of the document.
    package let document: String
    /// The pointer from the root of the document.
    package let pointer: JSON.Pointer

    package var description: String { uri }
}

extension SchemaProgram {
    /// Returns the location of a schema, or of a keyword in it.
    func location(of node: Int, _ suffix: [String] = []) -> SchemaLocation {
        var reversed: [String] = []
        var current = node
        let resource = resources[nodes[node].resource]
        while current != resource.root {
            switch nodes[current].place {
            case .pointer(let pointer):
                reversed += pointer.tokens.reversed()
                return location(in: resource, reversed.reversed() + suffix)
            case .child(let parent, let keyword, let token):
                if let token { reversed.append(token) }
                reversed.append(keyword.rawValue)
                current = parent
            }
        }
        return location(in: resource, reversed.reversed() + suffix)
    }

    func location(in resource: SchemaResource, _ tokens: [String]) -> SchemaLocation {
        let pointer = JSON.Pointer(tokens: tokens)
        return SchemaLocation(
            uri: resource.uri.text + "#" + pointer.text,
            document: resource.document,
            pointer: JSON.Pointer(tokens: resource.tokens + tokens)
        )
    }
}
