import Rehearsal

extension JaywayFilter {
    /// Reads a filter, to the bracket that ends it.
    static func reading(_ parser: inout JaywayPathParser) throws(Untranslatable) -> JaywayFilter {
        var parts = [try conjunction(&parser)]
        while take("||", &parser) { parts.append(try conjunction(&parser)) }
        return parts.count == 1 ? parts[0] : .any(parts)
    }

    private static func take(_ sign: String, _ parser: inout JaywayPathParser) -> Bool {
        parser.skipSpace()
        return parser.take(sign)
    }

    private static func conjunction(_ parser: inout JaywayPathParser) throws(Untranslatable) -> JaywayFilter {
        var parts = [try part(&parser)]
        while take("&&", &parser) { parts.append(try part(&parser)) }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private static func part(_ parser: inout JaywayPathParser) throws(Untranslatable) -> JaywayFilter {
        if take("!", &parser) { return .not(try part(&parser)) }
        guard take("(", &parser) else { return try comparison(&parser) }
        let inner = try reading(&parser)
        guard take(")", &parser) else { throw parser.unexpected() }
        return inner
    }

    private static func comparison(_ parser: inout JaywayPathParser) throws(Untranslatable) -> JaywayFilter {
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
        default: throw Untranslatable(word.isEmpty ? parser.unexpected().reason : "the operator \"\(word)\"")
        }
    }

    /// A comparison that RFC 9535 can say.
    private static func checked(_ left: Term, _ sign: String, _ right: Term) throws(Untranslatable) -> JaywayFilter {
        for (term, other, reversed) in [(left, right, false), (right, left, true)] {
            guard case .size = term else { continue }
            guard case .literal(let text) = other, let number = Int(text), !reversed, holdsForContainers(sign, number)
            else { throw Untranslatable("a size that may be 0, or is compared with another value") }
        }
        for case .path(_, let segments) in [left, right] where !segments.allSatisfy(\.isChild) {
            throw Untranslatable("a comparison of several values")
        }
        return .compares(left, sign, right)
    }

    /// Whether what is empty is not of such a size.
    private static func holdsForContainers(_ sign: String, _ number: Int) -> Bool {
        switch sign {
        case "==", ">=": number > 0
        case ">": number >= 0
        default: false
        }
    }

    private static func term(_ parser: inout JaywayPathParser) throws(Untranslatable) -> Term {
        parser.skipSpace()
        switch parser.next {
        case "@", "$":
            let isRelative = parser.next == "@"
            parser.skip()
            let (segments, isSize) = try parser.innerPath()
            for segment in segments {
                if case .filter = segment { throw Untranslatable("a filter within a filter") }
            }
            return isSize ? .size(isRelative: isRelative, segments) : .path(isRelative: isRelative, segments)
        case "'", "\"": return .string(try string(&parser))
        default:
            let text = parser.prefix { $0.isLetter || $0.isNumber || "+-.".contains($0) }
            switch JSONText.value(text) {
            case .number?, .bool?, .null?: return .literal(text)
            default: throw text.isEmpty ? parser.unexpected() : Untranslatable("\(text.quoted) in a filter")
            }
        }
    }

    private static func string(_ parser: inout JaywayPathParser) throws(Untranslatable) -> String {
        let quote = parser.next
        parser.skip()
        var text = ""
        while let character = parser.next, character != quote {
            parser.skip()
            if character == "\\" {
                guard let escaped = parser.next, escaped == quote || escaped == "\\" else {
                    throw Untranslatable("an escape in a string of a filter")
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

    private static func list(_ parser: inout JaywayPathParser) throws(Untranslatable) -> [Term] {
        guard take("[", &parser) else { throw parser.unexpected() }
        var terms: [Term] = []
        repeat { terms.append(try term(&parser)) } while take(",", &parser)
        guard take("]", &parser), terms.allSatisfy(\.isLiteral) else { throw parser.unexpected() }
        return terms
    }

    /// `/pattern/flags`, which stands for the whole text.
    private static func pattern(_ parser: inout JaywayPathParser) throws(Untranslatable) -> Scenario.Pattern {
        guard take("/", &parser) else { throw parser.unexpected() }
        var text = ""
        while let character = parser.next, character != "/" {
            parser.skip()
            text.append(character)
            if character == "\\", let escaped = parser.next {
                // A slash needs its backslash for the path alone.
                if escaped == "/" { text.removeLast() }
                text.append(escaped)
                parser.skip()
            }
        }
        guard parser.take("/") else { throw parser.unexpected() }
        let flags = parser.prefix { $0.isLetter }
        guard flags.allSatisfy({ "isuUd".contains($0) }) else {
            throw Untranslatable("the flags \"\(flags)\" of a pattern")
        }
        let dot: PatternTranslation.Dot = flags.contains("s") ? .everything : .line
        do throws(Untranslatable) {
            return try PatternTranslation.whole(text, ignoringCase: flags.contains("i"), dot: dot)
        } catch {
            throw Untranslatable(error.reason)
        }
    }
}
