import Rehearsal

/// A field of a reply that a schema describes.
package struct ReplyField: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case int, number, string, bool, date, money, `enum`, url, object, array
    }

    /// The path: `$.id`, `$[*].total_price`.
    package let path: String
    package let kind: Kind
    /// Whether the field is always present and never null.
    package let isRequired: Bool
    /// The values of an enumeration; empty for any other field.
    package let words: [String]
}

/// The fields of a reply, as far as every valid reply has the same ones.
///
/// The fields of alternatives (`oneOf`, `anyOf`) are not among them.
struct ReplyFields {
    private let document: OpenAPIDocument
    private(set) var found: [ReplyField] = []

    private static let maximumCount = 500
    private static let maximumDepth = 8
    /// The number of schemas that are read, because combinations of combinations may name very many.
    private var remaining = 20_000

    init(_ document: OpenAPIDocument, _ schema: OpenAPISchema) {
        self.document = document
        add(schema.value, "$", isRequired: true, depth: 0)
    }

    private mutating func add(_ schema: OpenAPIValue, _ path: String, isRequired: Bool, depth: Int) {
        guard depth < Self.maximumDepth, found.count < Self.maximumCount else { return }
        var merged = MergedSchema()
        merged.add(schema, document, depth: 0, remaining: &remaining)
        if path != "$", let kind = merged.kind {
            let isPresent = isRequired && !merged.isNullable
            found.append(ReplyField(path: path, kind: kind, isRequired: isPresent, words: merged.words))
        }
        for property in merged.properties where !isWriteOnly(property.schema) {
            let isRequired = merged.required.contains(property.name)
            add(property.schema, "\(path).\(property.name)", isRequired: isRequired, depth: depth + 1)
        }
        if let items = merged.items { add(items, path + "[*]", isRequired: true, depth: depth + 1) }
    }

    private func isWriteOnly(_ schema: OpenAPIValue) -> Bool {
        (schema["writeOnly"] ?? document.resolved(schema)?["writeOnly"])?.node.bool == true
    }
}

/// The keywords of a schema and of all schemas that apply to the same value.
private struct MergedSchema {
    private(set) var types: Set<String> = []
    private(set) var isNullable = false
    private(set) var properties: [(name: String, schema: OpenAPIValue)] = []
    private(set) var required: Set<String> = []
    private(set) var items: OpenAPIValue?
    private(set) var words: [String] = []
    private var format: String?
    /// The schemas that are merged, because a second time they add nothing.
    private var merged: Set<OpenAPIPlace> = []

    /// - Parameter remaining: the number of schemas that may still be read.
    mutating func add(_ schema: OpenAPIValue, _ document: OpenAPIDocument, depth: Int, remaining: inout Int) {
        guard depth < 64, remaining > 0, merged.insert(schema.place).inserted else { return }
        remaining -= 1
        if schema["$ref"] != nil, let target = document.resolved(schema) {
            add(target, document, depth: depth + 1, remaining: &remaining)
        }
        for part in schema["allOf"]?.elements ?? [] { add(part, document, depth: depth + 1, remaining: &remaining) }
        let names = schema["type"].map { $0.node.string.map { [$0] } ?? $0.elements.compactMap(\.node.string) } ?? []
        types.formUnion(names.filter { $0 != "null" })
        isNullable = isNullable || names.contains("null") || schema["nullable"]?.node.bool == true
        format = schema["format"]?.node.string ?? format
        required.formUnion((schema["required"]?.elements ?? []).compactMap(\.node.string))
        items = schema["items"] ?? items
        for member in schema["properties"]?.members ?? [] where !properties.contains(where: { $0.name == member.name })
        {
            properties.append((member.name, member.value))
        }
        let values = schema["enum"]?.elements ?? [schema["const"]].compactMap(\.self)
        isNullable = isNullable || values.contains { $0.node.kind == .null }
        let texts = values.compactMap(\.node.string)
        if !texts.isEmpty { words = texts }
    }

    /// The kind of value; nil for a value of several types or of any type.
    var kind: ReplyField.Kind? {
        if types.isEmpty { return !words.isEmpty ? .enum : !properties.isEmpty ? .object : items != nil ? .array : nil }
        guard types.count == 1 else { return nil }
        switch (types.first, format) {
        case ("string", _) where !words.isEmpty: return .enum
        case ("string", "date-time"): return .date
        case ("string", "uri"), ("string", "url"): return .url
        case ("string", "decimal"), ("number", "decimal"): return .money
        case ("string", _): return .string
        case ("integer", _): return .int
        case ("number", _): return .number
        case ("boolean", _): return .bool
        case ("object", _): return .object
        case ("array", _): return .array
        default: return nil
        }
    }
}
