package import Rehearsal

/// A field of a recorded body, and the occurrence of it that mutations change.
package struct BodyField: Sendable, Hashable {
    /// The path, with `*` for every index: `$[*].total_price`.
    package var path: String
    /// The pointer to the value that is changed: in the second element if there are two, to detect a wrong index.
    package var place: JSON.Pointer
    package var kind: Declaration.Field.Kind
    /// Whether the field is always present; nil if it is not declared.
    package var isRequired: Bool?
    /// The recorded value at ``place``.
    package var value: JSON
    /// The distinct values of all occurrences of the field.
    package var values: [JSON]
    /// The known values of an enumeration; empty if none are declared.
    package var words: [String] = []

    /// The JSON type of the value, or the declared type if the recorded value is null.
    var typeName: String {
        guard value == .null, isRequired != nil else { return value.typeName }
        return switch kind {
        case .int, .number, .money: "number"
        case .bool: "bool"
        case .string, .date, .enum, .url: "string"
        case .object: "object"
        case .array: "array"
        }
    }

    /// The name in the ID of a clause: `total_price`, `items.price`; `element` for an array element without a name.
    package var label: String {
        var parts: [String] = []
        var wasIndex = false
        for part in path.split(separator: ".").flatMap(Self.steps) {
            // `items[*].price` is `items.price`; only an index without a following name becomes `element`.
            if part == "[*]", wasIndex { parts.append("element") }
            wasIndex = part == "[*]"
            if !wasIndex, part != "$" { parts.append(part) }
        }
        if wasIndex { parts.append("element") }
        // A part of an ID must not contain the separator of the parts.
        return parts.joined(separator: ".").split(separator: "/", omittingEmptySubsequences: false).joined(
            separator: "~"
        )
    }

    /// Returns the name and the indices of a part of a path: `items` and `[*]` for `items[*]`.
    private static func steps(_ part: Substring) -> [String] {
        var (rest, indices) = (part, [String]())
        while rest.hasSuffix("[*]") {
            rest = rest.dropLast(3)
            indices.append("[*]")
        }
        return (rest.isEmpty ? [] : [String(rest)]) + indices
    }
}
