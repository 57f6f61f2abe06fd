import Rehearsal

/// The constraints of several schemas that apply to one value.
struct SchemaConjunction {
    var types: SchemaTypes = .all
    /// Whether no value is valid.
    var isImpossible = false
    /// Values that the document proposes, the first preferred.
    var proposals: [JSON] = []
    var constant: JSON?
    var enumeration: [JSON]?

    var numbers = NumberConstraints()
    var minLength = 0
    var maxLength = Int.max
    var patterns: [String] = []
    var formats: [String] = []

    var objects: [ObjectScope] = []
    var required: [String] = []
    var minProperties = 0
    var maxProperties = Int.max
    var propertyNames: [LocatedSchema] = []
    var dependentRequired: [(name: String, required: [String])] = []
    var dependentSchemas: [(name: String, schema: LocatedSchema)] = []
    var unevaluatedProperties: [LocatedSchema] = []
    /// The values of discriminators by the names of their properties.
    var discriminators: [JSON.Member] = []

    var arrays: [ArrayScope] = []
    var minItems = 0
    var maxItems = Int.max
    var isUnique = false
    var contained: [(schema: LocatedSchema, count: Int)] = []
    var unevaluatedItems: [LocatedSchema] = []

    var isReadOnly = false
    var isWriteOnly = false
    /// The targets of the references on the way.
    var targets: [String] = []

    /// The keywords of one schema that apply to the members of an object.
    struct ObjectScope {
        var properties: [(name: String, schema: LocatedSchema)] = []
        var patterns: [(pattern: JSON.Pattern, schema: LocatedSchema)] = []
        var additional: LocatedSchema?
    }

    /// The keywords of one schema that apply to the elements of an array.
    struct ArrayScope {
        var prefix: [LocatedSchema] = []
        var rest: LocatedSchema?
    }

    /// Returns the schemas of a member.
    func schemas(ofMember name: String) -> [LocatedSchema] {
        var all: [LocatedSchema] = []
        for scope in objects {
            var own = scope.properties.filter { $0.name == name }.prefix(1).map(\.schema)
            own += scope.patterns.filter { $0.pattern.hasMatch(in: Array(name.utf8)) }.map(\.schema)
            if own.isEmpty, let additional = scope.additional { own = [additional] }
            all += own
        }
        return all.isEmpty ? unevaluatedProperties : all
    }

    /// Returns the schemas of an element.
    func schemas(ofElement index: Int) -> [LocatedSchema] {
        let all = arrays.compactMap { scope in
            scope.prefix.indices.contains(index) ? scope.prefix[index] : scope.rest
        }
        return all.isEmpty ? unevaluatedItems : all
    }
}

/// A schema with the file that contains it, in which its references are resolved.
struct LocatedSchema {
    var json: JSON
    var file: Int
}

/// A set of types of JSON values.
struct SchemaTypes: OptionSet {
    let rawValue: UInt8

    static let null = SchemaTypes(rawValue: 1)
    static let bool = SchemaTypes(rawValue: 2)
    static let integer = SchemaTypes(rawValue: 4)
    /// Numbers that are not integers.
    static let fraction = SchemaTypes(rawValue: 8)
    static let string = SchemaTypes(rawValue: 16)
    static let array = SchemaTypes(rawValue: 32)
    static let object = SchemaTypes(rawValue: 64)
    static let all = SchemaTypes(rawValue: 127)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Creates the set of a type's name; empty for an unknown name.
    init(name: String) {
        switch name {
        case "null": self = .null
        case "boolean": self = .bool
        case "integer": self = .integer
        case "number": self = [.integer, .fraction]
        case "string": self = .string
        case "array": self = .array
        case "object": self = .object
        default: self = []
        }
    }

    /// The types that a value may have.
    init(of value: JSON) {
        switch value {
        case .null: self = .null
        case .bool: self = .bool
        case .number: self = [.integer, .fraction]
        case .string: self = .string
        case .array: self = .array
        case .object: self = .object
        }
    }
}
