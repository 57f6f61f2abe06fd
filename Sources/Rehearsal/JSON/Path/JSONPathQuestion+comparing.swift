extension JSONPathQuestion {
    /// How many bytes of text are looked at in the time of a step.
    static let bytesAStep = 32

    /// Whether two values compare as they are asked to (RFC 9535 §2.3.5.2.2); nil is the absence of any.
    mutating func holds(
        _ left: JSON?,
        _ comparison: JSONPathComparison,
        _ right: JSON?
    ) throws(Exhausted) -> Bool {
        switch comparison {
        case .equal: return try isEqual(left, right)
        case .notEqual: return try !isEqual(left, right)
        case .less: return try isLess(left, right)
        case .greater: return try isLess(right, left)
        case .lessOrEqual:
            if try isLess(left, right) { return true }
            return try isEqual(left, right)
        case .greaterOrEqual:
            if try isLess(right, left) { return true }
            return try isEqual(left, right)
        }
    }

    private mutating func isEqual(_ left: JSON?, _ right: JSON?) throws(Exhausted) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        switch (left, right) {
        case (.string(let left), .string(let right)): return try isSame(left, right)
        case (.array(let one), .array(let other)) where one.count != other.count: return false
        case (.object(let one), .object(let other)) where one.count != other.count: return false
        case (.number, .number), (.array, .array), (.object, .object):
            try payForComparing(left)
            try payForComparing(right)
        default: break
        }
        return left.isEquivalent(to: right)
    }

    private mutating func isSame(_ left: String, _ right: String) throws(Exhausted) -> Bool {
        guard left.utf8.count == right.utf8.count else { return false }
        try pay(left.utf8.count / Self.bytesAStep)
        return left.isWritten(as: right)
    }

    /// Only numbers and texts have an order.
    private mutating func isLess(_ left: JSON?, _ right: JSON?) throws(Exhausted) -> Bool {
        switch (left, right) {
        case (.number(let left), .number(let right)):
            try payForNumber(left)
            try payForNumber(right)
            return left.isLess(than: right)
        case (.string(let left), .string(let right)):
            try pay(min(left.utf8.count, right.utf8.count) / Self.bytesAStep)
            // The order of bytes in UTF-8 is that of scalars.
            return left.utf8.lexicographicallyPrecedes(right.utf8)
        default: return false
        }
    }

    private mutating func payForNumber(_ number: JSON.Number) throws(Exhausted) {
        try pay(2 + number.text.utf8.count / 16)
    }

    /// Takes the steps for reading all of a value, and for sorting its members.
    private mutating func payForComparing(_ value: JSON) throws(Exhausted) {
        var rest = [value]
        while let value = rest.popLast() {
            switch value {
            case .null, .bool: break
            case .number(let number): try payForNumber(number)
            case .string(let string): try pay(string.utf8.count / Self.bytesAStep)
            case .array(let elements):
                try pay(elements.count)
                rest += elements
            case .object(let members):
                try pay(members.count * (1 + Int.bitWidth - members.count.leadingZeroBitCount))
                for member in members { try pay(member.name.utf8.count / 16) }
                rest += members.lazy.map(\.value)
            }
        }
    }
}
