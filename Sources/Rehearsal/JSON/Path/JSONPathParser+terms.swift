extension JSONPathParser {
    /// A term, and where it is written.
    struct Part {
        var term: JSONPathTerm
        var range: Range<Int>
    }

    /// A literal, a query or a call.
    mutating func part() throws(Malformed) -> Part {
        let start = position
        let term = try term()
        return Part(term: term, range: start..<position)
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
        default: throw noTerm()
        }
    }

    /// `true`, `false`, `null`, or the name of a function and its arguments.
    private mutating func word() throws(Malformed) -> JSONPathTerm {
        let start = position
        while let scalar = next, Self.isNameCharacter(scalar) { position += 1 }
        let word = written(start..<position)
        if next == "(" { return .call(try call(word, from: start)) }
        switch word {
        case "true": return .literal(.bool(true))
        case "false": return .literal(.bool(false))
        case "null": return .literal(.null)
        default: throw unknownWord(word, start)
        }
    }

    /// `test-expr`: what stands alone is a query, or a function that says yes or no.
    func test(_ part: Part) throws(Malformed) -> JSONPathFilter {
        switch part.term {
        case .query(let query): return .exists(query)
        case .call(let call) where call.function.result == .logical: return .holds(call)
        case .call(let call):
            let problem = "\(call.function.rawValue)(…) is a value, which alone is neither true nor false"
            throw .init(part.range, problem, fix: "compare it: \(call.function.example) == …")
        case .literal:
            let problem = "\(excerpt(part.range)) is a value, which alone is neither true nor false"
            throw .init(part.range, problem, fix: "compare it: @.name == \(excerpt(part.range))")
        }
    }

    /// `comparable`: a literal, a query for one value at most, or a function that gives a value.
    func requireComparable(_ part: Part) throws(Malformed) {
        switch part.term {
        case .literal: return
        case .query(let query):
            guard !query.isSingular else { return }
            throw notSingular(part, "is compared")
        case .call(let call):
            guard call.function.result != .value else { return }
            let problem = "\(call.function.rawValue)(…) is true or false, and not compared"
            throw .init(part.range, problem, fix: "write it alone, or with \"!\" before it")
        }
    }

    /// A query that may select several values, where one is needed.
    func notSingular(_ part: Part, _ what: String) -> Malformed {
        let problem = "\(excerpt(part.range)) may select several values, and one \(what)"
        let fix = "write one name or index in each pair of brackets, or one of value(…) and count(…) around it"
        return .init(part.range, problem, fix: fix)
    }
}
