/// The state of one evaluation of a path: its document and the remaining steps.
struct JSONPathEvaluation {
    /// The error of an evaluation that exceeds its limit of steps.
    struct Exhausted: Error {}

    let document: JSON
    private(set) var stepsLeft: Int

    init(document: JSON, stepsLeft: Int) {
        self.document = document
        self.stepsLeft = stepsLeft
    }

    /// Deducts steps. A caller deducts the steps of an operation before it performs the operation.
    mutating func spend(_ steps: Int = 1) throws(Exhausted) {
        stepsLeft -= steps
        if stepsLeft < 0 { throw Exhausted() }
    }

    /// Returns whether a filter selects a value (RFC 9535 §2.3.5.2). The recursion is as deep as the filter.
    mutating func holds(_ filter: JSONPathFilter, for value: JSON) throws(Exhausted) -> Bool {
        try spend()
        switch filter {
        case .any(let parts):
            for part in parts { if try holds(part, for: value) { return true } }
            return false
        case .all(let parts):
            for part in parts { if try !holds(part, for: value) { return false } }
            return true
        case .not(let part): return try !holds(part, for: value)
        case .exists(let query): return try first(query, for: value) != nil
        case .call(let call): return try holds(call, for: value)
        case .comparison(let left, let comparison, let right):
            let (left, right) = (try self.value(of: left, for: value), try self.value(of: right, for: value))
            return try holds(left, comparison, right)
        }
    }

    /// Returns the value of a term; nil if it has none.
    mutating func value(of term: JSONPathTerm, for value: JSON) throws(Exhausted) -> JSON? {
        switch term {
        case .literal(let literal): literal
        case .query(let query): try first(query, for: value)
        case .call(let call): try result(of: call, for: value)
        }
    }

    /// Returns an iterator over the values that a filter's query selects.
    func iterator(_ query: JSONPathQuery, for value: JSON) -> JSONPathIterator {
        JSONPathIterator(query.segments, from: query.isRelative ? value : document)
    }

    /// Returns the first value that a query selects.
    private mutating func first(_ query: JSONPathQuery, for value: JSON) throws(Exhausted) -> JSON? {
        guard query.isSingular else {
            var nodes = iterator(query, for: value)
            return try nodes.next(&self)?.value
        }
        // Most queries in filters are singular and need no iterator.
        var found = query.isRelative ? value : document
        for segment in query.segments {
            try spend()
            switch (segment.selectors[0], found) {
            case (.name(let name), .object(let members)):
                guard let offset = try position(of: name, in: found) else { return nil }
                found = members[offset].value
            case (.index(let index), .array(let elements)):
                guard let offset = position(of: index, in: found) else { return nil }
                found = elements[offset]
            default: return nil
            }
        }
        return found
    }

    /// Returns the position of the first member with a name.
    mutating func position(of name: String, in value: JSON) throws(Exhausted) -> Int? {
        guard case .object(let members) = value else { return nil }
        for (offset, member) in members.enumerated() {
            try spend()
            guard member.name.utf8.count == name.utf8.count else { continue }
            try spend(name.utf8.count / Self.bytesPerStep)
            if member.name.hasSameScalars(as: name) { return offset }
        }
        return nil
    }

    /// Returns the position of the element with an index, which counts from the end if negative.
    func position(of index: Int, in value: JSON) -> Int? {
        guard case .array(let elements) = value else { return nil }
        let offset = index < 0 ? index + elements.count : index
        return elements.indices.contains(offset) ? offset : nil
    }

    /// The number of text bytes that are compared in one step.
    static let bytesPerStep = 32

