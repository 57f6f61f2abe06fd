import Rehearsal

/// The values that a schema permits.
indirect enum Shape: Sendable {
    /// Any JSON value.
    case any
    /// No value: the key is known but never valid.
    case never
    /// One of a set of strings.
    case enumeration([String])
    /// A string; the pattern is an ECMA-262 regular expression, as JSON Schema requires.
    case string(pattern: String? = nil, minLength: Int? = nil)
    case integer(ClosedRange<Int>)
    case number(ClosedRange<Int>)
    case bool
    case null
    /// Any value except an object.
    case nonObject
    case list(Shape, count: ClosedRange<Int> = 0...Int.max, isUnique: Bool = false)
    /// An object that maps names, which the author chooses, to values.
    case dictionary(Shape, names: String? = nil)
    case object(ObjectShape)
    /// A value of one of several shapes.
    case anyOf([Shape])
    /// A value of the definition with that name.
    case ref(String)
}

/// The shape of an object with keys that the format defines.
struct ObjectShape: Sendable {
    var fields: [Field]
    var rules: [Rule] = []

    /// A key with its purpose and the shape of its value.
    struct Field: Sendable {
        var name: String
        var purpose: String
        var value: Shape

        init(_ name: String, _ purpose: String, _ value: Shape) {
            (self.name, self.purpose, self.value) = (name, purpose, value)
        }
    }

    /// A rule on the combination of keys.
    enum Rule: Sendable {
        case required([String])
        case exactlyOne([String])
        case atMostOne([String])
        case atLeastOne([String])
        /// If the first key is present, the others are required.
        case needs(String, [String])
        /// If the first key is present, the others are not permitted.
        case excludes(String, [String])
        /// If the first key is present, the second is required and has one of these values.
        case needsWord(String, String, [String])
    }
}
extension Shape {
    /// The shape as JSON Schema (draft 2020-12).
    var schema: JSON {
        switch self {
        case .any: .bool(true)
        case .never: .bool(false)
        case .enumeration(let words): ["enum": .array(words.map { .string($0) })]
        case .string(let pattern, let minLength): Self.string(pattern, minLength)
        case .integer(let range): Self.numeric("integer", range)
        case .number(let range): Self.numeric("number", range)
        case .bool: ["type": "boolean"]
        case .null: ["type": "null"]
        case .nonObject: ["type": ["null", "boolean", "number", "string", "array"]]
        case .list(let element, let count, let isUnique): Self.list(element, count, isUnique)
        case .dictionary(let value, let names): Self.map(value, names)
        case .object(let object): object.schema
        case .anyOf(let shapes): ["anyOf": .array(shapes.map(\.schema))]
        case .ref(let name): ["$ref": .string("#/$defs/\(name)")]
        }
    }

    private static func string(_ pattern: String?, _ minLength: Int?) -> JSON {
        var members = [JSON.Member("type", "string")]
        if let minLength { members.append(JSON.Member("minLength", JSON(integerLiteral: minLength))) }
        if let pattern { members.append(JSON.Member("pattern", .string(pattern))) }
        return .object(members)
    }

    /// Returns the schema of a number; the bounds of `Int` are omitted because they are not part of the format.
    private static func numeric(_ type: String, _ range: ClosedRange<Int>) -> JSON {
        var members = [JSON.Member("type", .string(type))]
        if range.lowerBound != .min {
            members.append(JSON.Member("minimum", JSON(integerLiteral: range.lowerBound)))
        }
        if range.upperBound != .max {
            members.append(JSON.Member("maximum", JSON(integerLiteral: range.upperBound)))
        }
        return .object(members)
    }

    private static func list(_ element: Shape, _ count: ClosedRange<Int>, _ isUnique: Bool) -> JSON {
        var members = [JSON.Member("type", "array"), JSON.Member("items", element.schema)]
        if count.lowerBound > 0 { members.append(JSON.Member("minItems", JSON(integerLiteral: count.lowerBound))) }
        if count.upperBound < .max { members.append(JSON.Member("maxItems", JSON(integerLiteral: count.upperBound))) }
        if isUnique { members.append(JSON.Member("uniqueItems", true)) }
        return .object(members)
    }

    private static func map(_ value: Shape, _ names: String?) -> JSON {
        var members = [JSON.Member("type", "object"), JSON.Member("additionalProperties", value.schema)]
        if let names { members.append(JSON.Member("propertyNames", ["pattern": .string(names)])) }
        return .object(members)
    }
}

extension ObjectShape {
    /// The object as JSON Schema, without additional properties and with its rules.
    var schema: JSON {
        var members: [JSON.Member] = [
            JSON.Member("type", "object"),
            JSON.Member("properties", .object(fields.map { JSON.Member($0.name, $0.schema) })),
            JSON.Member("additionalProperties", false),
        ]
        let required = rules.flatMap { rule -> [String] in
            if case .required(let names) = rule { names } else { [] }
        }
        if !required.isEmpty { members.append(JSON.Member("required", .array(required.map { .string($0) }))) }
        let others = rules.compactMap(\.schema)
        if !others.isEmpty { members.append(JSON.Member("allOf", .array(others))) }
        return .object(members)
    }
}

extension ObjectShape.Field {
    fileprivate var schema: JSON {
        guard case .object(let members) = value.schema else {
            // A Boolean schema cannot have a description.
            if case .any = value { return ["description": .string(purpose)] }
            return value.schema
        }
        return .object([JSON.Member("description", .string(purpose))] + members)
    }
}

extension ObjectShape.Rule {
    /// The rule as JSON Schema; nil for `required`, which is a keyword of the object.
    fileprivate var schema: JSON? {
        switch self {
        case .required: nil
        case .exactlyOne(let names): ["oneOf": .array(names.map(Self.has))]
        case .atMostOne(let names): ["oneOf": .array(names.map(Self.has) + [Self.hasNone(of: names)])]
        case .atLeastOne(let names): ["anyOf": .array(names.map(Self.has))]
        case .needs(let name, let others):
            ["dependentRequired": .object([JSON.Member(name, .array(others.map { .string($0) }))])]
        case .excludes(let name, let others):
            ["dependentSchemas": .object([JSON.Member(name, Self.hasNone(of: others))])]
        case .needsWord(let name, let other, let words):
            [
                "dependentSchemas": .object([
                    JSON.Member(
                        name,
                        [
                            "required": [.string(other)],
                            "properties": .object([JSON.Member(other, Shape.enumeration(words).schema)]),
                        ]
                    )
                ])
            ]
        }
    }

    private static func has(_ name: String) -> JSON { ["required": [.string(name)]] }
    private static func hasNone(of names: [String]) -> JSON { ["not": ["anyOf": .array(names.map(has))]] }
}
