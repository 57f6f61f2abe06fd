extension JSON {
    /// Whether both say the same: members in any order, numbers by their exact decimal value (`1`, `1.0` and `10e-1`),
    /// strings scalar by scalar.
    ///
    /// Repeated names must be repeated, and their values are compared in order.
    package func isEquivalent(to other: JSON) -> Bool {
        // A list of what is left rather than recursion: the deepest document fits the smallest stack.
        var rest = [(self, other)]
        while let (left, right) = rest.popLast() {
            guard Self.isSame(left, right, rest: &rest) else { return false }
        }
        return true
    }

    /// Whether two values are the same but for what they contain, which is left for later.
    private static func isSame(_ left: JSON, _ right: JSON, rest: inout [(JSON, JSON)]) -> Bool {
        switch (left, right) {
        case (.null, .null): return true
        case (.bool(let left), .bool(let right)): return left == right
        case (.number(let left), .number(let right)):
            return left.text == right.text || Decimal(left.text) == Decimal(right.text)
        case (.string(let left), .string(let right)): return left.utf8.elementsEqual(right.utf8)
        case (.array(let left), .array(let right)):
            guard left.count == right.count else { return false }
            rest.append(contentsOf: zip(left, right))
            return true
        case (.object(let left), .object(let right)):
            guard left.count == right.count else { return false }
            let pairs = zip(sorted(left), sorted(right))
            rest.append(contentsOf: pairs.map { ($0.value, $1.value) })
            return pairs.allSatisfy { $0.name.utf8.elementsEqual($1.name.utf8) }
        default: return false
        }
    }

    private static func sorted(_ members: [Member]) -> [Member] {
        members.enumerated()
            .sorted { left, right in
                if left.element.name.utf8.lexicographicallyPrecedes(right.element.name.utf8) { return true }
                return left.element.name.utf8.elementsEqual(right.element.name.utf8) && left.offset < right.offset
            }
            .map(\.element)
    }

    /// The value of a number: 0.`digits` × 10^`exponent`, without zeros around the digits.
    private struct Decimal: Equatable {
        var isNegative = false
        var digits: [UInt8] = []
        var exponent = Exponent()

        /// An exponent of any length: what was written, plus where the point stands.
        struct Exponent: Equatable {
            /// Zero if what was written is too long for an integer.
            var value = 0
            /// What was written, if it is too long for an integer.
            var text: [UInt8] = []
        }

        init(_ text: String) {
            var rest = Array(text.utf8)[...]
            isNegative = rest.first == UInt8(ascii: "-")
            if isNegative { rest.removeFirst() }
            let mantissa = rest.prefix { $0 | 0x20 != UInt8(ascii: "e") }
            let whole = mantissa.prefix { $0 != UInt8(ascii: ".") }
            digits = Array(whole + mantissa.dropFirst(whole.count + 1))
            let leading = digits.prefix { $0 == UInt8(ascii: "0") }.count
            digits.removeFirst(leading)
            while digits.last == UInt8(ascii: "0") { digits.removeLast() }
            guard !digits.isEmpty else {
                isNegative = false
                return
            }
            exponent.value = whole.count - leading
            add(rest.dropFirst(mantissa.count + 1))
        }

        private mutating func add(_ written: ArraySlice<UInt8>) {
            let isMinus = written.first == UInt8(ascii: "-")
            let significant = written.drop { !(0x31...0x39).contains($0) }
            if significant.count <= 18 {
                let magnitude = significant.reduce(0) { $0 * 10 + Int($1 &- 0x30) }
                exponent.value += isMinus ? -magnitude : magnitude
            } else {
                // Nobody writes such a number twice in two ways: the exponent must then be the same text.
                exponent.text = (isMinus ? [UInt8(ascii: "-")] : []) + significant
            }
        }
    }
}
