import Rehearsal

/// A filter in a JSONPath of the Jayway library.
///
/// In Jayway a number equals a string with the same text, a pattern also matches numbers, and `size()` applies to
/// arrays and objects.
indirect enum JaywayFilter {
    case any([JaywayFilter])
    case all([JaywayFilter])
    case not(JaywayFilter)
    case exists(Term)
    case compares(Term, String, Term)
    case matches(Term, Scenario.Pattern)
    case isIn(Term, [Term])

    /// An operand of a comparison.
    enum Term {
        /// A path from the current value or from the root of the document.
        case path(isRelative: Bool, [JaywayPath.Segment])
        case size(isRelative: Bool, [JaywayPath.Segment])
        case string(String)
        /// A number, `true`, `false` or `null` in JSON syntax.
        case literal(String)
    }

    /// Whether the filter holds only for objects with a certain member.
    var requiresMember: Bool {
        switch self {
        case .any(let parts): parts.allSatisfy(\.requiresMember)
        case .all(let parts): parts.contains(where: \.requiresMember)
        case .not: false
        case .exists(let term), .matches(let term, _), .isIn(let term, _): term.isMember
        case .compares(let left, let sign, let right):
            sign != "!=" && (left.isMember && right.isLiteral || left.isLiteral && right.isMember)
        }
    }

    /// Whether the filter holds for an object without members.
    var holdsForEmptyObject: Bool {
        let path = try? JSON.Path("$[?\(text(of: "@"))]")
        return path?.hasMatch(in: .array([.object([])])) ?? false
    }

    /// Whether a pattern may match the text of a number or a Boolean, which RFC 9535 does not compare.
    var mayMatchNumber: Bool {
        switch self {
        case .any(let parts), .all(let parts): parts.contains(where: \.mayMatchNumber)
        case .not(let part): part.mayMatchNumber
        case .matches(_, let pattern): !Self.beginsWithLetter(pattern.text)
        case .exists, .compares, .isIn: false
        }
    }

    private static func beginsWithLetter(_ pattern: String) -> Bool {
        guard !pattern.contains("|") else { return false }
        var rest = pattern.drop { $0 == "^" }
        guard let first = rest.popFirst() else { return false }
        var letters = String(first)
        if first == "[" {
            letters = String(rest.prefix { $0 != "]" })
            rest = rest.dropFirst(letters.count + 1)
        }
        let isPlain = !letters.isEmpty && letters.allSatisfy { $0.isLetter && !"tTfFnN".contains($0) }
        return isPlain && !(rest.first.map { "*?{".contains($0) } ?? false)
    }

    /// Returns the filter in the syntax of RFC 9535.
    ///
    /// - Parameter subject: The current value: `@`, or a path to it.
    func text(of subject: String) -> String {
        switch self {
        case .any(let parts): "(" + parts.map { $0.text(of: subject) }.joined(separator: " || ") + ")"
        case .all(let parts): "(" + parts.map { $0.text(of: subject) }.joined(separator: " && ") + ")"
        case .not(let part): "!(\(part.text(of: subject)))"
        case .exists(let term): term.text(of: subject)
        case .matches(let term, let pattern):
            "match(\(term.text(of: subject)), \(JSONPathTranslation.quoted(pattern.withoutAnchors)))"
        case .isIn(let term, let values):
            "(" + values.map { Self.equality(term, $0, subject) }.joined(separator: " || ") + ")"
        case .compares(let left, "==", let right): Self.equality(left, right, subject)
        case .compares(let left, "!=", let right): "!(\(Self.equality(left, right, subject)))"
        case .compares(let left, let sign, let right): Self.ordering(left, sign, right, of: subject)
        }
    }

    private static func ordering(_ left: Term, _ sign: String, _ right: Term, of subject: String) -> String {
        let plain = "\(left.text(of: subject)) \(sign) \(right.text(of: subject))"
        return plain + notStringCondition(left, subject) + notStringCondition(right, subject)
    }

    private static func equality(_ left: Term, _ right: Term, _ subject: String) -> String {
        let (leftText, rightText) = (left.text(of: subject), right.text(of: subject))
        if left.isLiteral || right.isLiteral {
            let (path, literal) = left.isLiteral ? (rightText, left) : (leftText, right)
            let plain =
                "\(path) == \(literal.text(of: subject))" + notStringCondition(left, subject)
                + notStringCondition(right, subject)
            return literal.numericEquivalent.map { "(\(plain) || \(path) == \($0))" } ?? plain
        }
        // In RFC 9535 two missing values are equal.
        return "(\(leftText) && \(leftText) == \(rightText))"
    }

    /// Returns the condition that a value is not a string, which also has a length in RFC 9535.
    private static func notStringCondition(_ term: Term, _ subject: String) -> String {
        guard case .size(let isRelative, let segments) = term else { return "" }
        return " && \(Term.path(isRelative: isRelative, segments).text(of: subject)).*"
    }

    /// Parses a filter up to its closing bracket.
    static func parse(_ parser: inout JaywayPathParser) throws(TranslationError) -> JaywayFilter {
        var parts = [try conjunction(&parser)]
        while take("||", &parser) { parts.append(try conjunction(&parser)) }
        return parts.count == 1 ? parts[0] : .any(parts)
    }

    private static func take(_ sign: String, _ parser: inout JaywayPathParser) -> Bool {
        parser.skipSpace()
        return parser.take(sign)
    }

    private static func conjunction(_ parser: inout JaywayPathParser) throws(TranslationError) -> JaywayFilter {
        var parts = [try part(&parser)]
        while take("&&", &parser) { parts.append(try part(&parser)) }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private static func part(_ parser: inout JaywayPathParser) throws(TranslationError) -> JaywayFilter {
        if take("!", &parser) { return .not(try part(&parser)) }
        guard take("(", &parser) else { return try comparison(&parser) }
        let inner = try parse(&parser)
        guard take(")", &parser) else { throw parser.unexpected() }
        return inner
    }

    private static func comparison(_ parser: inout JaywayPathParser) throws(TranslationError) -> JaywayFilter {
        let left = try term(&parser)
        parser.skipSpace()
        for sign in ["==", "!=", "<=", ">="] where parser.take(sign) {
            return try checked(left, sign, try term(&parser))
        }
        if parser.take("=~") { return .matches(left, try pattern(&parser)) }
        for sign in ["<", ">"] where parser.take(sign) { return try checked(left, sign, try term(&parser)) }
        if parser.next == ")" || parser.next == "]" || parser.next == "&" || parser.next == "|" {
            guard !left.isLiteral, case .path = left else { throw parser.unexpected() }
            return .exists(left)
        }
        let word = parser.prefix { $0.isLetter }.lowercased()
        switch word {
        case "in": return .isIn(left, try list(&parser))
        case "nin": return .not(.isIn(left, try list(&parser)))
        default:
            throw TranslationError(
                word.isEmpty ? parser.unexpected().reason : "the operator \"\(word)\" is not supported"
            )
        }
    }

    /// Returns a comparison that RFC 9535 can express.
    private static func checked(_ left: Term, _ sign: String, _ right: Term) throws(TranslationError) -> JaywayFilter {
        for (term, other, reversed) in [(left, right, false), (right, left, true)] {
            guard case .size = term else { continue }
            guard case .literal(let text) = other, let number = Int(text), !reversed, excludesZero(sign, number)
            else {
                throw TranslationError(
                    "a size can be compared only with a number to its right that excludes the size 0"
                )
            }
        }
        for case .path(_, let segments) in [left, right] where !segments.allSatisfy(\.isChild) {
            throw TranslationError("a comparison of several values is not supported")
        }
        return .compares(left, sign, right)
    }

    /// Whether the comparison excludes a size of zero.
    private static func excludesZero(_ sign: String, _ number: Int) -> Bool {
        switch sign {
        case "==", ">=": number > 0
        case ">": number >= 0
        default: false
        }
    }

    private static func term(_ parser: inout JaywayPathParser) throws(TranslationError) -> Term {
        parser.skipSpace()
        switch parser.next {
        case "@", "$":
            let isRelative = parser.next == "@"
            parser.skip()
            let (segments, isSize) = try parser.innerPath()
            for segment in segments {
                if case .filter = segment { throw TranslationError("a filter within a filter is not supported") }
            }
            return isSize ? .size(isRelative: isRelative, segments) : .path(isRelative: isRelative, segments)
        case "'", "\"": return .string(try string(&parser))
        default:
            let text = parser.prefix { $0.isLetter || $0.isNumber || "+-.".contains($0) }
            switch JSONText.value(text) {
            case .number?, .bool?, .null?: return .literal(text)
            default:
                throw text.isEmpty
                    ? parser.unexpected() : TranslationError("\(text.quoted) in a filter is not supported")
            }
        }
    }

    private static func string(_ parser: inout JaywayPathParser) throws(TranslationError) -> String {
        let quote = parser.next
        parser.skip()
        var text = ""
        while let character = parser.next, character != quote {
            parser.skip()
            if character == "\\" {
                guard let escaped = parser.next, escaped == quote || escaped == "\\" else {
                    throw TranslationError("an escape in a string of a filter is not supported")
                }
                text.append(escaped)
                parser.skip()
            } else {
                text.append(character)
            }
        }
        guard parser.next != nil else { throw parser.unexpected() }
        parser.skip()
        return text
    }

    private static func list(_ parser: inout JaywayPathParser) throws(TranslationError) -> [Term] {
        guard take("[", &parser) else { throw parser.unexpected() }
        var terms: [Term] = []
        repeat { terms.append(try term(&parser)) } while take(",", &parser)
        guard take("]", &parser), terms.allSatisfy(\.isLiteral) else { throw parser.unexpected() }
        return terms
    }

    /// Parses `/pattern/flags`. The pattern must match the whole text.
    private static func pattern(_ parser: inout JaywayPathParser) throws(TranslationError) -> Scenario.Pattern {
        guard take("/", &parser) else { throw parser.unexpected() }
        var text = ""
        while let character = parser.next, character != "/" {
            parser.skip()
            text.append(character)
            if character == "\\", let escaped = parser.next {
                // The delimiters of the path syntax require the escape of a slash, a pattern does not.
                if escaped == "/" { text.removeLast() }
                text.append(escaped)
                parser.skip()
            }
        }
        guard parser.take("/") else { throw parser.unexpected() }
        let flags = parser.prefix { $0.isLetter }
        guard flags.allSatisfy({ "isuUd".contains($0) }) else {
            throw TranslationError("the flags \"\(flags)\" of a pattern are not supported")
        }
        let dot: PatternTranslation.DotScope = flags.contains("s") ? .everything : .line
        do throws(TranslationError) {
            return try PatternTranslation.matchingWhole(text, ignoringCase: flags.contains("i"), dot: dot)
        } catch {
            throw TranslationError(error.reason)
        }
    }
}

extension JaywayFilter.Term {
    /// Whether the term is a member of the current value, or below one.
    var isMember: Bool {
        if case .path(true, let segments) = self, case .name? = segments.first { true } else { false }
    }

    var isLiteral: Bool {
        switch self {
        case .string, .literal: true
        case .path, .size: false
        }
    }

    /// Returns the term in the syntax of RFC 9535.
    ///
    /// - Parameter subject: The current value.
    func text(of subject: String) -> String {
        switch self {
        case .path(let isRelative, let segments): segments.reduce(isRelative ? subject : "$") { $0 + $1.text }
        case .size(let isRelative, let segments):
            "length(\(Self.path(isRelative: isRelative, segments).text(of: subject)))"
        case .string(let text): JSONPathTranslation.quoted(text)
        case .literal(let text): text
        }
    }

    /// The number for a numeric string, and the string for a number; nil for other terms.
    fileprivate var numericEquivalent: String? {
        switch self {
        case .string(let text):
            if case .number? = JSONText.value(text) { text } else { nil }
        case .literal(let text):
            if case .number? = JSONText.value(text) { JSONPathTranslation.quoted(text) } else { nil }
        case .path, .size: nil
        }
    }
}

extension Scenario.Pattern {
    /// The pattern without its anchors, as the function `match` expects it.
    var withoutAnchors: String { String(text.dropFirst().dropLast()) }
}
