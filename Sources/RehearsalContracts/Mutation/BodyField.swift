package import Rehearsal

/// A field of a recorded body, and the one place of it where it is changed.
package struct BodyField: Sendable, Hashable {
    /// With indices left open: `$[*].total_price`.
    package var path: String
    /// Where it is changed: in the second element where there are two, so that a client that tells the place tells the index.
    package var place: JSON.Pointer
    package var kind: Declaration.Field.Kind
    /// Whether it is always there; nil if nobody said.
    package var isRequired: Bool?
    /// What stands at its place.
    package var value: JSON
    /// What stands at all its places, once each.
    package var values: [JSON]

    /// What it is called in the id of a clause: `total_price`, `items.price`; `element` for the elements of the whole body.
    package var label: String {
        // An id is a path of its own: neither its separator nor its wildcard may stand in a part of it.
        let name = path.replacingEach("[*]", with: "").replacingEach("/", with: "~")
        let label = name.drop { $0 == "$" || $0 == "." }
        return label.isEmpty ? "element" : String(label)
    }
}

extension String {
    /// The text with another one in place of each of these.
    fileprivate func replacingEach(_ text: String, with other: String) -> String {
        var result = ""
        var rest = self[...]
        while !rest.isEmpty {
            if rest.hasPrefix(text) {
                result += other
                rest = rest.dropFirst(text.count)
            } else {
                result.append(rest.removeFirst())
            }
        }
        return result
    }
}
