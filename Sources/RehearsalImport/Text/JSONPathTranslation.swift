import Rehearsal

/// A JSONPath of other engines, as one of RFC 9535.
enum JSONPathTranslation {
    static func path(_ text: String) throws(Untranslatable) -> JSON.Path {
        let trimmed = trimmed(text)
        let rooted = trimmed.hasPrefix("$") ? trimmed : "$" + (trimmed.hasPrefix("[") ? "" : ".") + trimmed
        var reason = ""
        for candidate in [rooted, rewritten(rooted)] {
            do throws(JSON.Path.Malformed) {
                return try JSON.Path(candidate)
            } catch {
                if reason.isEmpty { reason = "\(error.problem) (JSONPath is that of RFC 9535 here)" }
            }
        }
        throw Untranslatable(reason)
    }

    /// The one place that a path names, if it names one: `$.a['b'][0]`.
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

    /// A path that finds something where one of the values that another path selects is as a test says.
    ///
    /// - Parameter test: of the value with this name in a filter.
    /// - Returns: nil for a path whose values no filter can ask for.
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

    /// A test that a value is a text, or what the text says if it is no string of JSON.
    static func equality(_ name: String, _ wanted: String) -> String {
        let literal = JSONText.value(wanted)
        let isScalar =
            switch literal {
            case .null?, .bool?, .number?: true
            default: false
            }
        return "\(name) == \(quoted(wanted))" + (isScalar ? " || \(name) == \(wanted)" : "")
    }

    /// A text as a path writes it.
    static func quoted(_ text: String) -> String {
        "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }

    private static func token(inBrackets text: Substring) -> String? {
        !text.isEmpty && text.utf8.allSatisfy(\.isDigit) ? String(text) : quotedName(text)
    }

    /// The name that stands in quotes; nil for a text that is none, or holds an escape.
    static func quotedName(_ text: some StringProtocol) -> String? {
        guard text.count > 2, let quote = text.first, quote == "'" || quote == "\"", text.last == quote else {
            return nil
        }
        let name = text.dropFirst().dropLast()
        return name.contains(quote) || name.contains("\\") ? nil : String(name)
    }

    private static func trimmed(_ text: String) -> String { String(text.trimming { $0 == " " }) }

    /// The same with what other engines write in another way: names with hyphens, and patterns after `=~`.
    private static func rewritten(_ text: String) -> String {
        quotingNames(replacingPatterns(text))
    }

    /// `@.name =~ /a.*/i` becomes `match(@.name, '[Aa].*')`.
    private static func replacingPatterns(_ text: String) -> String {
        guard let sign = text.firstRange(of: "=~") else { return text }
        var subjectEnd = text[..<sign.lowerBound]
        while subjectEnd.last == " " { subjectEnd.removeLast() }
        guard let at = subjectEnd.lastIndex(of: "@") else { return text }
        let after = text[sign.upperBound...].drop { $0 == " " }
        guard after.first == "/", let end = after.dropFirst().lastIndex(of: "/") else { return text }
        let pattern = String(after[after.index(after: after.startIndex)..<end])
        let flags = after[after.index(after: end)...].prefix(while: \.isLetter)
        guard let whole = try? PatternTranslation.whole(pattern, ignoringCase: flags.contains("i")) else { return text }
        // What `match` asks for is the whole text already.
        let inner = whole.text.dropFirst().dropLast()
            .replacing("\\", with: "\\\\").replacing("'", with: "\\'")
        let rest = after[after.index(after: end)...].dropFirst(flags.count)
        return "\(text[..<at])match(\(subjectEnd[at...]), '\(inner)')\(rest)"
    }

    /// `$.a-b` becomes `$['a-b']`.
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

/// JSON that stands in an imported file as a text.
enum JSONText {
    /// Deeper documents are refused: what is made of them nests a little deeper, and has to be read again.
    static let deepest = 200

    /// The document, or nil if the text is none, or nests too deep.
    static func value(_ text: String) -> JSON? { value(Array(text.utf8)) }

    static func value(_ bytes: [UInt8]) -> JSON? {
        guard depth(of: bytes) <= deepest else { return nil }
        return try? JSON(parsing: bytes)
    }

    /// How deep brackets nest that stand outside of strings.
    static func depth(of bytes: [UInt8]) -> Int {
        var (depth, most) = (0, 0)
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
                most = max(most, depth)
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
        }
        return most
    }
}
