extension TemplateParser {
    /// The sources without a parameter.
    static let plainSources: [String: Template.Source] = [
        "body": .body, "state": .state("state"), "count": .count, "uuid": .uuid, "baseURL": .baseURL,
        "method": .method, "url": .url,
        "pathname": .pathname,
    ]

    /// The sources with a name after a dot.
    static let namedSources: [String: @Sendable (String) -> Template.Source] = [
        "path": { .path($0) }, "query": { .query($0) }, "header": { .header($0) }, "cookie": { .cookie($0) },
        "form": { .form($0) }, "state": { .state($0) },
    ]

    /// Parses the source, which is the first phrase of an expression; the phrase has at least one token.
    func parseSource(_ phrase: Phrase) throws(Template.Malformed) -> Template.Source {
        let first = phrase.tokens[0]
        if let literal = literal(first) {
            try rejectMore(after: phrase, "a quoted text takes no arguments")
            return .literal(literal)
        }
        let name = text(first)
        if name == "random" { return .random(try parseBounds(phrase)) }
        if name == "now" || name.hasPrefix("now+") || name.hasPrefix("now-") {
            return .now(shift: try parseShift((first.lowerBound + 3)..<phrase.range.upperBound, in: phrase.range))
        }
        guard let source = try named(first) else { throw unknownSource(first) }
        let problem = "nothing can follow \(quoted(first))"
        try rejectMore(after: phrase, problem + (name.contains(".") ? ", and a name cannot contain a space" : ""))
        return source
    }

    private func rejectMore(after phrase: Phrase, _ problem: String) throws(Template.Malformed) {
        guard phrase.tokens.count > 1 else { return }
        let excess = phrase.tokens[1].lowerBound..<phrase.range.upperBound
        let fix = "remove \(quoted(excess)); write a filter after \"|\", and other text after the braces"
        throw malformed(excess, problem, fix: fix)
    }

    private func named(_ token: Range<Int>) throws(Template.Malformed) -> Template.Source? {
        if let source = Self.plainSources[text(token)] { return source }
        guard let dot = bytes[token].firstIndex(of: UInt8(ascii: ".")) else { return nil }
        let (name, rest) = (text(token.lowerBound..<dot), text((dot + 1)..<token.upperBound))
        if name == "body" { return .bodyPointer(try pointer((dot + 1)..<token.upperBound, in: token)) }
        if name == "segment" { return .segment(try segment((dot + 1)..<token.upperBound)) }
        guard let source = Self.namedSources[name] else { return nil }
        guard !rest.isEmpty else {
            throw malformed(token, "a name is missing after the dot", fix: "write it as in {{\(name).id}}")
        }
        return source(rest)
    }

    private func segment(_ range: Range<Int>) throws(Template.Malformed) -> Int {
        let content = text(range)
        if let index = Int(content), content.utf8.allSatisfy(\.isDigit) { return index }
        let errorRange = range.isEmpty ? (range.lowerBound - 1)..<range.upperBound : range
        throw malformed(
            errorRange,
            "a path segment is selected by its number",
            fix: "count from 0, as in {{segment.0}}"
        )
    }

    private func pointer(_ range: Range<Int>, in token: Range<Int>) throws(Template.Malformed) -> JSON.Pointer {
        let content = text(range)
        guard content.hasPrefix("/") else {
            let path = content.split { $0 == "." || $0 == "[" || $0 == "]" }.joined(separator: "/")
            let fix = "write {{body./\(path.isEmpty ? "id" : String(path.unicodeScalars.prefix(40)))}}"
            throw malformed(
                token,
                "a location in the body is a JSON pointer (RFC 6901), which begins with \"/\"",
                fix: fix
            )
        }
        guard let pointer = JSON.Pointer(content) else {
            let problem = "\(quoted(range)) is not a valid JSON pointer (RFC 6901)"
            throw malformed(range, problem, fix: #"in a name write "~0" for "~" and "~1" for "/""#)
        }
        return pointer
    }

    /// Parses the two bounds after `random`.
    func parseBounds(_ phrase: Phrase) throws(Template.Malformed) -> ClosedRange<Int64> {
        let fix = "write the minimum and the maximum, as in {{random 1 100}}"
        guard phrase.tokens.count == 3 else {
            throw malformed(phrase.range, "\"random\" needs two integers", fix: fix)
        }
        let (minimum, maximum) = (try whole(phrase.tokens[1], fix), try whole(phrase.tokens[2], fix))
        guard minimum <= maximum else {
            let problem = "the minimum \(minimum) is greater than the maximum \(maximum)"
            throw malformed(phrase.range, problem, fix: "write {{random \(maximum) \(minimum)}}")
        }
        return minimum...maximum
    }

    private func whole(_ token: Range<Int>, _ fix: String) throws(Template.Malformed) -> Int64 {
        let digits = bytes[token].drop { $0 == UInt8(ascii: "-") }
        guard !digits.isEmpty, token.count - digits.count < 2, digits.allSatisfy(\.isDigit) else {
            throw malformed(token, "\(quoted(token)) is not an integer", fix: fix)
        }
        guard let number = Int64(text(token)) else {
            let fix = "a bound can be from \(Int64.min) to \(Int64.max)"
            throw malformed(token, "\(quoted(token)) is out of range", fix: fix)
        }
        return number
    }

    private static let units: [String: Int64] = ["ms": 1, "s": 1_000, "m": 60_000, "h": 3_600_000, "d": 86_400_000]

    /// The maximum shift in milliseconds. A larger shift would move every date out of the valid range.
    private static let maxShift = CivilDate.milliseconds.upperBound - CivilDate.milliseconds.lowerBound

    /// Parses the shift after `now`, such as `+ 2h`, in milliseconds.
    func parseShift(_ range: Range<Int>, in expression: Range<Int>) throws(Template.Malformed) -> Int64 {
        var rest = bytes[range].drop(while: \.isJSONSpace)
        guard let sign = rest.popFirst() else { return 0 }
        rest = rest.drop(while: \.isJSONSpace)
        let digits = rest.prefix(while: \.isDigit)
        let unit = text(digits.endIndex..<range.upperBound)
        guard [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(sign), !digits.isEmpty, let scale = Self.units[unit]
        else {
            let fix = "write a time span, as in {{now + 2h}} or {{now - 30m}}; the units are ms, s, m, h and d"
            throw malformed(expression, "the text after \"now\" is not a valid time span", fix: fix)
        }
        let (shift, overflows) = (Int64(text(digits.indices)) ?? .max).multipliedReportingOverflow(by: scale)
        guard !overflows, shift <= Self.maxShift else {
            let days = Self.maxShift / 86_400_000
            throw malformed(expression, "the time span is too long", fix: "the maximum is \(days)d")
        }
        return sign == UInt8(ascii: "-") ? -shift : shift
    }
}
