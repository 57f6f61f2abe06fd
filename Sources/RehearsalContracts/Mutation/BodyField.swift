package import Rehearsal

/// A field of a recorded body, and the one place of it where it is changed.
package struct BodyField: Sendable, Hashable {
    /// With indices left open: `$[*].total_price`.
    package var path: String
    /// Where it is changed: in the second element where there are two,
    /// so that a client that tells the place tells the index.
    package var place: JSON.Pointer
    package var kind: Declaration.Field.Kind
    /// Whether it is always there; nil if nobody said.
    package var isRequired: Bool?
    /// What stands at its place.
    package var value: JSON
    /// What stands at all its places, once each.
    package var values: [JSON]
    /// The words of an enumeration that the client knows; empty if none are declared.
    package var words: [String] = []

    /// The JSON type that it has; of one that is declared and null where it was recorded,
    /// the type that it has otherwise.
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

    /// What it is called in the id of a clause: `total_price`, `items.price`; `element` for the elements of a list.
    package var label: String {
        var parts: [String] = []
        var wasIndex = false
        for part in path.split(separator: ".").flatMap(Self.steps) {
            // A list is told by its name; only what has no name of its own is called after what it is.
            if part == "[*]", wasIndex { parts.append("element") }
            wasIndex = part == "[*]"
            if !wasIndex, part != "$" { parts.append(part) }
        }
        if wasIndex { parts.append("element") }
        // An id is a path of its own: its separator may not stand in a part of it.
        return parts.joined(separator: ".").split(separator: "/", omittingEmptySubsequences: false).joined(
            separator: "~"
        )
    }

    /// `items[*]` as a name and an index.
    private static func steps(_ part: Substring) -> [String] {
        var (rest, indices) = (part, [String]())
        while rest.hasSuffix("[*]") {
            rest = rest.dropLast(3)
            indices.append("[*]")
        }
        return (rest.isEmpty ? [] : [String(rest)]) + indices
    }
}
