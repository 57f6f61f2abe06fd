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

    /// Whether both say the same: members in any order, numbers by their exact decimal value (`1`, `1.0` and `10e-1`),
    /// strings scalar by scalar.
    ///
    /// Repeated names must be repeated, and their values are compared in order.
    package func isEquivalent(to other: JSON) -> Bool {
        JSONComparison.exact.holds(self, other)
    }

    /// Whether every member and element of another document is in this one, wherever this one has more.
    ///
    /// Elements of a list are looked for in any order; what is neither object nor list must be the same.
    package func contains(_ other: JSON) -> Bool {
        switch (self, other) {
        case (.object(let members), .object(let wanted)):
            wanted.allSatisfy { wish in
                members.contains { $0.name.utf8.elementsEqual(wish.name.utf8) && $0.value.contains(wish.value) }
            }
        case (.array(let elements), .array(let wanted)):
            wanted.allSatisfy { wish in elements.contains { $0.contains(wish) } }
        default: isEquivalent(to: other)
        }
    }

    /// The text of a string or of another scalar; of an object or a list, its JSON.
    package var plainText: [UInt8] {
        if case .string(let text) = self { return Array(text.utf8) }
        return bytes()
    }

    /// The pointer to the name or value in that place, counted in the order in which they are written: 0 is all of it.
    ///
    /// A name has the pointer of its value. Nil if there are fewer.
    package func pointer(toPlace place: Int) -> JSON.Pointer? {
        var path: [String] = []
        var rest = [Step(value: self, token: nil, isNamed: false, depth: 0)]
        var place = place
        while let step = rest.popLast() {
            path.removeLast(path.count - step.depth)
            if let token = step.token { path.append(token) }
            place -= step.isNamed ? 2 : 1
            if place < 0 { return JSON.Pointer(tokens: path) }
            step.value.open(depth: path.count, &rest)
        }
        return nil
    }

    private struct Step {
        let value: JSON
        let token: String?
        let isNamed: Bool
        let depth: Int
    }

    private func open(depth: Int, _ rest: inout [Step]) {
        switch self {
        case .array(let elements):
            for (index, element) in elements.enumerated().reversed() {
                rest.append(Step(value: element, token: String(index), isNamed: false, depth: depth))
            }
        case .object(let members):
            for member in members.reversed() {
                rest.append(Step(value: member.value, token: member.name, isNamed: true, depth: depth))
            }
        case .null, .bool, .number, .string: break
        }
    }
}
