extension JSONPathParser {
    /// `logical-or-expr`, and white space after it.
    mutating func filter() throws(Malformed) -> JSONPathFilter {
        var parts = [try conjunction()]
        while take("|", "|") {
            skipSpace()
            parts.append(try conjunction())
        }
        return parts.count == 1 ? parts[0] : .any(parts)
    }

    /// `logical-and-expr`.
    private mutating func conjunction() throws(Malformed) -> JSONPathFilter {
        var parts = [try condition()]
        skipSpace()
        while take("&", "&") {
            skipSpace()
            parts.append(try condition())
            skipSpace()
        }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    /// `basic-expr`: a parenthesis, a comparison or a test.
    private mutating func condition() throws(Malformed) -> JSONPathFilter {
        if next == "!" { return try negation() }
        if next == "(" { return try group() }
        let left = try part()
        skipSpace()
        guard let comparison = try comparison() else { return try test(left) }
        skipSpace()
        let right = try part()
        try requireComparable(left)
        try requireComparable(right)
        return .compares(left.term, comparison, right.term)
    }

    private mutating func negation() throws(Malformed) -> JSONPathFilter {
        let mark = position
        position += 1
        skipSpace()
        if next == "(" { return .not(try group()) }
        if next == "!" {
            throw .init(mark..<(position + 1), "not of a not", fix: "leave both \"!\" out, or write !(!…)")
        }
        let part = try part()
        skipSpace()
        let end = position
        guard try comparison() == nil else {
            let fix = "write the opposite comparison, or parentheses: !(\(excerpt(part.range)) …)"
            throw .init(mark..<(mark + 1), "\"!\" before a comparison", fix: fix)
        }
        position = end
        return .not(try test(part))
    }

    /// `paren-expr` without its `!`.
    private mutating func group() throws(Malformed) -> JSONPathFilter {
        let opening = position
        try enter()
        position += 1
        skipSpace()
        let inside = try filter()
        guard take(")") else { throw notClosed(opening, "parenthesis", by: ")") }
        leave()
        let end = position
        skipSpace()
        let mark = position
        if try comparison() != nil {
            let fix = "leave the parentheses out, or write \"&&\" or \"||\""
            throw .init(mark..<position, "what is in parentheses is true or false, and not compared", fix: fix)
        }
        position = end
        return inside
    }

    private mutating func comparison() throws(Malformed) -> JSONPathComparison? {
        if take("=", "=") { return .equal }
        if take("!", "=") { return .notEqual }
        if take("<", "=") { return .lessOrEqual }
        if take(">", "=") { return .greaterOrEqual }
        switch (next, scalar(after: 1)) {
        case ("<", ">"): throw malformed("\"<>\" is no comparison", length: 2, fix: "write \"!=\"")
        case ("=", "~"): throw malformed("\"=~\" is no comparison", length: 2, fix: "write search(@.name, 'pattern')")
        case ("=", _): throw malformed("\"=\" is no comparison", fix: "write \"==\"")
        default: break
        }
        if take("<") { return .less }
        if take(">") { return .greater }
        return nil
    }
}
