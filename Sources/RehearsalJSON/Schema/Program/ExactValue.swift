/// A value that is compared exactly: numbers in any notation, and members in any order.
struct ExactValue: Hashable, Sendable {
    let value: JSON
    /// The number of values in the value, itself included.
    let nodeCount: Int
    private let hash: Int

    init(_ value: JSON) {
        self.value = value
        var (hash, count) = (0, 0)
        // A work list replaces recursion. The sum of the hashes does not depend on the order of the members.
        var rest = [(value: value, path: 0)]
        while let (value, path) = rest.popLast() {
            count += 1
            var hasher = Hasher()
            hasher.combine(path)
            Self.combine(value, into: &hasher)
            hash &+= hasher.finalize()
            switch value {
            case .array(let elements):
                for (index, element) in elements.enumerated() { rest.append((element, Self.path(path, index))) }
            case .object(let members):
                for member in members { rest.append((member.value, Self.path(path, ScalarText(member.name)))) }
            case .null, .bool, .number, .string: break
            }
        }
        self.hash = hash
        nodeCount = count
    }

    static func == (left: Self, right: Self) -> Bool {
        left.hash == right.hash && left.value.isEquivalent(to: right.value)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(hash) }

    private static func combine(_ value: JSON, into hasher: inout Hasher) {
        switch value {
        case .null: hasher.combine(0)
        case .bool(let value): hasher.combine(value)
        case .number(let number): hasher.combine(JSONDecimal(number.text))
        case .string(let text): hasher.combine(ScalarText(text))
        case .array(let elements): hasher.combine(elements.count)
        case .object(let members): hasher.combine(-1 - members.count)
        }
    }

    private static func path(_ parent: Int, _ token: some Hashable) -> Int {
        var hasher = Hasher()
        hasher.combine(parent)
        hasher.combine(token)
        return hasher.finalize()
    }
}
