import Rehearsal

/// A translation of a regular expression of Java, JavaScript, Go or .NET to a scenario pattern.
///
/// The result matches the same texts; captures and greediness are lost. Unsupported syntax is an error that names it.
struct PatternTranslation {
    /// The characters that a dot matches.
    enum DotScope {
        /// All characters except line breaks.
        case line
        /// All characters, as with the flag `s`, which some tools always set.
        case everything
        /// All characters of a path, which excludes the question mark.
        case path
    }

    let scalars: [Unicode.Scalar]
    private(set) var dot: DotScope
    var position = 0
    var output = String.UnicodeScalarView()
    var ignoresCase: Bool
    private var depth = 0
    /// Whether the expression has an alternation outside parentheses.
    private var hasTopLevelAlternation = false

    private init(_ text: String, ignoringCase: Bool, dot: DotScope = .line) {
        scalars = Array(text.unicodeScalars)
        ignoresCase = ignoringCase
        self.dot = dot
    }

    /// Returns a pattern that may match any part of a text.
    static func searching(_ text: String, ignoringCase: Bool = false) throws(TranslationError) -> Scenario.Pattern {
        var translation = PatternTranslation(text, ignoringCase: ignoringCase)
        try translation.run()
        return try pattern(String(translation.output))
    }

    /// Returns a pattern that must match the whole text.
    ///
    /// - Parameter after: A pattern for the text after the expression; empty for none.
    static func matchingWhole(
        _ text: String,
        ignoringCase: Bool = false,
        after: String = "",
        dot: DotScope = .line,
    ) throws(TranslationError) -> Scenario.Pattern {
        var translation = PatternTranslation(text, ignoringCase: ignoringCase, dot: dot)
        try translation.run()
        var inner = String(translation.output)
        if translation.hasTopLevelAlternation {
            inner = "(\(inner))"
        } else {
            inner = withoutAnchors(inner, after: after)
        }
        return try pattern("^\(inner)\(after)$")
    }

    /// Returns a pattern for URLs that may match any part of the path, which ends before the query.
    static func searchingPath(_ text: String, ignoringCase: Bool = false) throws(TranslationError) -> Scenario.Pattern {
        var translation = PatternTranslation(text, ignoringCase: ignoringCase, dot: .path)
        try translation.run()
        let inner = endingPaths(translation.output)
        if !translation.hasTopLevelAlternation, inner.hasPrefix("^") { return try pattern(inner) }
        return try pattern("^[^?]*\(translation.hasTopLevelAlternation ? "(\(inner))" : inner)")
    }

