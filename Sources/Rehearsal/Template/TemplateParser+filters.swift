extension TemplateParser {
    private static let plainFilters: [String: Template.Filter] = [
        "upper": .upper, "lower": .lower, "url": .url, "base64": .base64,
    ]

    private static let filterNames =
        TimeFormat.allCases.map(\.rawValue) + plainFilters.keys.sorted() + ["default", "json"]

    /// Parses the filters after the source.
    ///
    /// - Parameter whole: the range of the expression, including its braces.
    /// - Returns: the filters, and whether the last one is `json`.
    func filters(
        _ phrases: ArraySlice<Phrase>,
        of source: Template.Source,
        whole: Range<Int>,
    ) throws(Template.Malformed) -> ([Template.Filter], isJSON: Bool) {
        var filters: [Template.Filter] = []
        for (index, phrase) in phrases.enumerated() {
            guard let name = phrase.tokens.first else {
                let fix = "write a filter after it, or remove it"
                throw malformed(phrase.range, "no filter follows \"|\"", fix: fix)
            }
            if text(name) == "json" {
                try rejectArguments(phrase)
                try requireWholeString(whole, phrase, isLast: index == phrases.count - 1)
                return (filters, true)
            }
            filters.append(try filter(phrase, of: source, isFirst: index == 0))
        }
        return (filters, false)
    }

    private func filter(
        _ phrase: Phrase,
        of source: Template.Source,
        isFirst: Bool,
    ) throws(Template.Malformed) -> Template.Filter {
        let name = text(phrase.tokens[0])
        if name == "default" { return .default(try defaultText(phrase)) }
        let filter = Self.plainFilters[name] ?? TimeFormat(rawValue: name).map { .time($0) }
        guard let filter else { throw unknownFilter(phrase.tokens[0]) }
        try rejectArguments(phrase)
        if case .time = filter {
            guard case .now = source else {
                let problem = "\"\(name)\" formats a time, and only \"now\" is a time"
                throw malformed(phrase.range, problem, fix: "remove it, or write {{now | \(name)}}")
            }
            guard isFirst else {
                let problem = "\"\(name)\" formats a time, so it must be the first filter"
                throw malformed(phrase.range, problem, fix: "put it first and use only one: {{now | \(name)}}")
            }
        }
        return filter
    }

    private func defaultText(_ phrase: Phrase) throws(Template.Malformed) -> String {
        guard phrase.tokens.count == 2, let text = literal(phrase.tokens[1]) else {
            let fix = #"write it as in {{query.page | default "1"}}"#
            throw malformed(phrase.range, "\"default\" needs one text in quotes", fix: fix)
        }
        return text
    }

    private func rejectArguments(_ phrase: Phrase) throws(Template.Malformed) {
        guard phrase.tokens.count > 1 else { return }
        let excess = phrase.tokens[1].lowerBound..<phrase.range.upperBound
        throw malformed(excess, "\(quoted(phrase.tokens[0])) takes no arguments", fix: "remove \(quoted(excess))")
    }

    /// Validates a `json` filter, which requires that the expression is the whole string and has no later filter.
    private func requireWholeString(_ whole: Range<Int>, _ phrase: Phrase, isLast: Bool) throws(Template.Malformed) {
        guard isLast else {
            throw malformed(phrase.range, "no filter can follow \"json\"", fix: "put \"json\" last")
        }
        guard whole == bytes.indices else {
            let problem = "\"json\" replaces the whole string, but the string has other text"
            throw malformed(
                phrase.range,
                problem,
                fix: "remove that text, or remove \"json\" to insert the value as text"
            )
        }
    }

    private func unknownFilter(_ token: Range<Int>) -> Template.Malformed {
        let nearest = NearestName.of(text(token), in: Self.filterNames)
        let fix =
            nearest.map { "did you mean \"\($0)\"?" } ?? "valid filters: \(Self.filterNames.joined(separator: ", "))"
        return malformed(token, "\(quoted(token)) is not a filter", fix: fix)
    }
}

