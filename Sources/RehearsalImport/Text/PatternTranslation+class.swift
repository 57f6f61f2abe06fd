import Rehearsal

extension PatternTranslation {
    /// Characters in brackets.
    mutating func characterClass() throws(Untranslatable) {
        plain()
        let isNegated = next == "^"
        if isNegated {
            plain()
            // What ends a path is none of its characters.
            if dot == .path { output.append("?") }
        }
        var isFirst = true
        /// Whether the last thing may begin a range.
        var mayBegin = false
        while let scalar = next, scalar != "]" || isFirst {
            if scalar == "?", dot == .path, !isNegated { throw Untranslatable("a path holds no question mark") }
            (isFirst, mayBegin) = (false, try classItem(scalar, mayBegin))
        }
        guard next == "]" else { throw Untranslatable("a class that is not closed") }
        plain()
    }

    private mutating func classItem(_ scalar: Unicode.Scalar, _ mayBegin: Bool) throws(Untranslatable) -> Bool {
        switch scalar {
        case "\\" where position + 1 < scalars.count:
            let (text, length) = try escape(inClass: true)
            let letter = scalars[position + 1]
            output.append(contentsOf: text)
            position += length
            return !"dDwWsSpPh".unicodeScalars.contains(letter)
        case "-":
            let after = position + 1 < scalars.count ? scalars[position + 1] : "]"
            let endsRange = after != "]" && !(after == "\\" && Self.isShorthand(scalars, position + 2))
            if mayBegin, endsRange {
                plain()
                return false
            }
            output.append(contentsOf: ["\\", "-"])
            position += 1
            return true
        case "[" where position + 1 < scalars.count && scalars[position + 1] == ":":
            throw Untranslatable("a class by name (\"[:\") is not supported")
        case "&" where position + 1 < scalars.count && scalars[position + 1] == "&":
            throw Untranslatable("an intersection of classes (\"&&\") is not supported")
        case "[", "]", "{", "}", ".", "*", "+", "?", "(", ")", "|", "^", "$":
            output.append(contentsOf: ["\\", scalar])
        default:
            output.append(scalar)
            if ignoresCase, let other = Self.otherCase(scalar) { return try bothCases(scalar, other) }
        }
        position += 1
        return true
    }

    /// A letter of a class in both cases, and a range of them too.
    private mutating func bothCases(_ scalar: Unicode.Scalar, _ other: Unicode.Scalar) throws(Untranslatable) -> Bool {
        if position + 2 < scalars.count, scalars[position + 1] == "-", scalars[position + 2] != "]",
            let end = Self.otherCase(scalars[position + 2])
        {
            output.append(contentsOf: ["-", scalars[position + 2], other, "-", end])
            position += 3
            return false
        }
        output.append(other)
        position += 1
        return false
    }

    private static func isShorthand(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
        index < scalars.count && "dDwWsSpPh".unicodeScalars.contains(scalars[index])
    }
}
