import Rehearsal

/// A translation of JSONPath dialects to RFC 9535.
enum JSONPathTranslation {
    static func path(_ text: String) throws(TranslationError) -> JSON.Path {
        let trimmed = trimmed(text)
        let rooted = trimmed.hasPrefix("$") ? trimmed : "$" + (trimmed.hasPrefix("[") ? "" : ".") + trimmed
        var reason = ""
        for candidate in [rooted, rewritten(rooted)] {
            do throws(JSON.Path.Malformed) {
                return try JSON.Path(candidate)
            } catch {
                if reason.isEmpty { reason = "\(error.problem) (JSONPath follows RFC 9535)" }
            }
        }
        throw TranslationError(reason)
    }

    /// Returns the pointer for a path to a single location, such as `$.a['b'][0]`; nil for other paths.
    static func pointer(_ text: String) -> JSON.Pointer? {
        var rest = Substring(trimmed(text))
        if rest.hasPrefix("$") { rest = rest.dropFirst() } else if !rest.hasPrefix("[") { rest = "." + rest }
        var tokens: [String] = []
        while let first = rest.first {
            rest = rest.dropFirst()
            if first == "." {
                let name = rest.prefix { $0 != "." && $0 != "[" }
                guard !name.isEmpty, name != "*", !name.contains(where: { "()@?*'\" ".contains($0) }) else {
                    return nil
                }
                tokens.append(String(name))
                rest = rest[name.endIndex...]
            } else if first == "[", let end = rest.firstIndex(of: "]") {
                guard let token = token(inBrackets: rest[..<end]) else { return nil }
                tokens.append(token)
                rest = rest[rest.index(after: end)...]
            } else {
                return nil
            }
        }
        return JSON.Pointer(tokens: tokens)
    }

    /// Returns a path that selects a node if a test holds for one of the values that another path selects.
    ///
    /// - Parameter test: A closure that returns the filter expression for a value with the given name.
    /// - Returns: the path; nil if no filter can test the selected values.
    static func path(to selector: String, where test: (String) -> String) -> String? {
        let selector = trimmed(selector)
        if selector.hasSuffix("[*]") { return "\(selector.dropLast(3))[?\(test("@"))]" }
        guard let dot = selector.lastIndex(of: "."), dot != selector.startIndex else { return nil }
        let name = selector[selector.index(after: dot)...]
        guard !name.isEmpty, name != "*", !name.contains(where: { "[]()@?*'\" ".contains($0) }) else { return nil }
        var base = selector[..<dot]
        let isDeep = base.hasSuffix(".")
        if isDeep { base = base.dropLast() }
        if base.hasSuffix("[*]") { base = base.dropLast(3) } else if !isDeep { return nil }
        return "\(base)\(isDeep ? ".." : "")[?\(test("@[\(quoted(String(name)))]"))]"
    }

    /// Returns a filter expression that compares a value with a text, or with the JSON scalar that the text represents.
    static func equality(_ name: String, _ expected: String) -> String {
        let literal = JSONText.value(expected)
        let isScalar =
            switch literal {
            case .null?, .bool?, .number?: true
            default: false
            }
        return "\(name) == \(quoted(expected))" + (isScalar ? " || \(name) == \(expected)" : "")
    }

    /// Returns the text as a quoted string in a JSONPath.
    static func quoted(_ text: String) -> String {
        "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }

    private static func token(inBrackets text: Substring) -> String? {
        !text.isEmpty && text.utf8.allSatisfy(\.isDigit) ? String(text) : quotedName(text)
    }

    /// Returns the text between quotes; nil if the text is not quoted or contains an escape.
    static func quotedName(_ text: some StringProtocol) -> String? {
        guard text.count > 2, let quote = text.first, quote == "'" || quote == "\"", text.last == quote else {
            return nil
        }
        let name = text.dropFirst().dropLast()
        return name.contains(quote) || name.contains("\\") ? nil : String(name)
    }

    private static func trimmed(_ text: String) -> String { String(text.trimming { $0 == " " }) }

    /// Returns the path in RFC 9535 syntax: with quotes around names with hyphens, and `match` for `=~` patterns.
    private static func rewritten(_ text: String) -> String {
        quotingNames(replacingPatterns(text))
    }

    /// Rewrites `@.name =~ /a.*/i` to `match(@.name, '[Aa].*')`.
    private static func replacingPatterns(_ text: String) -> String {
        guard let sign = text.firstRange(of: "=~") else { return text }
        var subjectEnd = text[..<sign.lowerBound]
        while subjectEnd.last == " " { subjectEnd.removeLast() }
        guard let at = subjectEnd.lastIndex(of: "@") else { return text }
        let after = text[sign.upperBound...].drop { $0 == " " }
        guard after.first == "/", let end = after.dropFirst().lastIndex(of: "/") else { return text }
        let pattern = String(after[after.index(after: after.startIndex)..<end])
        let flags = after[after.index(after: end)...].prefix(while: \.isLetter)
        guard let translated = try? PatternTranslation.matchingWhole(pattern, ignoringCase: flags.contains("i")) else {
            return text
        }
        // The function `match` compares the whole text, so the pattern needs no anchors.
        let inner = translated.text.dropFirst().dropLast()
            .replacing("\\", with: "\\\\").replacing("'", with: "\\'")
        let rest = after[after.index(after: end)...].dropFirst(flags.count)
        return "\(text[..<at])match(\(subjectEnd[at...]), '\(inner)')\(rest)"
    }

    /// Rewrites `$.a-b` to `$['a-b']`.
    private static func quotingNames(_ text: String) -> String {
        var output = ""
        var rest = Substring(text)
        var quote: Character?
        while let character = rest.popFirst() {
            if let open = quote {
                if character == open { quote = nil }
            } else if character == "'" || character == "\"" {
                quote = character
            } else if character == ".", let first = rest.first, first.isLetter || first == "_" {
                let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
                if name.contains("-") {
                    output += "['\(name)']"
                    rest = rest[name.endIndex...]
                    continue
                }
            }
            output.append(character)
        }
        return output
    }
}

/// Functions that parse JSON text of imported files, with a limit on its depth.
enum JSONText {
    /// The maximum nesting depth. The scenario nests a few levels deeper, and must not exceed the limit of its parser.
    static let maximumDepth = 200

    /// Returns the value; nil if the text is not JSON or exceeds the maximum depth.
    static func value(_ text: String) -> JSON? { value(Array(text.utf8)) }

    static func value(_ bytes: [UInt8]) -> JSON? {
        guard depth(of: bytes) <= maximumDepth else { return nil }
        return try? JSON(parsing: bytes)
    }

    /// Returns the maximum nesting depth of brackets outside strings.
    static func depth(of bytes: [UInt8]) -> Int {
        var (depth, maximum) = (0, 0)
        var (isInString, isEscaped) = (false, false)
        for byte in bytes {
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                maximum = max(maximum, depth)
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
        }
        return maximum
    }
}
