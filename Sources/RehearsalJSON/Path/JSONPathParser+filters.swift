extension JSONPathParser {
    /// Parses `logical-or-expr`, and white space after it.
    mutating func filter() throws(Malformed) -> JSONPathFilter {
        var parts = [try conjunction()]
        while consume("|", "|") {
            skipSpace()
            parts.append(try conjunction())
        }
        return parts.count == 1 ? parts[0] : .any(parts)
    }

    /// Parses `logical-and-expr`.
    private mutating func conjunction() throws(Malformed) -> JSONPathFilter {
        var parts = [try condition()]
        skipSpace()
        while consume("&", "&") {
            skipSpace()
            parts.append(try condition())
            skipSpace()
        }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    /// Parses `basic-expr`: a parenthesis, a comparison or a test.
    private mutating func condition() throws(Malformed) -> JSONPathFilter {
        if next == "!" { return try negation() }
        if next == "(" { return try group() }
        let left = try operand()
        skipSpace()
        guard let comparison = try comparison() else { return try existenceTestOrCall(left) }
        skipSpace()
        let right = try operand()
        try requireComparable(left)
        try requireComparable(right)
        return .comparison(left.term, comparison, right.term)
    }

    private mutating func negation() throws(Malformed) -> JSONPathFilter {
        let mark = position
        position += 1
        skipSpace()
        if next == "(" { return .not(try group()) }
        if next == "!" {
            let problem = "\"!\" before another \"!\""
            throw malformedText(mark..<(position + 1), problem, fix: "leave both \"!\" out, or write !(!…)")
        }
        let part = try operand()
        skipSpace()
        let end = position
        guard try comparison() == nil else {
            let fix = "write the opposite comparison, or parentheses: !(\(excerpt(part.range)) …)"
            throw malformedText(mark..<(mark + 1), "\"!\" before a comparison", fix: fix)
        }
        position = end
        return .not(try existenceTestOrCall(part))
    }

    /// Parses `paren-expr` without its `!`.
    private mutating func group() throws(Malformed) -> JSONPathFilter {
        let opening = position
        try enter()
        position += 1
        skipSpace()
        let inside = try filter()
        guard consume(")") else { throw unclosedBracket(opening, "parenthesis", by: ")") }
        leave()
        let end = position
        skipSpace()
        let mark = position
        if try comparison() != nil {
            let fix = "leave the parentheses out, or write \"&&\" or \"||\""
            throw malformedText(mark..<position, "a condition in parentheses cannot be compared", fix: fix)
        }
        position = end
        return inside
    }

    private mutating func comparison() throws(Malformed) -> JSONPathComparison? {
        if consume("=", "=") { return .equal }
        if consume("!", "=") { return .notEqual }
        if consume("<", "=") { return .lessOrEqual }
        if consume(">", "=") { return .greaterOrEqual }
        switch (next, scalar(after: 1)) {
        case ("<", ">"): throw malformed("\"<>\" is not a valid comparison", length: 2, fix: "write \"!=\"")
        case ("=", "~"):
            let fix = "write search(@.name, 'pattern')"
            throw malformed("\"=~\" is not a valid comparison", length: 2, fix: fix)
        case ("=", _): throw malformed("\"=\" is not a valid comparison", fix: "write \"==\"")
        default: break
        }
        if consume("<") { return .less }
        if consume(">") { return .greater }
        return nil
    }

    /// A term, and its range in the path.
    struct Operand {
        var term: JSONPathTerm
        var range: Range<Int>
    }

    /// Parses a literal, a query or a call.
    mutating func operand() throws(Malformed) -> Operand {
        let start = position
        let term = try term()
        return Operand(term: term, range: start..<position)
    }

    private mutating func term() throws(Malformed) -> JSONPathTerm {
        switch next {
        case "@", "$":
            let isRelative = next == "@"
            position += 1
            return .query(JSONPathQuery(isRelative: isRelative, segments: try segments()))
        case "'", "\"": return .literal(.string(try string()))
        case "-", ("0"..."9")?: return .literal(try number())
        case let scalar? where Self.isNameCharacter(scalar, isFirst: true): return try word()
        default: throw missingTerm()
        }
    }

    /// Parses `true`, `false`, `null`, or the name of a function and its arguments.
    private mutating func word() throws(Malformed) -> JSONPathTerm {
        let start = position
        while let scalar = next, Self.isNameCharacter(scalar) { position += 1 }
        let word = substring(start..<position)
        if next == "(" { return .call(try call(word, from: start)) }
        switch word {
        case "true": return .literal(.bool(true))
        case "false": return .literal(.bool(false))
        case "null": return .literal(.null)
        default: throw unknownWord(word, start)
        }
    }

    /// Returns a `test-expr`: an existence test for a query, or a call of a function with a logical result.
    func existenceTestOrCall(_ part: Operand) throws(Malformed) -> JSONPathFilter {
        switch part.term {
        case .query(let query): return .exists(query)
        case .call(let call) where call.function.result == .logical: return .call(call)
        case .call(let call):
            let problem = "\(call.function.rawValue)(…) is a value, not a condition"
            throw malformedText(part.range, problem, fix: "compare it: \(call.function.example) == …")
        case .literal:
            let problem = "\(excerpt(part.range)) is a value, not a condition"
            throw malformedText(part.range, problem, fix: "compare it: @.name == \(excerpt(part.range))")
        }
    }

    /// Requires a `comparable`: a literal, a singular query, or a function that returns a value.
    func requireComparable(_ part: Operand) throws(Malformed) {
        switch part.term {
        case .literal: return
        case .query(let query):
            guard !query.isSingular else { return }
            throw nonSingularQuery(part, "a comparison takes one")
        case .call(let call):
            guard call.function.result != .value else { return }
            let problem = "\(call.function.rawValue)(…) is a condition and cannot be compared"
            throw malformedText(part.range, problem, fix: "write it alone, or with \"!\" before it")
        }
    }

    /// Returns the error for a query that may select several values where only one is valid.
    func nonSingularQuery(_ part: Operand, _ requirement: String) -> Malformed {
        let problem = "\(excerpt(part.range)) may select several values, but \(requirement)"
        let fix = "write one name or index in each pair of brackets, or wrap the query in value(…) or count(…)"
        return malformedText(part.range, problem, fix: fix)
    }

    /// Parses `function-expr`, from its parenthesis on.
    mutating func call(_ name: String, from start: Int) throws(Malformed) -> JSONPathCall {
        guard let function = JSONPathFunction(rawValue: name) else { throw unknownFunction(start) }
        let opening = position
        try enter()
        position += 1
        var arguments: [Operand] = []
        skipSpace()
        if next != ")" {
            repeat {
                skipSpace()
                arguments.append(try argument())
            } while consume(",")
        }
        guard consume(")") else { throw unclosedBracket(opening, "parenthesis", by: ")") }
        leave()
        try require(arguments, for: function, start..<position)
        let pattern = try function.result == .logical ? pattern(arguments[1]) : nil
        return JSONPathCall(function: function, arguments: arguments.map(\.term), pattern: pattern)
    }

    /// Parses an argument and the white space after it. No function of the RFC has a condition as an argument.
    private mutating func argument() throws(Malformed) -> Operand {
        let start = position
        let isCondition = next == "!" || next == "("
        let part = try isCondition ? nil : self.operand()
        skipSpace()
        guard let part, next != "&", next != "|", next != "=", next != "!", next != "<", next != ">" else {
            let fix = "write a literal, a query or a call as each argument"
            throw malformedText(start..<max(position, start + 1), "an argument cannot be a condition", fix: fix)
        }
        return part
    }

    private func require(
        _ arguments: [Operand],
        for function: JSONPathFunction,
        _ range: Range<Int>
    ) throws(Malformed) {
        let parameters = function.parameters
        guard arguments.count == parameters.count else {
            let expectedCount = parameters.count == 1 ? "one argument" : "two arguments"
            throw malformedText(
                range,
                "\(function.rawValue) takes \(expectedCount), not \(arguments.count)",
                fix: "write \(function.example)"
            )
        }
        for (argument, parameter) in zip(arguments, parameters) {
            try require(argument, parameter, function)
        }
    }

    private func require(
        _ argument: Operand,
        _ parameter: JSONPathFunction.Kind,
        _ function: JSONPathFunction
    ) throws(Malformed) {
        switch (parameter, argument.term) {
        case (.nodes, .query), (.value, .literal): return
        case (.value, .query(let query)):
            if !query.isSingular { throw nonSingularQuery(argument, "\(function.rawValue) takes one") }
        case (.value, .call(let call)) where call.function.result == .value: return
        case (.value, .call(let call)):
            let problem = "\(call.function.rawValue)(…) is a condition, but \(function.rawValue) takes a value"
            throw malformedText(argument.range, problem, fix: "write \(function.example)")
        default:
            let problem = "\(excerpt(argument.range)) is not a query, but \(function.rawValue) takes one"
            throw malformedText(argument.range, problem, fix: "write \(function.example)")
        }
    }

    /// Returns the pattern of a literal argument; nil for other arguments. An error states its position in the path.
    private func pattern(_ argument: Operand) throws(Malformed) -> JSON.Pattern? {
        guard case .literal(.string(let text)) = argument.term else { return nil }
        do throws(Malformed) { return try JSON.Pattern(text) } catch {
            let last = stringOffsets.count - 1
            let start = stringOffsets[min(error.offset, last)]
            let end = stringOffsets[min(error.offset + error.length, last)]
            throw malformedText(start..<max(end, start + 1), "in the pattern, \(error.problem)", fix: error.fix)
        }
    }
}
