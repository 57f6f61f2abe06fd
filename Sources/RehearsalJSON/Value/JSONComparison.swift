/// A comparison of two documents with configurable equality of texts.
package struct JSONComparison {
    /// A function that returns whether a text of the first document equals a text of the second.
    private let isSame: (_ text: String, _ other: String) -> Bool
    /// A function that returns whether a name of the second document is a placeholder that may equal several names.
    private let isPlaceholder: (_ name: String) -> Bool

    /// The comparison in which texts are equal if they have the same scalars.
    static var exact: JSONComparison { JSONComparison(isSame: { $0.hasSameScalars(as: $1) }, isOpen: { _ in false }) }

    package init(
        isSame: @escaping (_ text: String, _ other: String) -> Bool,
        isOpen: @escaping (_ name: String) -> Bool
    ) {
        self.isSame = isSame
        self.isPlaceholder = isOpen
    }

    /// Returns whether both documents are equal.
    package func areEqual(_ first: JSON, _ second: JSON) -> Bool {
        // A work list replaces recursion, so that the deepest document cannot overflow a small stack.
        var rest = [(first, second)]
        while let (left, right) = rest.popLast() {
            guard isSame(left, right, rest: &rest) else { return false }
        }
        return true
    }

    /// Returns whether two values are equal apart from their elements or members. Appends the pairs of those to `rest`.
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
        // Redaction replaces a number by a string, a placeholder. Any other string differs from a number.
        case (.number(let left), .string(let right)):
            return isSame(left.text, right) && !left.text.hasSameScalars(as: right)
        default: return false
        }
    }

    /// Returns the pairs of values with equal names; nil if the names differ. A redacted name is compared after all
    /// other names, and pairs with the first remaining member whose name it equals.
    private func pairs(of left: [JSON.Member], with right: [JSON.Member]) -> [(JSON, JSON)]? {
        let pairs = zip(Self.sorted(left), Self.sorted(right))
        if pairs.allSatisfy({ $0.name.hasSameScalars(as: $1.name) }) { return pairs.map { ($0.value, $1.value) } }
        let redacted = right.filter { isPlaceholder($0.name) }
        if redacted.isEmpty { return nil }
        var rest = left
        var found: [(JSON, JSON)] = []
        for member in right.filter({ !isPlaceholder($0.name) }) + redacted {
            guard let index = rest.firstIndex(where: { isSame($0.name, member.name) }) else { return nil }
            found.append((rest.remove(at: index).value, member.value))
        }
        return found
    }

    private static func sorted(_ members: [JSON.Member]) -> [JSON.Member] {
        members.enumerated()
            .sorted { left, right in
                if left.element.name.utf8.lexicographicallyPrecedes(right.element.name.utf8) { return true }
                return left.element.name.hasSameScalars(as: right.element.name) && left.offset < right.offset
            }
            .map(\.element)
    }
}