/// Errors for misspellings and for the syntax of other template languages, each with a replacement.
extension TemplateParser {
    /// Returns the error for a word that is not a source.
    func unknownSource(_ token: Range<Int>) -> Template.Malformed {
        let quotedToken = quoted(token)
        switch bytes[token.lowerBound] {
        case UInt8(ascii: "{"):
            let fix = #"for a literal brace, write {{ "{" }} before it"#
            return malformed(token, "unexpected third brace", fix: fix)
        case UInt8(ascii: "#"), UInt8(ascii: "/"), UInt8(ascii: "^"), UInt8(ascii: ">"), UInt8(ascii: "!"):
            let fix = "write an endpoint for each case, with a condition in \"when\""
            return malformed(token, "\(quotedToken): templates have no blocks, partials or comments", fix: fix)
        default: break
        }
        let sign = bytes[token].drop { $0 == UInt8(ascii: "$") || $0 == UInt8(ascii: "@") }
        let head = text(sign.startIndex..<(sign.firstIndex(where: Self.endsHead) ?? sign.endIndex))
        let rest = text((sign.startIndex + head.utf8.count)..<token.upperBound)
        if let error = syntaxError(head, rest) { return malformed(token, error.problem, fix: error.fix) }
        return malformed(token, "\(quotedToken) is not a known name", fix: suggestion(head, rest))
    }

    private static func endsHead(_ byte: UInt8) -> Bool {
        [UInt8(ascii: "."), UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: ":"), UInt8(ascii: "/")].contains(byte)
    }

    /// Returns the error for a source name with missing or excess parts; nil for an unknown name.
    private func syntaxError(_ head: String, _ rest: String) -> (problem: String, fix: String)? {
        if Self.namedSources[head] != nil {
            return ("\"\(head)\" needs a name after a dot", "write it as in {{\(head).id}}")
        }
        if head == "body", !rest.isEmpty {
            return ("a pointer into the body needs a dot and a slash before it", "write it as in {{body./id}}")
        }
        guard !rest.isEmpty, Self.plainSources[head] != nil || head == "now" || head == "random" else { return nil }
        let use = head == "random" ? "random 1 100" : head
        return ("nothing can follow \"\(head)\"", "write {{\(use)}}")
    }

    private func suggestion(_ head: String, _ rest: String) -> String {
        if let fix = Self.replacements[head.lowercased()] { return fix }
        let names = Set(Self.namedSources.keys).union(Self.plainSources.keys).union(["now", "random"]).sorted()
        guard let nearest = NearestName.of(head, in: names) else {
            return "valid names: path.NAME, query.NAME, header.NAME, cookie.NAME, form.NAME, body, body./POINTER, "
                + "state.NAME, count, uuid, random MIN MAX, now, baseURL, method, url, pathname and segment.N"
        }
        switch nearest {
        case "random": return "did you mean {{random 1 100}}?"
        case "body" where !rest.isEmpty: return "did you mean \"body./POINTER\"?"
        case _ where Self.namedSources[nearest] == nil || (nearest == "state" && rest.isEmpty):
            return "did you mean \"\(nearest)\"?"
        default:
            let name = rest.utf8.count > 1 && rest.utf8.count <= 40 && rest.hasPrefix(".") ? rest : ".NAME"
            return "did you mean \"\(nearest)\(name)\"?"
        }
    }

    /// The replacements for names of other template languages, by lowercased name.
    private static let replacements: [String: String] = [
        "request":
            "name the part itself: {{path.id}}, {{query.q}}, {{header.Accept}}, {{body./id}}, {{method}} or {{url}}",
        "params": "write {{path.id}} for a part of the path, {{query.q}} for a parameter of the query",
        "pathparam": "write {{path.id}}", "urlparam": "write {{path.id}}",
        "queryparam": "write {{query.q}}", "queryparams": "write {{query.q}}",
        "guid": "write {{uuid}}", "randomuuid": "write {{uuid}}", "randomvalue": "write {{uuid}} or {{random 1 100}}",
        "randomint": "write {{random 1 100}}", "faker": "write {{random 1 100}} or {{uuid}}",
        "timestamp": "write {{now | unix}}", "isotimestamp": "write {{now}}",
        "date": "write {{now | date}}", "time": "write {{now}}",
        "jsonpath": "write a JSON pointer: {{body./id}}", "json": "write a JSON pointer: {{body./id}}",
        "host": "write {{header.Host}}, or {{baseURL}} for a link to this server", "origin": "write {{baseURL}}",
        "parameters": "write {{state.x}} for a variable, {{path.id}} or {{query.q}} for a part of the request",
        "if": "write an endpoint for each case, with a condition in \"when\"",
        "else": "write an endpoint for each case, with a condition in \"when\"",
    ]
}
