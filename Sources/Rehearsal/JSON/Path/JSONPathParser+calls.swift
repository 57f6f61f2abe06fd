extension JSONPathParser {
    /// `function-expr`, from its parenthesis on.
    mutating func call(_ name: String, from start: Int) throws(Malformed) -> JSONPathCall {
        guard let function = JSONPathFunction(rawValue: name) else { throw unknownFunction(start) }
        let opening = position
        try enter()
        position += 1
        var arguments: [Part] = []
        skipSpace()
        if next != ")" {
            repeat {
                skipSpace()
                arguments.append(try argument())
            } while take(",")
        }
        guard take(")") else { throw notClosed(opening, "parenthesis", by: ")") }
        leave()
        try require(arguments, for: function, start..<position)
        let pattern = try function.result == .logical ? pattern(arguments[1]) : nil
        return JSONPathCall(function: function, arguments: arguments.map(\.term), pattern: pattern)
    }

    /// An argument and white space after it; no function of the RFC takes a condition.
    private mutating func argument() throws(Malformed) -> Part {
        let start = position
        let isCondition = next == "!" || next == "("
        let part = try isCondition ? nil : self.part()
        skipSpace()
        guard let part, next != "&", next != "|", next != "=", next != "!", next != "<", next != ">" else {
            let fix = "write a literal, a query or a call in each place"
            throw .init(start..<max(position, start + 1), "an argument is not a condition", fix: fix)
        }
        return part
    }

    private func require(
        _ arguments: [Part],
        for function: JSONPathFunction,
        _ range: Range<Int>
    ) throws(Malformed) {
        let parameters = function.parameters
        guard arguments.count == parameters.count else {
            let takes = parameters.count == 1 ? "one argument" : "two arguments"
            throw .init(
                range,
                "\(function.rawValue) takes \(takes), not \(arguments.count)",
                fix: "write \(function.example)"
            )
        }
        for (argument, parameter) in zip(arguments, parameters) {
            try require(argument, parameter, function)
        }
    }

    private func require(
        _ argument: Part,
        _ parameter: JSONPathFunction.Kind,
        _ function: JSONPathFunction
    ) throws(Malformed) {
        switch (parameter, argument.term) {
        case (.nodes, .query), (.value, .literal): return
        case (.value, .query(let query)):
            if !query.isSingular { throw notSingular(argument, "is what \(function.rawValue) takes") }
        case (.value, .call(let call)) where call.function.result == .value: return
        case (.value, .call(let call)):
            let problem = "\(call.function.rawValue)(…) is true or false, and \(function.rawValue) takes a value"
            throw .init(argument.range, problem, fix: "write \(function.example)")
        default:
            let problem = "\(excerpt(argument.range)) is no query, and \(function.rawValue) takes one"
            throw .init(argument.range, problem, fix: "write \(function.example)")
        }
    }

    /// The pattern that an argument is, if it is written here; its mistakes are told at their place in the path.
    private func pattern(_ argument: Part) throws(Malformed) -> Scenario.Pattern? {
        guard case .literal(.string(let text)) = argument.term else { return nil }
        do throws(Scenario.Pattern.Malformed) { return try Scenario.Pattern(text) } catch {
            let last = stringPlaces.count - 1
            let start = stringPlaces[min(error.offset, last)]
            let end = stringPlaces[min(error.offset + error.length, last)]
            throw .init(start..<max(end, start + 1), "in the pattern, \(error.problem)", fix: error.fix)
        }
    }
}
