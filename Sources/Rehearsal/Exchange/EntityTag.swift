/// What tells one version of a representation from another (RFC 9110 §8.8.3).
package struct EntityTag: Sendable, Hashable {
    package let isWeak: Bool
    /// What stands in its quotes; of a tag that a scenario wrote without any, all of it.
    package let opaque: String

    package init(_ text: String) {
        var rest = Substring(text)
        isWeak = rest.hasPrefix("W/")
        if isWeak { rest = rest.dropFirst(2) }
        if rest.utf8.count > 1, rest.first == "\"", rest.last == "\"" { rest = rest.dropFirst().dropLast() }
        opaque = String(rest)
    }

    /// Whether both stand for the same bytes (strong comparison, RFC 9110 §8.8.3.2).
    package func isSameStrongly(as other: EntityTag) -> Bool { !isWeak && !other.isWeak && opaque == other.opaque }

    /// Whether one will do for the other (weak comparison).
    package func isSameWeakly(as other: EntityTag) -> Bool { opaque == other.opaque }

    /// The tags of a field's list; a comma inside quotes is part of a tag.
    package static func list(_ text: String) -> [EntityTag] {
        var tags: [EntityTag] = []
        var tag = ""
        var isQuoted = false
        for character in text {
            if character == "\"" { isQuoted.toggle() }
            let isOutside = !isQuoted
            if character == ",", isOutside {
                if !tag.isEmpty { tags.append(EntityTag(tag)) }
                tag = ""
            } else if !isOutside || (character != " " && character != "\t") {
                tag.append(character)
            }
        }
        return tag.isEmpty ? tags : tags + [EntityTag(tag)]
    }
}
