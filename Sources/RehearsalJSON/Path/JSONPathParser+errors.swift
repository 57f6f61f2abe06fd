extension JSONPathParser {
    /// Returns a part of the path for a message, at most 24 characters long.
    func excerpt(_ range: Range<Int>) -> String { excerpt(range, longest: 24) }

    /// The description of the word or character at the position, for a message.
    var found: String {
        guard let next else { return "the end of the path" }
        guard foundLength == 1 else { return "\"\(excerpt(position..<(position + foundLength)))\"" }
        if Self.isSpace(next) { return "white space" }
        if Self.isControl(next) { return "the control character U+" + next.value.padded(to: 4, radix: 16).uppercased() }
        return next == "\"" ? "a double quote" : "\"\(next)\""
    }

    private var foundLength: Int {
        max(1, scalars[position...].prefix { Self.isNameCharacter($0) }.count)
    }

    static func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.generalCategory == .control }

    /// Returns the error for an unexpected word, with the correction of a known mistake or a general correction.
    private func unexpectedWord(_ expected: String, fix: String) -> Malformed {
        let word = substring(position..<min(position + foundLength, scalars.count)).lowercased()
        let correction = Self.corrections.first { $0.signs.contains(word) }?.fix
        return malformed("found \(found) where \(expected)", length: foundLength, fix: correction ?? fix)
    }

    /// The corrections of known mistakes, by the word or sign of the mistake.
    private static let corrections: [(signs: [String], fix: String)] = [
        (["&", "and"], "in a filter, write \"&&\" for and"),
        (["|", "or"], "in a filter, write \"||\" for or"),
        (["not"], "in a filter, write \"!\" before a test or a parenthesis"),
        (["=", "is", "eq"], "in a filter, write \"==\""),
        (["<", ">", "!"], "compare two values at a time, with \"&&\" between comparisons"),
        (["+", "-", "/", "%"], "a path cannot contain arithmetic"),
        (["in", "contains"], "write the alternatives with \"||\", or search(@.name, 'a|b')"),
    ]

    func missingRoot() -> Malformed {
        let fix =
            switch next {
            case nil: "write \"$\" for the whole document"
            case "@": "write \"$\": \"@\" is only valid in filters"
            case ".", "[": "write \"$\" before it"
            case "/": "write $.a.b for /a/b"
            case let scalar? where Self.isSpace(scalar): "leave the white space out"
            default: "write \"$.\" before a name"
            }
        return malformed("found \(found) where a path begins with \"$\"", length: foundLength, fix: fix)
    }

    func trailingText() -> Malformed {
        var rest = self
        rest.skipSpace()
        guard let next = rest.next else {
            return malformedText(position..<rest.position, "white space after the path", fix: "leave it out")
        }
        let fix =
            switch next {
            case "]", ")": "leave it out: no bracket is open here"
            case "*": "write \".*\" or \"[*]\""
            case "(": "functions are only valid in filters: $[?length(@) > 1]"
            case let scalar where Self.isNameCharacter(scalar): "write \".\" before a name"
            default: "a name with other characters is written in brackets: ['a-b']"
            }
        let problem = "found \(rest.found) where a segment begins with \".\" or \"[\""
        return rest.malformed(problem, length: rest.foundLength, fix: fix)
    }

    func missingName(after dots: String) -> Malformed {
        let fix =
            switch next {
            case nil: "write a name or \"*\" after it"
            case "[": "leave the \".\" out before a bracket"
            case "'", "\"": "write the name in brackets: ['a name']"
            case ".": "write \"..\" for all values below, and \".\" for a member"
            case let scalar? where Self.isSpace(scalar): "write the name without white space before it"
            case let scalar? where Self.isDigit(scalar): "write [1] for an element, ['1'] for a member"
            default: "write \"*\", or a name; one with other characters is written in brackets: ['a-b']"
            }
        return malformed("found \(found) where a name follows \"\(dots)\"", length: foundLength, fix: fix)
    }

    func missingSelector(_ opening: Int) -> Malformed {
        let fix: String
        switch next {
        case nil: return unclosedBracket(opening, "bracket", by: "]")
        case "]" where position == opening + 1:
            return malformedText(
                opening..<(position + 1),
                "an empty pair of brackets",
                fix: "write [*] for all children"
            )
        case "]", ",": fix = "leave the comma out"
        case "(": fix = "scripts are not supported; write [-1] for the last element, [?…] for a filter"
        case "@", "$", "!": fix = "write \"?\" before a filter: [?@.name]"
        case "+": fix = "write the number without a sign"
        case let scalar? where Self.isNameCharacter(scalar, isFirst: true):
            fix = "write a name in quotes: ['\(excerpt(position..<(position + foundLength)))']"
        default: fix = "write 'name', 0, 1:3, \"*\" or ?@.name"
        }
        return malformed("found \(found) where a selector is expected", length: foundLength, fix: fix)
    }

    func missingTerm() -> Malformed {
        let fix =
            switch next {
            case "+", ".": "write numbers as in 1, -1.5 or 0.5"
            case "(", "!": "a condition cannot be compared; write \"&&\" or \"||\""
            case "[", "{": "a path has no array or object literals; compare with a query"
            case "/": "write a pattern in quotes: search(@.name, 'pattern')"
            case "?": "leave the second \"?\" out"
            default: "write a query such as @.name, a literal such as 'text', 1, true or null, or a function"
            }
        return unexpectedWord("a value is expected", fix: fix)
    }

    /// Returns the error for an unclosed bracket, at its opening or at the character before which it must be closed.
    func unclosedBracket(_ opening: Int, _ kind: String, by closing: String) -> Malformed {
        guard next != nil else {
            let problem = "the \(kind) that opens here is not closed"
            return malformedText(opening..<(opening + 1), problem, fix: "write \"\(closing)\" after it")
        }
        return unexpectedWord("\"\(closing)\" is expected", fix: "write \"\(closing)\" before it, or leave it out")
    }

    /// Returns the error for a word that is neither a literal nor a call. The position is after the word.
    func unknownWord(_ word: String, _ start: Int) -> Malformed {
        var rest = self
        rest.skipSpace()
        let (range, shortWord) = (start..<position, excerpt(start..<position))
        if let function = JSONPathFunction(rawValue: word) {
            guard rest.next == "(" else {
                return malformedText(range, "\(word) without its arguments", fix: "write \(function.example)")
            }
            let problem = "white space between \(word) and its parenthesis"
            return malformedText(position..<rest.position, problem, fix: "write \(function.example)")
        }
        let lower = word.lowercased()
        let fix =
            ["true", "false", "null"].contains(lower)
            ? "write \(lower) in lower case" : "write '\(shortWord)' for a text, @.\(shortWord) for a member"
        return malformedText(range, "\"\(shortWord)\" is not a valid literal", fix: fix)
    }

    func unknownFunction(_ start: Int) -> Malformed {
        let names = JSONPathFunction.allCases.map(\.rawValue).joined(separator: ", ")
        let fix = "the functions are \(names)"
        return malformedText(start..<position, "unknown function \(excerpt(start..<position))", fix: fix)
    }
}
