/// The members or elements of a value that keywords evaluated (core §11).
struct SchemaMarks {
    /// Whether a schema needs the marks. Otherwise nothing is recorded.
    let isRecording: Bool
    private var includesAll = false
    private var low: UInt64 = 0
    /// The marks of the indices from 64.
    private var high: [UInt64] = []

    init(isRecording: Bool) { self.isRecording = isRecording }

    static var none: SchemaMarks { SchemaMarks(isRecording: false) }

    mutating func insertAll() { includesAll = true }

    mutating func insert(_ index: Int) {
        guard isRecording else { return }
        guard index >= 64 else {
            low |= 1 << UInt64(index)
            return
        }
        let word = index / 64 - 1
        while high.count <= word { high.append(0) }
        high[word] |= 1 << UInt64(index % 64)
    }

    func contains(_ index: Int) -> Bool {
        if includesAll { return true }
        guard index >= 64 else { return low >> UInt64(index) & 1 == 1 }
        let word = index / 64 - 1
        return word < high.count && high[word] >> UInt64(index % 64) & 1 == 1
    }

    mutating func formUnion(_ other: SchemaMarks) {
        guard isRecording else { return }
        includesAll = includesAll || other.includesAll
        low |= other.low
        while high.count < other.high.count { high.append(0) }
        for (index, word) in other.high.enumerated() { high[index] |= word }
    }
}

/// A value that is compared exactly, in any notation and with members in any order.
struct ExactValue: Hashable {
    let value: JSON

    static func == (left: Self, right: Self) -> Bool { left.value.isEquivalent(to: right.value) }

    func hash(into hasher: inout Hasher) { Self.hash(value, into: &hasher, depth: 0) }

    private static func hash(_ value: JSON, into hasher: inout Hasher, depth: Int) {
        // Deeper values differ in `==` only, so that the recursion is bounded.
        guard depth < 16 else { return }
        switch value {
        case .null: hasher.combine(0)
        case .bool(let value): hasher.combine(value)
        case .number(let number): hasher.combine(JSONDecimal(number.text))
        case .string(let text): hasher.combine(ScalarText(text))
        case .array(let elements):
            hasher.combine(elements.count)
            for element in elements { hash(element, into: &hasher, depth: depth + 1) }
        case .object(let members):
            // The sum does not depend on the order of the members.
            var sum = members.count
            for member in members {
                var inner = Hasher()
                inner.combine(ScalarText(member.name))
                hash(member.value, into: &inner, depth: depth + 1)
                sum &+= inner.finalize()
            }
            hasher.combine(sum)
        }
    }
}
