extension TemplateParser {
    /// Names that stand alone.
    static let plain: [String: Template.Source] = [
        "body": .body, "state": .state("state"), "count": .count, "uuid": .uuid, "baseURL": .baseURL,
        "method": .method, "url": .url,
        "pathname": .pathname,
    ]

    /// Names that have another one after a dot.
    static let dotted: [String: @Sendable (String) -> Template.Source] = [
        "path": { .path($0) }, "query": { .query($0) }, "header": { .header($0) }, "cookie": { .cookie($0) },
        "form": { .form($0) }, "state": { .state($0) },
    ]

    /// What the first phrase of an expression names; it has one token at least.
    func source(_ phrase: Phrase) throws(Template.Malformed) -> Template.Source {
        let first = phrase.tokens[0]
        if let literal = literal(first) {
            try refuseMore(after: phrase, "a text in quotes stands alone")
            return .literal(literal)
        }
        let name = text(first)
        if name == "random" { return .random(try bounds(phrase)) }
        if name == "now" || name.hasPrefix("now+") || name.hasPrefix("now-") {
            return .now(shift: try shift((first.lowerBound + 3)..<phrase.range.upperBound, in: phrase.range))
        }
        guard let source = try named(first) else { throw unknown(first) }
        let problem = "\(quoted(first)) has nothing after it"
        try refuseMore(after: phrase, problem + (name.contains(".") ? ", and no name holds a space" : ""))
        return source
    }

    private func refuseMore(after phrase: Phrase, _ problem: String) throws(Template.Malformed) {
        guard phrase.tokens.count > 1 else { return }
        let more = phrase.tokens[1].lowerBound..<phrase.range.upperBound
        let fix = "remove \(quoted(more)); a filter follows a \"|\", and other text the braces"
        throw malformed(more, problem, fix: fix)
    }

    private func named(_ token: Range<Int>) throws(Template.Malformed) -> Template.Source? {
        if let source = Self.plain[text(token)] { return source }
        guard let dot = bytes[token].firstIndex(of: UInt8(ascii: ".")) else { return nil }
        let (name, rest) = (text(token.lowerBound..<dot), text((dot + 1)..<token.upperBound))
        if name == "body" { return .bodyPointer(try pointer((dot + 1)..<token.upperBound, in: token)) }
        if name == "segment" { return .segment(try segment((dot + 1)..<token.upperBound)) }
        guard let source = Self.dotted[name] else { return nil }
        guard !rest.isEmpty else {
            throw malformed(token, "no name follows the dot", fix: "write it as in {{\(name).id}}")
        }
        return source(rest)
    }

    private func segment(_ range: Range<Int>) throws(Template.Malformed) -> Int {
        let written = text(range)
        if let index = Int(written), written.utf8.allSatisfy(\.isDigit) { return index }
        let place = range.isEmpty ? (range.lowerBound - 1)..<range.upperBound : range
        throw malformed(place, "a segment of the path has a number", fix: "count from 0, as in {{segment.0}}")
    }

    private func pointer(_ range: Range<Int>, in token: Range<Int>) throws(Template.Malformed) -> JSON.Pointer {
        let written = text(range)
        guard written.hasPrefix("/") else {
            let path = written.split { $0 == "." || $0 == "[" || $0 == "]" }.joined(separator: "/")
            let fix = "write {{body./\(path.isEmpty ? "id" : String(path.unicodeScalars.prefix(40)))}}"
            throw malformed(
                token,
                "a place in the body is a JSON pointer (RFC 6901), which begins with \"/\"",
                fix: fix
            )
        }
        guard let pointer = JSON.Pointer(written) else {
            let problem = "\(quoted(range)) is no JSON pointer (RFC 6901)"
            throw malformed(range, problem, fix: #"in a name write "~0" for "~" and "~1" for "/""#)
        }
        return pointer
    }
}
