package import Rehearsal

/// A field of a recorded body, and the place at which it is changed.
package struct BodyField: Sendable, Hashable {
    /// The path with open indices: `$[*].total_price`.
    package var path: String
    /// The place of the change: in the second element if there are two, so that a reported path shows its index.
    package var place: JSON.Pointer
    package var kind: Declaration.Field.Kind
    /// Whether the field is always present; nil if it is not declared.
    package var isRequired: Bool?
    /// The value at the place.
    package var value: JSON
    /// The distinct values at all places of the field.
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

    /// The name in the id of a clause: `total_price`, `items.price`; `element` for the elements of an array.
    package var label: String {
        var parts: [String] = []
        var wasIndex = false
        for part in path.split(separator: ".").flatMap(Self.steps) {
            // An array has a name; only its elements without a name are called `element`.
            if part == "[*]", wasIndex { parts.append("element") }
            wasIndex = part == "[*]"
            if !wasIndex, part != "$" { parts.append(part) }
        }
        if wasIndex { parts.append("element") }
        // A component of an id must not contain its separator.
        return parts.joined(separator: ".").split(separator: "/", omittingEmptySubsequences: false).joined(
            separator: "~"
        )
    }

    /// Returns `items[*]` as a name and an index.
    private static func steps(_ part: Substring) -> [String] {
        var (rest, indices) = (part, [String]())
        while rest.hasSuffix("[*]") {
            rest = rest.dropLast(3)
            indices.append("[*]")
        }
        return (rest.isEmpty ? [] : [String(rest)]) + indices
    }
}
