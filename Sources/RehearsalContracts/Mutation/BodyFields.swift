import Rehearsal

/// The fields of a recorded body, whether or not the contract declares them.
package struct BodyFields: Sendable {
    /// The fields in the order of their first occurrence in the document.
    package private(set) var fields: [BodyField] = []

    /// Creates the fields of the recorded reply to an operation; empty if the reply is not a JSON document.
    package init(_ operation: Declaration.Operation) {
        guard let document = operation.reply.document else { return }
        find(document, declared: operation.fields ?? [])
    }

    private mutating func find(_ document: JSONDocument, declared: [Declaration.Field]) {
        var order: [String] = []
        var places: [String: [Found]] = [:]
        var rest = [Found(document.root, "$", [])]
        while let found = rest.popLast() {
            if !found.tokens.isEmpty {
                if places[found.path] == nil { order.append(found.path) }
                if places[found.path, default: []].count < Self.maximumOccurrences {
                    places[found.path, default: []].append(found)
                }
            }
            rest += found.below.reversed()
        }
        let known = Dictionary(declared.map { ($0.path, $0) }) { first, _ in first }
        fields = order.compactMap { path in places[path].flatMap { field($0, known[path]) } }
    }

    /// The maximum number of occurrences of one field that are examined.
    private static let maximumOccurrences = 50

    /// The declared fields that the document has.
    package var declared: [BodyField] { fields.filter { $0.isRequired != nil } }

    /// Returns the declared fields of these kinds.
    package func declared(_ kinds: Declaration.Field.Kind...) -> [BodyField] {
        declared.filter { kinds.contains($0.kind) }
    }

    private func field(_ places: [Found], _ declared: Declaration.Field?) -> BodyField? {
        // A change of null or of an empty array may have no visible effect.
        let nonNull = places.filter { $0.node.kind != .null }
        let nonEmpty = nonNull.filter { $0.node.kind != .array || $0.node.elements.first { _ in true } != nil }
        let candidates = nonEmpty.isEmpty ? nonNull : nonEmpty
        guard let chosen = candidates.dropFirst().first ?? candidates.first ?? places.first else { return nil }
        var values: [JSON] = []
        for value in places.lazy.map(\.node.value) where !values.contains(value) { values.append(value) }
        return BodyField(
            path: chosen.path,
            place: JSON.Pointer(tokens: chosen.tokens),
            kind: declared?.kind ?? Self.kind(of: chosen.node),
            isRequired: declared?.isRequired,
            value: chosen.node.value,
            values: values,
            words: declared?.words ?? []
        )
    }

    /// Returns the kind of a value whose field is not declared.
    private static func kind(of node: JSONDocument.Node) -> Declaration.Field.Kind {
        switch node.kind {
        case .object: .object
        case .array: .array
        case .bool: .bool
        case .number: .number
        case .string: Instant(node.string ?? "") == nil ? .string : .date
        case .null: .string
        }
    }

    /// A value that the traversal of a document found.
    private struct Found {
        let node: JSONDocument.Node
        let path: String
        let tokens: [String]

        init(_ node: JSONDocument.Node, _ path: String, _ tokens: [String]) {
            (self.node, self.path, self.tokens) = (node, path, tokens)
        }

        var below: [Found] {
            node.members.map { Found($0.value, "\(path).\($0.name)", tokens + [$0.name]) }
                + node.elements.enumerated().map { Found($1, "\(path)[*]", tokens + ["\($0)"]) }
        }
    }
}
