extension JSONPathQuestion {
    /// What a function gives that gives a value; nil is the absence of any.
    mutating func result(of call: JSONPathCall, for value: JSON) throws(Exhausted) -> JSON? {
        try pay()
        let argument = call.arguments[0]
        switch (call.function, argument) {
        case (.length, _): return try length(of: self.value(of: argument, for: value))
        case (.count, .query(let query)): return try count(query, for: value)
        case (.value, .query(let query)): return try only(query, for: value)
        // The parser has seen to it that there are no others.
        default: return nil
        }
    }

    /// RFC 9535 §2.4.4: the number of characters (Unicode scalars), elements or members.
    private mutating func length(of value: JSON?) throws(Exhausted) -> JSON? {
        switch value {
        case .string(let string):
            try pay(string.utf8.count / Self.bytesAStep)
            return JSON(integerLiteral: string.unicodeScalars.count)
        case .array(let elements): return JSON(integerLiteral: elements.count)
        case .object(let members): return JSON(integerLiteral: members.count)
        default: return nil
        }
    }

    /// RFC 9535 §2.4.5: how many values a query selects, each as often as it does.
    private mutating func count(_ query: JSONPathQuery, for value: JSON) throws(Exhausted) -> JSON {
        var walk = walk(query, for: value)
        var count = 0
        while try walk.next(&self) != nil { count += 1 }
        return JSON(integerLiteral: count)
    }

    /// RFC 9535 §2.4.8: the value that a query selects, if it is the only one.
    private mutating func only(_ query: JSONPathQuery, for value: JSON) throws(Exhausted) -> JSON? {
        var walk = walk(query, for: value)
        let first = try walk.next(&self)
        return try walk.next(&self) == nil ? first?.value : nil
    }
}

extension JSONPathQuestion {
    /// RFC 9535 §2.4.6 and §2.4.7: whether a pattern stands for the whole of a text, or for any part of it.
    mutating func holds(_ call: JSONPathCall, for value: JSON) throws(Exhausted) -> Bool {
        guard case .string(let subject)? = try self.value(of: call.arguments[0], for: value),
            let pattern = try pattern(of: call, for: value)
        else { return false }
        // What a pattern may cost is known before it is asked: its length times that of the text, and a little for
        // finding out what each character is.
        let count = subject.utf8.count
        try pay(Self.stepsAMatch + count / 4 + pattern.program.steps.count * (count + 1) / Self.workAStep)
        let bytes = Array(subject.utf8)
        return call.function == .match ? pattern.isWhole(of: bytes) : pattern.isFound(in: bytes)
    }

    private static let stepsAMatch = 16
    /// How many steps of a pattern are taken in the time of one of ours.
    private static let workAStep = 16

    /// The pattern of a call; nil if what the document has in its place is none.
    private mutating func pattern(of call: JSONPathCall, for value: JSON) throws(Exhausted) -> Scenario.Pattern? {
        if let pattern = call.pattern { return pattern }
        guard case .string(let text)? = try self.value(of: call.arguments[1], for: value) else { return nil }
        // Reading a pattern takes longer than reading any other text, but only up to its greatest length.
        try pay(Self.stepsAMatch * 16 + 2 * min(text.utf8.count, 4 * PatternParser.longest))
        guard let pattern = try? Scenario.Pattern(text) else { return nil }
        try pay(pattern.program.steps.count)
        return pattern
    }
}
