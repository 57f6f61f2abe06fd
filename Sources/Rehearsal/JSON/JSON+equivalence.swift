extension JSON {
    /// Whether both say the same: members in any order, numbers by their exact decimal value (`1`, `1.0` and `10e-1`),
    /// strings scalar by scalar.
    ///
    /// Repeated names must be repeated, and their values are compared in order.
    package func isEquivalent(to other: JSON) -> Bool {
        isEquivalent(to: other) { $0.isWritten(as: $1) }
    }

    /// Whether it says the same as a recorded document, in which a placeholder stands for any value.
    package func isEquivalent(toRecorded recorded: JSON) -> Bool {
        isEquivalent(to: recorded) { Placeholder.covers(Array($1.utf8), Array($0.utf8)) }
    }

    private func isEquivalent(to other: JSON, isSame: (String, String) -> Bool) -> Bool {
        // A list of what is left rather than recursion: the deepest document fits the smallest stack.
        var rest = [(self, other)]
        while let (left, right) = rest.popLast() {
            guard Self.isSame(left, right, rest: &rest, isSame) else { return false }
        }
        return true
    }

    /// Whether two values are the same but for what they contain, which is left for later.
    private static func isSame(
        _ left: JSON,
        _ right: JSON,
        rest: inout [(JSON, JSON)],
        _ isSameText: (String, String) -> Bool,
    ) -> Bool {
        switch (left, right) {
        case (.null, .null): return true
        case (.bool(let left), .bool(let right)): return left == right
        case (.number(let left), .number(let right)): return left.isEqual(to: right)
        case (.string(let left), .string(let right)): return isSameText(left, right)
        case (.array(let left), .array(let right)):
            guard left.count == right.count else { return false }
            rest.append(contentsOf: zip(left, right))
            return true
        case (.object(let left), .object(let right)):
            guard left.count == right.count else { return false }
            guard let pairs = pairs(of: left, with: right, isSameText) else { return false }
            rest.append(contentsOf: pairs)
            return true
        // A number that was taken out left a placeholder behind; digits in a string are another value.
        case (.number(let left), .string(let right)):
            return isSameText(left.text, right) && !left.text.isWritten(as: right)
        default: return false
        }
    }

    /// The values of two objects by their names; nil if they have others. A name that was taken out is that of the
    /// first member that no other name is for.
    private static func pairs(
        of left: [Member],
        with right: [Member],
        _ isSameText: (String, String) -> Bool,
    ) -> [(JSON, JSON)]? {
        let pairs = zip(sorted(left), sorted(right))
        if pairs.allSatisfy({ $0.name.isWritten(as: $1.name) }) { return pairs.map { ($0.value, $1.value) } }
        var rest = left
        var found: [(JSON, JSON)] = []
        let open = right.filter { Placeholder.isOpen(Array($0.name.utf8)) }
        if open.isEmpty { return nil }
        for member in right.filter({ !Placeholder.isOpen(Array($0.name.utf8)) }) + open {
            guard let index = rest.firstIndex(where: { isSameText($0.name, member.name) }) else { return nil }
            found.append((rest.remove(at: index).value, member.value))
        }
        return found
    }

    private static func sorted(_ members: [Member]) -> [Member] {
        members.enumerated()
            .sorted { left, right in
                if left.element.name.utf8.lexicographicallyPrecedes(right.element.name.utf8) { return true }
                return left.element.name.isWritten(as: right.element.name) && left.offset < right.offset
            }
            .map(\.element)
    }
}
