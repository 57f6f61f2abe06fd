extension JSONPathParser {
    /// Parses `string-literal`, in double or single quotes.
    mutating func string() throws(Malformed) -> String {
        let opening = position
        let quote = scalars[opening]
        position += 1
        var text = String.UnicodeScalarView()
        stringOffsets = []
        while let scalar = next {
            stringOffsets.append(position)
            switch scalar {
            case quote:
                position += 1
                return String(text)
            case "\\": text.append(try escape(in: quote))
            case "\0"..<" ":
                let problem = "\(found) is not valid in a string"
                throw malformed(problem, fix: "write it as an escape: \(JSONPathEscapes.escape(of: scalar))")
            default:
                position += 1
                text.append(scalar)
            }
        }
        let fix = "write \(quote) after it, or \"\\\(quote)\" for the character itself"
        throw malformedText(opening..<(opening + 1), "the string that begins here is not closed", fix: fix)
    }

    private mutating func escape(in quote: Unicode.Scalar) throws(Malformed) -> Unicode.Scalar {
        guard let letter = scalar(after: 1) else {
            let fix = "write \"\\\\\" for the character itself, and close the string"
            throw malformed("a backslash ends the path", fix: fix)
        }
        if letter == "u" { return try hexadecimal() }
        if letter == quote || letter == "/" || letter == "\\" {
            position += 2
            return letter
        }
        if let scalar = JSONPathEscapes.control(letter) {
            position += 2
            return scalar
        }
        if letter == "'" || letter == "\"" {
            throw malformed("\"\\\(letter)\": this quote needs no backslash here", length: 2, fix: "write \(letter)")
        }
        let escapeText = Self.isControl(letter) ? "a backslash before a control character" : "\"\\\(letter)\""
        let fix = "the escapes are \\b \\f \\n \\r \\t \\/ \\\\ \\\(quote) and \\u00e9; write \"\\\\\" for a backslash"
        throw malformed("\(escapeText) is not a valid escape", length: 2, fix: fix)
    }

    /// Parses `\u` with four digits, and a second escape after the first half of a surrogate pair.
    private mutating func hexadecimal() throws(Malformed) -> Unicode.Scalar {
        let start = position
        let first = try unit()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00 else {
            let problem = "\(excerpt(start..<position)) is the second half of a pair without the first"
            throw malformedText(
                start..<position,
                problem,
                fix: "write the pair, as in \\ud83d\\ude00, or the character itself"
            )
        }
        guard next == "\\", scalar(after: 1) == "u" else { throw halfPair(start) }
        let second = try unit()
        guard 0xDC00..<0xE000 ~= second,
            let scalar = Unicode.Scalar(0x1_0000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw halfPair(start) }
        return scalar
    }

    private func halfPair(_ start: Int) -> Malformed {
        let range = start..<(start + 6)
        let fix = "write the pair, as in \\ud83d\\ude00, or the character itself"
        return malformedText(range, "\(excerpt(range)) is the first half of a pair without the second", fix: fix)
    }

    private mutating func unit() throws(Malformed) -> UInt32 {
        let digits = scalars[position...].dropFirst(2).prefix(4)
        var value: UInt32 = 0
        for digit in digits { value = value << 4 | UInt32(Self.hexValue(digit) ?? 0) }
        guard digits.count == 4, digits.allSatisfy({ Self.hexValue($0) != nil }) else {
            throw malformed("\"\\u\" needs four hexadecimal digits", length: 2, fix: "write it as in \\u00e9")
        }
        position += 6
        return value
    }

    private static func hexValue(_ scalar: Unicode.Scalar) -> UInt8? {
        scalar.isASCII ? UInt8(scalar.value).hexValue : nil
    }

    /// The greatest integer that every JSON parser represents exactly (I-JSON, RFC 7493 §2.2).
    private static let greatest = 9_007_199_254_740_991

    /// Parses `int`: an index, or a bound or the step of a slice.
    mutating func integer() throws(Malformed) -> Int {
        let start = position
        try wholeDigits()
        let range = start..<position
        let text = substring(range)
        if text == "-0" { throw malformedText(range, "\"-0\" is not a valid index", fix: "write 0") }
        guard let value = Int(text), -Self.greatest...Self.greatest ~= value else {
            throw malformedText(
                range,
                "\(excerpt(range)) is out of range",
                fix: "the greatest index is \(Self.greatest)"
            )
        }
        if next == "." || next == "e" || next == "E" {
            throw malformed("an index must be a whole number", fix: "write digits only")
        }
        return value
    }

    /// Parses `number`, and returns it with its source text.
    mutating func number() throws(Malformed) -> JSON {
        let start = position
        try wholeDigits()
        if consume(".") { try digits(after: "the point") }
        if consume("e") || consume("E") {
            if !consume("-") { _ = consume("+") }
            try digits(after: "the exponent's \"e\"")
        }
        return .number(JSON.Number(text: substring(start..<position)))
    }

    /// Parses an integer of any length without leading zeros.
    private mutating func wholeDigits() throws(Malformed) {
        _ = consume("-")
        let start = position
        try digits(after: "the minus sign")
        guard scalars[start] != "0" || position == start + 1 else {
            throw malformedText(start..<position, "a number with a leading zero", fix: "leave the leading zero out")
        }
    }

    private mutating func digits(after predecessor: String) throws(Malformed) {
        let start = position
        while let scalar = next, Self.isDigit(scalar) { position += 1 }
        guard position > start else {
            throw malformed(
                "found \(found) where a digit must follow \(predecessor)",
                fix: "write it as in 1, -1.5 or 1e3"
            )
        }
    }
}
