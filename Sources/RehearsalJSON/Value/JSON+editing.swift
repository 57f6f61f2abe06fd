/// Documents made from others.
extension JSON {
    /// The value with a merge patch laid over it (RFC 7396 §2): members that are null go, others come or change.
    ///
    /// Members keep their places, new ones come last. It descends as deep as the patch.
    package func merged(with patch: JSON) -> JSON {
        guard case .object(let changes) = patch else { return patch }
        var members: [Member] = if case .object(let members) = self { members } else { [] }
        for change in changes {
            if change.value == .null {
                members.removeAll { $0.name == change.name }
            } else if let index = members.firstIndex(where: { $0.name == change.name }) {
                members[index].value = members[index].value.merged(with: change.value)
            } else {
                members.append(Member(change.name, JSON.null.merged(with: change.value)))
            }
        }
        return .object(members)
    }

    /// The document with a value at a place, and objects made on the way to it.
    package func setting(_ value: JSON, at tokens: ArraySlice<String>) -> JSON {
        guard let name = tokens.first else { return value }
        var members: [Member] = if case .object(let members) = self { members } else { [] }
        if let index = members.firstIndex(where: { $0.name == name }) {
            members[index].value = members[index].value.setting(value, at: tokens.dropFirst())
        } else {
            members.append(Member(name, JSON.object([]).setting(value, at: tokens.dropFirst())))
        }
        return .object(members)
    }

    /// An object with an id: in place of the one that it has, or else as its first member.
    package func setting(id: JSON, named name: String) -> JSON {
        guard case .object(var members) = self else { return self }
        if let index = members.firstIndex(where: { $0.name == name }) {
            members[index].value = id
        } else {
            members.insert(Member(name, id), at: 0)
        }
        return .object(members)
    }

    /// Whether no value in it lies deeper than so many objects and lists.
    package func isWithin(depth limit: Int) -> Bool {
        var rest = [(value: self, depth: 0)]
        while let (value, depth) = rest.popLast() {
            if depth > limit { return false }
            switch value {
            case .array(let elements): rest += elements.map { ($0, depth + 1) }
            case .object(let members): rest += members.map { ($0.value, depth + 1) }
            case .null, .bool, .number, .string: break
            }
        }
        return true
    }

    /// What an id is told by: a text that is not empty, or a number as it is written.
    package var idText: String? {
        switch self {
        case .string(let text) where !text.isEmpty: text
        case .number(let number): number.text
        default: nil
        }
    }
}
