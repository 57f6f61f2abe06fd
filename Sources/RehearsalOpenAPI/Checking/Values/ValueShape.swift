import Rehearsal

/// The types that a schema permits, with the properties and elements, as far as a text has to be converted to them.
struct ValueShape: Sendable {
    struct Types: OptionSet, Sendable {
        let rawValue: UInt8

        static let string = Types(rawValue: 1)
        static let number = Types(rawValue: 2)
        static let boolean = Types(rawValue: 4)
        static let null = Types(rawValue: 8)
        static let array = Types(rawValue: 16)
        static let object = Types(rawValue: 32)

        static let names: [String: Types] = [
            "string": .string, "number": .number, "integer": .number, "boolean": .boolean, "null": .null,
            "array": .array, "object": .object,
        ]
    }

    /// The types; empty if the schema permits every type.
    var types: Types = []
    var properties: [String: ValueShape] = [:]
    /// The shape of the elements; empty if it is unknown.
    var elements: [ValueShape] = []
    /// The shape of the properties without a name; empty if it is unknown.
    var otherProperties: [ValueShape] = []
    /// Whether `additionalProperties` permits properties without a name explicitly.
    var permitsOtherProperties = false

    var isArray: Bool { types.contains(.array) }
    var isObject: Bool { types.contains(.object) && !isArray }

    func property(_ name: String) -> ValueShape { properties[name] ?? otherProperties.first ?? ValueShape() }
    var element: ValueShape { elements.first ?? ValueShape() }

    fileprivate mutating func merge(_ other: ValueShape) {
        types.formUnion(other.types)
        properties.merge(other.properties) { first, _ in first }
        if elements.isEmpty { elements = other.elements }
        if otherProperties.isEmpty { otherProperties = other.otherProperties }
        permitsOtherProperties = permitsOtherProperties || other.permitsOtherProperties
    }
}

/// A schema object: a value of a document, or a converted schema of Swagger 2.0.
enum SchemaSource {
    case value(OpenAPIValue)
    case converted(JSON)

    init(_ schema: OpenAPISchema) { self = schema.converted.map { .converted($0) } ?? .value(schema.value) }

    subscript(name: String) -> SchemaSource? {
        switch self {
        case .value(let value): value[name].map { .value($0) }
        case .converted(let json): json[name].map { .converted($0) }
        }
    }

    var json: JSON {
        switch self {
        case .value(let value): value.node.value
        case .converted(let json): json
        }
    }

    var text: String? {
        switch self {
        case .value(let value): value.node.string
        case .converted(.string(let text)): text
        case .converted: nil
        }
    }

    var bool: Bool? {
        switch self {
        case .value(let value): value.node.bool
        case .converted(.bool(let bool)): bool
        case .converted: nil
        }
    }

    var elements: [SchemaSource] {
        switch self {
        case .value(let value): value.elements.map { .value($0) }
        case .converted(.array(let elements)): elements.map { .converted($0) }
        case .converted: []
        }
    }

    var members: [(name: String, source: SchemaSource)] {
        switch self {
        case .value(let value): value.members.map { ($0.name, .value($0.value)) }
        case .converted(.object(let members)): members.map { ($0.name, .converted($0.value)) }
        case .converted: []
        }
    }
}

extension OpenAPIDocument {
    /// Returns the shape of a schema.
    ///
    /// - Parameter depth: the maximum number of properties and elements inside of each other.
    func shape(of schema: OpenAPISchema, depth: Int = 4) -> ValueShape {
        var remaining = 4_096
        return shape(of: SchemaSource(schema), depth: depth, remaining: &remaining)
    }

    private func shape(of source: SchemaSource, depth: Int, remaining: inout Int) -> ValueShape {
        remaining -= 1
        guard depth > 0, remaining > 0 else { return ValueShape() }
        var shape = ValueShape()
        if let type = source["type"] {
            for name in type.text.map({ [$0] }) ?? type.elements.compactMap(\.text) {
                shape.types.formUnion(ValueShape.Types.names[name] ?? [])
            }
        }
        if source["nullable"]?.bool == true, !shape.types.isEmpty { shape.types.insert(.null) }
        for member in source["properties"]?.members ?? [] {
            shape.properties[member.name] = self.shape(of: member.source, depth: depth - 1, remaining: &remaining)
        }
        if let items = source["items"] {
            shape.elements = [self.shape(of: items, depth: depth - 1, remaining: &remaining)]
        }
        if let others = source["additionalProperties"] {
            shape.permitsOtherProperties = others.bool ?? true
            if others.bool == nil {
                shape.otherProperties = [self.shape(of: others, depth: depth - 1, remaining: &remaining)]
            }
        }
        if case .value(let value) = source, value["$ref"] != nil, let target = resolved(value) {
            shape.merge(self.shape(of: .value(target), depth: depth - 1, remaining: &remaining))
        }
        for keyword in ["allOf", "anyOf", "oneOf"] {
            for part in source[keyword]?.elements ?? [] {
                // A combination applies to the same value, so it is not one level deeper. `remaining` ends a cycle.
                shape.merge(self.shape(of: part, depth: depth, remaining: &remaining))
            }
        }
        if shape.types.isEmpty { shape.types = Self.impliedTypes(source, shape) }
        return shape
    }

    /// Returns the types that other keywords than `type` imply.
    private static func impliedTypes(_ source: SchemaSource, _ shape: ValueShape) -> ValueShape.Types {
        let values = (source["enum"]?.elements ?? []) + [source["const"]].compactMap(\.self)
        let types = values.reduce(into: ValueShape.Types()) { $0.formUnion(Self.type(of: $1.json)) }
        if !types.isEmpty { return types }
        if !shape.properties.isEmpty { return .object }
        return shape.elements.isEmpty ? [] : .array
    }

    private static func type(of value: JSON) -> ValueShape.Types {
        switch value {
        case .null: .null
        case .bool: .boolean
        case .number: .number
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }
}