    /// Returns the pattern with each anchor `$` replaced by a pattern for the end of the path.
    private static func endingPaths(_ pattern: String.UnicodeScalarView) -> String {
        var output = String.UnicodeScalarView()
        var isInClass = false
        var isEscaped = false
        for scalar in pattern {
            if scalar == "$", !isInClass, !isEscaped {
                output.append(contentsOf: #"(\?|$)"#.unicodeScalars)
            } else {
                output.append(scalar)
            }
            if !isEscaped, scalar == "[" || scalar == "]" { isInClass = scalar == "[" }
            isEscaped = scalar == "\\" && !isEscaped
        }
        return String(output)
    }

    /// Returns a pattern for a literal text.
    static func literal(_ text: String, ignoringCase: Bool = false) -> String {
        var output = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { output.append(contentsOf: escaped(scalar, ignoringCase: ignoringCase)) }
        return String(output)
    }

    /// Returns a pattern for URLs with exactly this path.
    static func url(ofPath text: String) -> Scenario.Pattern? { try? Scenario.Pattern("^\(literal(text))(\\?|$)") }

    /// Returns a pattern for a query or a form with exactly this number of fields; nil if it is too large.
    static func fields(_ count: Int, inURL isURL: Bool) -> Scenario.Pattern? {
        let field = "&*[^&]+"
        let all = field + (count == 1 ? "" : "(&\(field)){\(count - 1)}") + "&*"
        if count == 0 { return try? Scenario.Pattern(isURL ? #"^[^?]*\??&*$"# : "^&*$") }
        return try? Scenario.Pattern(isURL ? #"^[^?]*\?\#(all)$"# : "^\(all)$")
    }

    /// Returns a scenario pattern with this text.
    static func pattern(_ text: String) throws(TranslationError) -> Scenario.Pattern {
        do throws(Scenario.Pattern.Malformed) {
            return try Scenario.Pattern(text)
        } catch {
            throw TranslationError(error.problem)
        }
    }

    private static func withoutAnchors(_ text: String, after: String) -> String {
        var text = text[...]
        if text.hasPrefix("^") { text = text.dropFirst() }
        if text.hasSuffix("$"), !text.hasSuffix("\\$") { text = text.dropLast() }
        return String(text)
    }

    static func escaped(_ scalar: Unicode.Scalar, ignoringCase: Bool = false) -> [Unicode.Scalar] {
        switch scalar {
        case "(", ")", "*", "+", ".", "?", "[", "]", "\\", "^", "{", "}", "|", "$": return ["\\", scalar]
        case "\n": return ["\\", "n"]
        case "\r": return ["\\", "r"]
        case "\t": return ["\\", "t"]
        default:
            guard ignoringCase, let other = otherCase(scalar) else { return [scalar] }
            return ["[", scalar, other, "]"]
        }
    }

    /// Returns the letter in the other case; nil if it has none or is not a single scalar.
    static func otherCase(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        let properties = scalar.properties
        for mapping in [properties.uppercaseMapping, properties.lowercaseMapping] {
            let others = mapping.unicodeScalars
            if others.count == 1, let other = others.first, other != scalar { return other }
        }
        return nil
    }

    var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    private mutating func run() throws(TranslationError) {
        try takeFlags()
        while let scalar = next {
            switch scalar {
            case "\\": try escape()
            case "[": try characterClass()
            case "(": try group()
            case ")":
                depth -= 1
                copyScalar()
            case "|":
                if depth == 0 { hasTopLevelAlternation = true }
                copyScalar()
            case "*", "+", "?": quantifier()
            case "{": try braces()
            case "}", "]":
                output.append(contentsOf: ["\\", scalar])
                position += 1
            case "^", "$": copyScalar()
            case ".": anyCharacter()
            default:
                output.append(contentsOf: Self.escaped(scalar, ignoringCase: ignoresCase))
                position += 1
            }
        }
    }

    mutating func copyScalar() {
        output.append(scalars[position])
        position += 1
    }

    private mutating func anyCharacter() {
        let text =
            switch dot {
            case .line: "."
            case .everything: "[\\s\\S]"
            case .path: "[^?]"
            }
        output.append(contentsOf: text.unicodeScalars)
        position += 1
    }

    private func starts(with text: String) -> Bool { scalars[position...].starts(with: text.unicodeScalars) }

    /// Parses inline flags such as `(?i)` at the beginning of the expression.
    private mutating func takeFlags() throws(TranslationError) {
        guard starts(with: "(?"), let end = scalars.dropFirst(2).firstIndex(of: ")") else { return }
        let flags = scalars[2..<end]
        guard !flags.isEmpty, flags.allSatisfy({ "imsuU".unicodeScalars.contains($0) }) else { return }
        if flags.contains("i") { ignoresCase = true }
        if flags.contains("s"), dot == .line { dot = .everything }
        if flags.contains("m") { throw TranslationError("an inline flag (\"m\") is not supported") }
        position = end + 1
    }

    private mutating func group() throws(TranslationError) {
        depth += 1
        output.append("(")
        position += 1
        guard next == "?" else { return }
        if starts(with: "?:") || starts(with: "?>") {
            position += 2
        } else if starts(with: "?<") || starts(with: "?P<"), !starts(with: "?<="), !starts(with: "?<!"),
            let end = scalars[position...].firstIndex(of: ">")
        {
            position = end + 1
        } else {
            let sign = String(String.UnicodeScalarView(scalars[position...].prefix(3)))
            throw TranslationError("a look-around or flag (\"(\(sign)\") is not supported")
        }
    }

    private mutating func quantifier() {
        copyScalar()
        skipGreediness()
    }

    /// Skips a greediness modifier, which does not affect whether the pattern matches.
    private mutating func skipGreediness() { if next == "?" || next == "+" { position += 1 } }

    private mutating func braces() throws(TranslationError) {
        let end = scalars[position...].firstIndex(of: "}") ?? scalars.count
        let inner = scalars[(position + 1)..<end]
        let isCount =
            end < scalars.count && !inner.isEmpty && inner.first != ","
            && inner.allSatisfy { "0"..."9" ~= $0 || $0 == "," } && inner.count(where: { $0 == "," }) < 2
        guard isCount else {
            output.append(contentsOf: ["\\", "{"])
            position += 1
            return
        }
        output.append(contentsOf: scalars[position...end])
        position = end + 1
        skipGreediness()
    }

    private mutating func escape() throws(TranslationError) {
        guard position + 1 < scalars.count else { throw TranslationError("the pattern ends with a backslash") }
        if starts(with: "\\Q") { return quotation() }
        let (text, length) = try escape(inClass: false)
        output.append(contentsOf: text)
        position += length
    }

    private mutating func quotation() {
        position += 2
        while position < scalars.count, !starts(with: "\\E") {
            output.append(contentsOf: Self.escaped(scalars[position], ignoringCase: ignoresCase))
            position += 1
        }
        position = min(position + 2, scalars.count)
    }

    /// Returns the translation of the escape at the current position, and its length.
    func escape(inClass: Bool) throws(TranslationError) -> ([Unicode.Scalar], Int) {
        let letter = scalars[position + 1]
        if dot == .path, let text = try pathEscape(letter, inClass: inClass) { return (text, 2) }
        switch letter {
        case "A" where !inClass: return (["^"], 2)
        case "z" where !inClass, "Z" where !inClass: return (["$"], 2)
        case "h": return (inClass ? [" ", "\\", "t"] : ["[", " ", "\\", "t", "]"], 2)
        case "u", "x": return try number(letter, inClass: inClass)
        case "p", "P":
            let end = scalars[position...].firstIndex(of: "}").map { $0 + 1 } ?? min(position + 3, scalars.count)
            return (Array(scalars[position..<end]), end - position)
        case "-" where inClass: return (["\\", "-"], 2)
        case "a"..."z", "A"..."Z", "0"..."9": return (["\\", letter], 2)
        default:
            // The character needs no escape in a scenario pattern, unless it has a special meaning there.
            let text = Self.escaped(letter)
            return (inClass && (letter == "-" || letter == "^") ? ["\\", letter] : text, 2)
        }
    }

    /// Returns the translation of an escape that might match a question mark; nil for other escapes.
    private func pathEscape(_ letter: Unicode.Scalar, inClass: Bool) throws(TranslationError) -> [Unicode.Scalar]? {
        switch letter {
        case "S" where !inClass, "W" where !inClass, "D" where !inClass:
            return Array("[^\\\(letter.properties.lowercaseMapping)?]".unicodeScalars)
        case "S", "W", "D", "p", "P": throw TranslationError("\"\\\(letter)\" in a path may match a question mark")
        case "?" where !inClass: throw TranslationError("a path cannot contain a question mark")
        default: return nil
        }
    }

    private func number(_ letter: Unicode.Scalar, inClass: Bool) throws(TranslationError) -> (
        [Unicode.Scalar], Int
    ) {
        let count = letter == "u" ? 4 : 2
        let digits = scalars.dropFirst(position + 2).prefix(count)
        guard digits.count == count, let value = UInt32(String(String.UnicodeScalarView(digits)), radix: 16),
            let scalar = Unicode.Scalar(value)
        else { throw TranslationError("the character number after \"\\\(letter)\" is not valid") }
        return (Self.escaped(scalar), 2 + count)
    }
}

extension PatternTranslation {
    /// Translates a character class in brackets.
    mutating func characterClass() throws(TranslationError) {
        copyScalar()
        let isNegated = next == "^"
        if isNegated {
            copyScalar()
            // A path contains no question mark, so the class must exclude it.
            if dot == .path { output.append("?") }
        }
        var isFirst = true
        /// Whether the previous item may be the start of a range.
        var mayBeginRange = false
        while let scalar = next, scalar != "]" || isFirst {
            if scalar == "?", dot == .path, !isNegated {
                throw TranslationError("a path cannot contain a question mark")
            }
            (isFirst, mayBeginRange) = (false, try classItem(scalar, mayBeginRange))
        }
        guard next == "]" else { throw TranslationError("a character class is not closed") }
        copyScalar()
    }

    private mutating func classItem(_ scalar: Unicode.Scalar, _ mayBeginRange: Bool) throws(TranslationError) -> Bool {
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
            if mayBeginRange, endsRange {
                copyScalar()
                return false
            }
            output.append(contentsOf: ["\\", "-"])
            position += 1
            return true
        case "[" where position + 1 < scalars.count && scalars[position + 1] == ":":
            throw TranslationError("a named character class (\"[:\") is not supported")
        case "&" where position + 1 < scalars.count && scalars[position + 1] == "&":
            throw TranslationError("an intersection of character classes (\"&&\") is not supported")
        case "[", "]", "{", "}", ".", "*", "+", "?", "(", ")", "|", "^", "$":
            output.append(contentsOf: ["\\", scalar])
        default:
            output.append(scalar)
            if ignoresCase, let other = Self.otherCase(scalar) { return try bothCases(scalar, other) }
        }
        position += 1
        return true
    }

    /// Adds a letter in both cases, or a range of letters in both cases.
    private mutating func bothCases(_ scalar: Unicode.Scalar, _ other: Unicode.Scalar) throws(TranslationError) -> Bool
    {
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
