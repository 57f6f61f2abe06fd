/// A keyword that affects validation or the location of other schemas.
enum SchemaKeyword: String, Sendable, CaseIterable {
    // The core vocabulary (core §8).
    case schema = "$schema"
    case id = "$id"
    case ref = "$ref"
    case anchor = "$anchor"
    case dynamicRef = "$dynamicRef"
    case dynamicAnchor = "$dynamicAnchor"
    case vocabulary = "$vocabulary"
    case defs = "$defs"
    /// The name of `$defs` before 2019-09, which the meta-schema still has.
    case definitions

    // The vocabularies of applicators (core §10) and of unevaluated locations (core §11).
    case allOf, anyOf, oneOf, not
    case `if`, then, `else`
    case dependentSchemas
    /// The predecessor of `dependentSchemas` and `dependentRequired`, which the meta-schema still has.
    case dependencies
    case prefixItems, items, contains
    case properties, patternProperties, additionalProperties, propertyNames
    case unevaluatedItems, unevaluatedProperties

    // The vocabulary of assertions (validation §6).
    case type, `enum`, const
    case multipleOf, maximum, exclusiveMaximum, minimum, exclusiveMinimum
    case maxLength, minLength, pattern
    case maxItems, minItems, uniqueItems, maxContains, minContains
    case maxProperties, minProperties, required, dependentRequired

    case format
    case contentSchema
    case readOnly, writeOnly
    /// A keyword of OpenAPI 3.0.
    case nullable
}

/// A set of keywords with their meaning.
struct SchemaVocabulary: Sendable {
    /// The known keywords by name.
    var keywords: [String: SchemaKeyword]
    /// Whether `format` is an assertion.
    var assertsFormats: Bool
    /// Whether the keywords have their meaning in OpenAPI 3.0.
    var isOpenAPI30 = false

    /// All keywords of JSON Schema 2020-12.
    static func draft2020(assertsFormats: Bool) -> SchemaVocabulary {
        let known = SchemaKeyword.allCases.filter { $0 != .nullable }
        return SchemaVocabulary(keywords: byName(known), assertsFormats: assertsFormats)
    }

    /// The keywords of a schema object of OpenAPI 3.0.
    static func openAPI30(assertsFormats: Bool) -> SchemaVocabulary {
        let known: [SchemaKeyword] = [
            .ref, .allOf, .anyOf, .oneOf, .not, .items, .properties, .additionalProperties, .type, .enum, .multipleOf,
            .maximum, .exclusiveMaximum, .minimum, .exclusiveMinimum, .maxLength, .minLength, .pattern, .maxItems,
            .minItems, .uniqueItems, .maxProperties, .minProperties, .required, .format, .readOnly, .writeOnly,
            .nullable,
        ]
        return SchemaVocabulary(keywords: byName(known), assertsFormats: assertsFormats, isOpenAPI30: true)
    }

    private static func byName(_ keywords: [SchemaKeyword]) -> [String: SchemaKeyword] {
        Dictionary(uniqueKeysWithValues: keywords.map { ($0.rawValue, $0) })
    }

    /// The keywords of each vocabulary of 2020-12 by the last part of its URI.
    private static let parts: [String: [SchemaKeyword]] = [
        "core": [
            .schema, .id, .ref, .anchor, .dynamicRef, .dynamicAnchor, .vocabulary, .defs, .definitions, .readOnly,
            .writeOnly,
        ],
        "applicator": [
            .allOf, .anyOf, .oneOf, .not, .if, .then, .else, .dependentSchemas, .dependencies, .prefixItems, .items,
            .contains, .maxContains, .minContains, .properties, .patternProperties, .additionalProperties,
            .propertyNames,
        ],
        "unevaluated": [.unevaluatedItems, .unevaluatedProperties],
        "validation": [
            .type, .enum, .const, .multipleOf, .maximum, .exclusiveMaximum, .minimum, .exclusiveMinimum, .maxLength,
            .minLength, .pattern, .maxItems, .minItems, .uniqueItems, .maxContains, .minContains, .maxProperties,
            .minProperties, .required, .dependentRequired,
        ],
        "format-annotation": [.format],
        "format-assertion": [.format],
        "content": [.contentSchema],
        "meta-data": [],
    ]

    /// Creates the vocabulary of a meta-schema by its `$vocabulary` (core §8.1.2).
    ///
    /// - Parameter unknown: receives the URI of each vocabulary that is required but not known.
    init(declared: [JSON.Member], assertsFormats: Bool, unknown: (String) -> Void) {
        var names = Self.parts["core"] ?? []
        self.assertsFormats = assertsFormats
        for member in declared {
            let prefix = "https://json-schema.org/draft/2020-12/vocab/"
            let name = member.name.hasPrefix(prefix) ? String(member.name.dropFirst(prefix.count)) : ""
            if let part = Self.parts[name] {
                names += part
                if name == "format-assertion" { self.assertsFormats = true }
            } else if member.value == true, !Self.ignored.contains(member.name) {
                unknown(member.name)
            }
        }
        keywords = Dictionary(names.map { ($0.rawValue, $0) }) { first, _ in first }
    }

    private init(keywords: [String: SchemaKeyword], assertsFormats: Bool, isOpenAPI30: Bool = false) {
        self.keywords = keywords
        self.assertsFormats = assertsFormats
        self.isOpenAPI30 = isOpenAPI30
    }

    /// Vocabularies without assertions.
    private static let ignored: Set<String> = [
        "https://spec.openapis.org/oas/3.1/vocab/base", "https://spec.openapis.org/oas/3.2/vocab/base",
    ]

    /// The URIs of meta-schemas with all keywords of 2020-12.
    static let complete: Set<String> = [
        "https://json-schema.org/draft/2020-12/schema", "https://spec.openapis.org/oas/3.1/dialect/base",
        "https://spec.openapis.org/oas/3.1/schema-base/2022-10-07",
    ]
}