    /// Returns the result of a comparison (RFC 9535 §2.3.5.2.2); nil operands stand for the absence of a value.
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
        case (.array(let left), .array(let right)) where left.count != right.count: return false
        case (.object(let left), .object(let right)) where left.count != right.count: return false
        case (.number, .number), (.array, .array), (.object, .object):
            try spendForComparison(left)
            try spendForComparison(right)
        default: break
        }
        return left.isEquivalent(to: right)
    }

    private mutating func isSame(_ left: String, _ right: String) throws(Exhausted) -> Bool {
        guard left.utf8.count == right.utf8.count else { return false }
        try spend(left.utf8.count / Self.bytesPerStep)
        return left.hasSameScalars(as: right)
    }

    /// Returns whether one value is less than another; only numbers and strings are ordered.
    private mutating func isLess(_ left: JSON?, _ right: JSON?) throws(Exhausted) -> Bool {
        switch (left, right) {
        case (.number(let left), .number(let right)):
            try spendForNumber(left)
            try spendForNumber(right)
            return left.isLess(than: right)
        case (.string(let left), .string(let right)):
            try spend(min(left.utf8.count, right.utf8.count) / Self.bytesPerStep)
            // The order of bytes in UTF-8 is that of scalars.
            return left.utf8.lexicographicallyPrecedes(right.utf8)
        default: return false
        }
    }

    private mutating func spendForNumber(_ number: JSON.Number) throws(Exhausted) {
        try spend(2 + number.text.utf8.count / 16)
    }

    /// Deducts the steps for reading a whole value and sorting its members.
    private mutating func spendForComparison(_ value: JSON) throws(Exhausted) {
        var rest = [value]
        while let value = rest.popLast() {
            switch value {
            case .null, .bool: break
            case .number(let number): try spendForNumber(number)
            case .string(let string): try spend(string.utf8.count / Self.bytesPerStep)
            case .array(let elements):
                try spend(elements.count)
                rest += elements
            case .object(let members):
                try spend(members.count * (1 + Int.bitWidth - members.count.leadingZeroBitCount))
                for member in members { try spend(member.name.utf8.count / 16) }
                rest += members.lazy.map(\.value)
            }
        }
    }

    /// Returns the result of a function of the type `ValueType` (RFC 9535 §2.4.1); nil for the result `Nothing`.
    mutating func result(of call: JSONPathCall, for value: JSON) throws(Exhausted) -> JSON? {
        try spend()
        let argument = call.arguments[0]
        switch (call.function, argument) {
        case (.length, _): return try length(of: self.value(of: argument, for: value))
        case (.count, .query(let query)): return try count(query, for: value)
        case (.value, .query(let query)): return try only(query, for: value)
        // The parser rejects every other combination.
        default: return nil
        }
    }

    /// Returns the number of characters (Unicode scalars), elements or members (RFC 9535 §2.4.4).
    private mutating func length(of value: JSON?) throws(Exhausted) -> JSON? {
        switch value {
        case .string(let string):
            try spend(string.utf8.count / Self.bytesPerStep)
            return JSON(integerLiteral: string.unicodeScalars.count)
        case .array(let elements): return JSON(integerLiteral: elements.count)
        case .object(let members): return JSON(integerLiteral: members.count)
        default: return nil
        }
    }

    /// Returns the number of values that a query selects, duplicates included (RFC 9535 §2.4.5).
    private mutating func count(_ query: JSONPathQuery, for value: JSON) throws(Exhausted) -> JSON {
        var nodes = iterator(query, for: value)
        var count = 0
        while try nodes.next(&self) != nil { count += 1 }
        return JSON(integerLiteral: count)
    }

    /// Returns the value that a query selects if it is the only one (RFC 9535 §2.4.8).
    private mutating func only(_ query: JSONPathQuery, for value: JSON) throws(Exhausted) -> JSON? {
        var nodes = iterator(query, for: value)
        let first = try nodes.next(&self)
        return try nodes.next(&self) == nil ? first?.value : nil
    }

    /// Returns whether a pattern matches the whole of a string or a part of it (RFC 9535 §2.4.6 and §2.4.7).
    mutating func holds(_ call: JSONPathCall, for value: JSON) throws(Exhausted) -> Bool {
        guard case .string(let subject)? = try self.value(of: call.arguments[0], for: value),
            let pattern = try pattern(of: call, for: value)
        else { return false }
        // The maximum cost is deducted in advance: pattern length times text length, and a lookup for each symbol.
        let count = subject.utf8.count
        try spend(
            Self.stepsPerMatch + count / 4 + pattern.program.steps.count * (count + 1) / Self.patternStepsPerStep
        )
        let bytes = Array(subject.utf8)
        return call.function == .match ? pattern.matchesAll(of: bytes) : pattern.hasMatch(in: bytes)
    }

    private static let stepsPerMatch = 16
    /// The number of pattern steps that take the time of one evaluation step.
    private static let patternStepsPerStep = 16

    /// Returns the pattern of a call; nil if the argument is not a valid pattern.
    private mutating func pattern(of call: JSONPathCall, for value: JSON) throws(Exhausted) -> JSON.Pattern? {
        if let pattern = call.pattern { return pattern }
        guard case .string(let text)? = try self.value(of: call.arguments[1], for: value) else { return nil }
        // Each byte of a pattern costs more than a byte of other text. A pattern that exceeds the maximum length is
        // rejected before it is parsed, so its further bytes are not counted.
        try spend(Self.stepsPerMatch * 16 + 2 * min(text.utf8.count, 4 * PatternParser.maximumLength))
        guard let pattern = try? JSON.Pattern(text) else { return nil }
        try spend(pattern.program.steps.count)
        return pattern
    }
}
