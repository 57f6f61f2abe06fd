extension JSON {
    /// Returns the value with a merge patch applied (RFC 7396 §2): null members are removed, others set or added.
    ///
    /// Existing members keep their positions, and new ones come last. The recursion is as deep as the patch.
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

    /// Returns the document with a value set at a path, creating missing objects.
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

    /// Returns the object with its id member replaced, or inserted as the first member.
    package func setting(id: JSON, named name: String) -> JSON {
        guard case .object(var members) = self else { return self }
        if let index = members.firstIndex(where: { $0.name == name }) {
            members[index].value = id
        } else {
            members.insert(Member(name, id), at: 0)
        }
        return .object(members)
    }

    /// Returns whether every value is inside at most this number of nested objects and arrays.
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

    /// The text of an id: a non-empty string, or the source text of a number; nil for other values.
    package var idText: String? {
        switch self {
        case .string(let text) where !text.isEmpty: text
        case .number(let number): number.text
        default: nil
        }
    }

    /// Returns whether both values are equal, with members in any order and numbers compared by their exact decimal
    /// value (`1`, `1.0` and `10e-1`). Strings are compared by scalars.
    ///
    /// Repeated names must occur equally often, and their values are compared in order.
    package func isEquivalent(to other: JSON) -> Bool {
        JSONComparison.exact.areEqual(self, other)
    }

    /// Returns whether this document contains every member and element of another one.
    ///
    /// Array elements match in any order; scalars must be equal.
    package func contains(_ other: JSON) -> Bool {
        switch (self, other) {
        case (.object(let members), .object(let expected)):
            expected.allSatisfy { item in
                members.contains { $0.name.utf8.elementsEqual(item.name.utf8) && $0.value.contains(item.value) }
            }
        case (.array(let elements), .array(let expected)):
            expected.allSatisfy { item in elements.contains { $0.contains(item) } }
        default: isEquivalent(to: other)
        }
    }

    /// The text of a scalar; the JSON of an object or an array.
    package var plainText: [UInt8] {
        if case .string(let text) = self { return Array(text.utf8) }
        return bytes()
    }

    /// Returns the pointer to the name or value with an index in document order. Index 0 is the document itself.
    ///
    /// A name has the pointer of its value. Returns nil if the document has fewer names and values.
    package func pointer(toNodeAtIndex index: Int) -> JSON.Pointer? {
        var path: [String] = []
        var rest = [Step(value: self, token: nil, isNamed: false, depth: 0)]
        var index = index
        while let step = rest.popLast() {
            path.removeLast(path.count - step.depth)
            if let token = step.token { path.append(token) }
            index -= step.isNamed ? 2 : 1
            if index < 0 { return JSON.Pointer(tokens: path) }
            step.value.pushChildren(depth: path.count, &rest)
        }
        return nil
    }

    private struct Step {
        let value: JSON
        let token: String?
        let isNamed: Bool
        let depth: Int
    }

    private func pushChildren(depth: Int, _ rest: inout [Step]) {
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
