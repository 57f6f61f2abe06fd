/// A comparison of two documents, with a rule for the texts that count as the same.
package struct JSONComparison {
    /// Whether a text of the first document counts as one of the second.
    private let isSame: (_ text: String, _ other: String) -> Bool
    /// Whether a name of the second document may stand for several names.
    private let isOpen: (_ name: String) -> Bool

    /// Texts are the same if they are written alike.
    static var exact: JSONComparison { JSONComparison(isSame: { $0.isWritten(as: $1) }, isOpen: { _ in false }) }

    package init(
        isSame: @escaping (_ text: String, _ other: String) -> Bool,
        isOpen: @escaping (_ name: String) -> Bool
    ) {
        self.isSame = isSame
        self.isOpen = isOpen
    }

    /// Whether both documents say the same.
    package func holds(_ one: JSON, _ other: JSON) -> Bool {
        // A list of what is left rather than recursion: the deepest document fits the smallest stack.
        var rest = [(one, other)]
        while let (left, right) = rest.popLast() {
            guard isSame(left, right, rest: &rest) else { return false }
        }
        return true
    }

    /// Whether two values are the same but for what they contain, which is left for later.
    private func isSame(_ left: JSON, _ right: JSON, rest: inout [(JSON, JSON)]) -> Bool {
        switch (left, right) {
        case (.null, .null): return true
        case (.bool(let left), .bool(let right)): return left == right
        case (.number(let left), .number(let right)): return left.isEqual(to: right)
        case (.string(let left), .string(let right)): return isSame(left, right)
        case (.array(let left), .array(let right)):
            guard left.count == right.count else { return false }
            rest.append(contentsOf: zip(left, right))
            return true
        case (.object(let left), .object(let right)):
            guard left.count == right.count, let pairs = pairs(of: left, with: right) else { return false }
            rest.append(contentsOf: pairs)
            return true
        // A number that was taken out left a placeholder behind; digits in a string are another value.
        case (.number(let left), .string(let right)):
            return isSame(left.text, right) && !left.text.isWritten(as: right)
        default: return false
        }
    }

    /// The values of two objects by their names; nil if they have others. A name that was taken out is that of the
    /// first member that no other name is for.
    private func pairs(of left: [JSON.Member], with right: [JSON.Member]) -> [(JSON, JSON)]? {
        let pairs = zip(Self.sorted(left), Self.sorted(right))
        if pairs.allSatisfy({ $0.name.isWritten(as: $1.name) }) { return pairs.map { ($0.value, $1.value) } }
        let open = right.filter { isOpen($0.name) }
        if open.isEmpty { return nil }
        var rest = left
        var found: [(JSON, JSON)] = []
        for member in right.filter({ !isOpen($0.name) }) + open {
            guard let index = rest.firstIndex(where: { isSame($0.name, member.name) }) else { return nil }
            found.append((rest.remove(at: index).value, member.value))
        }
        return found
    }

    private static func sorted(_ members: [JSON.Member]) -> [JSON.Member] {
        members.enumerated()
            .sorted { left, right in
                if left.element.name.utf8.lexicographicallyPrecedes(right.element.name.utf8) { return true }
                return left.element.name.isWritten(as: right.element.name) && left.offset < right.offset
            }
            .map(\.element)
    }
}
