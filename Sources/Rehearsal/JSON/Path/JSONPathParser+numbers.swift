extension JSONPathParser {
    /// What every reader of JSON can tell from its neighbours (I-JSON, RFC 7493 §2.2).
    private static let greatest = 9_007_199_254_740_991

    /// `int`: an index, or a bound or the step of a slice.
    mutating func integer() throws(Malformed) -> Int {
        let start = position
        try wholeDigits()
        let range = start..<position
        let text = written(range)
        if text == "-0" { throw .init(range, "\"-0\" is no index", fix: "write 0") }
        guard let value = Int(text), -Self.greatest...Self.greatest ~= value else {
            throw .init(range, "\(excerpt(range)) is out of range", fix: "the greatest index is \(Self.greatest)")
        }
        if next == "." || next == "e" || next == "E" {
            throw malformed("an index is a whole number", fix: "write digits only")
        }
        return value
    }

    /// `number`: a literal, which keeps its text.
    mutating func number() throws(Malformed) -> JSON {
        let start = position
        try wholeDigits()
        if take(".") { try digits(after: "the point") }
        if take("e") || take("E") {
            if !take("-") { _ = take("+") }
            try digits(after: "the exponent's \"e\"")
        }
        return .number(JSON.Number(text: written(start..<position)))
    }

    /// An integer of any length, without zeros before it.
    private mutating func wholeDigits() throws(Malformed) {
        _ = take("-")
        let start = position
        try digits(after: "the minus sign")
        guard scalars[start] != "0" || position == start + 1 else {
            throw .init(start..<position, "a number with a zero before it", fix: "leave the leading zero out")
        }
    }

    private mutating func digits(after what: String) throws(Malformed) {
        let start = position
        while let scalar = next, Self.isDigit(scalar) { position += 1 }
        guard position > start else {
            throw malformed("found \(found) where a digit must follow \(what)", fix: "write it as in 1, -1.5 or 1e3")
        }
    }
}
