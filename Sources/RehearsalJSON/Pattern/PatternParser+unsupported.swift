/// Errors for features of other regular-expression dialects, each with its name and a replacement.
extension PatternParser {
    /// Returns the error of a group that begins with `(?`.
    func unsupportedGroup() -> Malformed {
        let rest = String(String.UnicodeScalarView(scalars[position...].dropFirst(2).prefix(3)))
        if let known = Self.groups.first(where: { rest.hasPrefix($0.sign) }) {
            let problem = "\(known.name) (\"(?\(known.sign)\") is not supported"
            return malformed(problem, length: 2 + known.sign.unicodeScalars.count, fix: known.fix)
        }
        let quotedText = "\"(?\(rest.prefix(1))\""
        switch rest.unicodeScalars.first {
        case ("a"..."z")?, "U"?, "^"?, "-"?:
            let fix = "leave it out; for a letter of either case write [Aa]"
            return malformed("an inline flag (\(quotedText)) is not supported", length: 3, fix: fix)
        case ("0"..."9")?, "+"?:
            return malformed(
                "a recursion (\(quotedText)) is not supported",
                length: 3,
                fix: "write each level of the nesting"
            )
        default:
            let fix = "write what repeats before it, or \"\\?\" for the character itself"
            return malformedText((position + 1)..<(position + 2), "nothing to repeat before \"?\"", fix: fix)
        }
    }

    /// The signs after `(?`; a longer sign precedes its own prefixes.
    private static let groups: [(sign: String, name: String, fix: String)] = [
        (":", "a non-capturing group", "write \"(\": groups do not capture"),
        ("=", "a look-ahead", #"write it into the pattern, or as a condition beside this one: "contains": …"#),
        ("!", "a negative look-ahead", #"write a condition beside this one: "not": { "matches": … }"#),
        ("<=", "a look-behind", "write what comes before as a part of the pattern"),
        ("<!", "a negative look-behind", #"write a condition beside this one: "not": { "matches": … }"#),
        ("<", "a named group", "write \"(\": groups need no names, as nothing refers to them"),
        ("P<", "a named group", "write \"(\": groups need no names, as nothing refers to them"),
        ("'", "a named group", "write \"(\": groups need no names, as nothing refers to them"),
        ("P=", "a back-reference by name", "repeat the text"),
        ("P>", "a recursion", "write each level of the nesting"),
        (">", "an atomic group", "write \"(\": matching never backtracks"),
        ("|", "a branch reset", "write \"(\": groups are not numbered"),
        ("#", "a comment", "leave it out, or write it as a comment of the document"),
        ("(", "a conditional", "write both cases with \"|\""),
        ("R", "a recursion", "write each level of the nesting"),
        ("&", "a recursion", "write each level of the nesting"),
    ]

    /// Returns the error of an unsupported or invalid escape.
    func unsupportedEscape(_ letter: Unicode.Scalar, inClass: Bool) -> Malformed {
        let quotedText = "\"\\\(letter)\""
        guard ("0"..."9").contains(letter) || ("A"..."Z").contains(letter) || ("a"..."z").contains(letter) else {
            return malformed("\(quotedText): this character needs no backslash", length: 2, fix: "write \"\(letter)\"")
        }
        if inClass, letter == "b" {
            return malformed("a backspace (\(quotedText)) is not supported", length: 2, fix: Self.byItself)
        }
        let known = Self.escapes.first { $0.letters.unicodeScalars.contains(letter) }
        guard let known else {
            let fix = "for the letter itself write \"\(letter)\""
            return malformed("\(quotedText) is not a valid escape", length: 2, fix: fix)
        }
        return malformed("\(known.name) (\(quotedText)) is not supported", length: 2, fix: known.fix)
    }

    private static let byItself = #"write the character itself; in a document that is "\u0041""#

    private static let escapes: [(letters: String, name: String, fix: String)] = [
        ("123456789", "a back-reference", "repeat the text: a pattern does not store the text of a group"),
        ("gk", "a back-reference by name", "repeat the text: a pattern does not store the text of a group"),
        ("b", "a word boundary", #"match the characters around the word: (^|\W)word(\W|$)"#),
        ("B", "the absence of a word boundary", #"match the characters around it: \w or \W"#),
        ("A", "this anchor", "write \"^\""),
        ("zZ", "this anchor", "write \"$\""),
        ("G", "the end of the previous match", "patterns match once; write \"^\""),
        ("K", "a reset of the start of the match", "leave it out: only whether the pattern matches counts"),
        ("QE", "quoting of a range", #"write a backslash before each special character: \."#),
        ("0aefvuxUNoc", "a character by number or name", byItself),
        ("hH", "horizontal white space", #"write [ \t] or [^ \t]"#),
        ("V", "all but vertical white space", #"write [^\n\r]"#),
        ("R", "a line break of any kind", #"write (\r\n|\n|\r)"#),
        ("X", "a grapheme cluster", #"write \P{M}\p{M}*"#),
        ("iIC", "a class of XML name characters", "write [A-Za-z_:] or list the characters"),
    ]
}
