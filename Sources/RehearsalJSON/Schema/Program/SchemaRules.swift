/// A text that is compared by its scalars. `String` also equates canonical equivalents.
struct ScalarText: Hashable, Sendable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (left: Self, right: Self) -> Bool {
        left.text.utf8.count == right.text.utf8.count && left.text.hasSameScalars(as: right.text)
    }

    func hash(into hasher: inout Hasher) {
        let isDone: Void? = text.utf8.withContiguousStorageIfAvailable {
            hasher.combine(bytes: UnsafeRawBufferPointer($0))
        }
        guard isDone == nil else { return }
        for byte in text.utf8 { hasher.combine(byte) }
    }
}

/// The keywords that apply to the members of an object, evaluated in one pass over them.
struct SchemaObjectRules: Sendable {
    /// The rules of a member by its name.
    var members: [ScalarText: Member] = [:]
    /// The names of `required`.
    var required: [String] = []
    var patterns: [Pattern] = []
    /// The schema of `additionalProperties`.
    var additional: Int?
    /// Whether `properties`, `patternProperties` or `additionalProperties` is present.
    var hasSchemas = false

    struct Member: Sendable {
        /// The schema of `properties`.
        var schema: Int?
        /// The index in the names of `required`.
        var required: Int?
    }

    struct Pattern: Sendable {
        /// The index of the pattern in the program.
        var pattern: Int
        var schema: Int
        var text: String
    }
}

/// The conditions on an object that has a member with a name.
struct SchemaDependency: Sendable {
    var name: String
    var required: [String] = []
    var schema: Int?
    var keyword: SchemaKeyword
}

/// The keywords `contains`, `minContains` and `maxContains`.
struct SchemaContains: Sendable {
    var schema: Int
    var minimum: Int
    var maximum: Int?
}

/// The keywords `if`, `then` and `else`.
struct SchemaConditional: Sendable {
    var condition: Int
    var then: Int?
    var otherwise: Int?
}
