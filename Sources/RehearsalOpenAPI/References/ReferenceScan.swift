import Rehearsal

/// The references, identifiers and anchors of a file, found in one pass.
struct ReferenceScan {
    struct Reference {
        var text: String
        var place: OpenAPIPlace
        /// Whether the text may also be a name, as in the mapping of a discriminator.
        var mayBeName = false
    }

    private(set) var references: [Reference] = []
    /// The values with an anchor, by its name.
    private(set) var anchors: [String: OpenAPIValue] = [:]
    /// The schemas with an identifier, by its text.
    private(set) var identifiers: [String: OpenAPIValue] = [:]
    private let file: Int
    private let isSwagger: Bool
    private var tokens: [String] = []

    init(_ file: Int, _ document: JSONDocument, isSwagger: Bool) {
        (self.file, self.isSwagger) = (file, isSwagger)
        scan(document.root, isMap: false)
    }

    /// The members whose names are not keywords.
    private static let maps: Set<String> = [
        "properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "schemas", "responses",
        "parameters", "requestBodies", "headers", "securitySchemes", "links", "callbacks", "webhooks", "pathItems",
        "paths", "content", "variables", "encoding",
    ]

    /// The members whose values are data, in which a reference has no meaning.
    private static let data: Set<String> = ["example", "enum", "const", "default", "value"]

    /// Scans a value. The parser limits the depth.
    ///
    /// - Parameter isMap: Whether the names of an object are not keywords.
    private mutating func scan(_ node: JSONDocument.Node, isMap: Bool) {
        if node.kind == .array {
            for (index, element) in node.elements.enumerated() { descend(String(index), element, isMap: false) }
        }
        for member in node.members {
            guard !isMap else {
                descend(member.name, member.value, isMap: false)
                continue
            }
            switch member.name {
            case "$ref", "$dynamicRef", "$id", "$anchor", "$dynamicAnchor":
                if let text = member.value.string { addKeyword(member.name, text, member.value, node) }
            case "mapping": addMapping(member.value)
            case "examples":
                if !isSwagger, member.value.kind == .object { descend(member.name, member.value, isMap: true) }
            case let name where Self.data.contains(name) || name.hasPrefix("x-"): break
            case let name: descend(name, member.value, isMap: Self.maps.contains(name))
            }
        }
    }

    private mutating func descend(_ token: String, _ node: JSONDocument.Node, isMap: Bool) {
        guard node.kind == .object || node.kind == .array else { return }
        tokens.append(token)
        scan(node, isMap: isMap)
        tokens.removeLast()
    }

    private mutating func addKeyword(
        _ keyword: String,
        _ text: String,
        _ value: JSONDocument.Node,
        _ owner: JSONDocument.Node
    ) {
        let schema = OpenAPIValue(file: file, pointer: JSON.Pointer(tokens: tokens).text, node: owner)
        switch keyword {
        case "$id":
            let text = text.hasSuffix("#") ? String(text.dropLast()) : text
            if identifiers[text] == nil { identifiers[text] = schema }
        case "$anchor", "$dynamicAnchor": if anchors[text] == nil { anchors[text] = schema }
        default: references.append(Reference(text: text, place: OpenAPIPlace(file: file, range: value.range)))
        }
    }

    private mutating func addMapping(_ mapping: JSONDocument.Node) {
        for member in mapping.members {
            guard let text = member.value.string else { continue }
            let place = OpenAPIPlace(file: file, range: member.value.range)
            references.append(Reference(text: text, place: place, mayBeName: true))
        }
    }
}
