extension TemplateParser {
    private static let plainFilters: [String: Template.Filter] = [
        "upper": .upper, "lower": .lower, "url": .url, "base64": .base64,
    ]

    private static let filterNames =
        TimeFormat.allCases.map(\.rawValue) + plainFilters.keys.sorted() + ["default", "json"]

    /// What the phrases after the first one name, and whether the last of them is `json`.
    ///
    /// - Parameter whole: the expression with its braces.
    func filters(
        _ phrases: ArraySlice<Phrase>,
        of source: Template.Source,
        whole: Range<Int>,
    ) throws(Template.Malformed) -> ([Template.Filter], isJSON: Bool) {
        var filters: [Template.Filter] = []
        for (index, phrase) in phrases.enumerated() {
            guard let name = phrase.tokens.first else {
                let fix = "name one, or remove the bar"
                throw malformed(phrase.range, "no filter follows \"|\"", fix: fix)
            }
            if text(name) == "json" {
                try refuseArguments(phrase)
                try requireWhole(whole, phrase, isLast: index == phrases.count - 1)
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
        try refuseArguments(phrase)
        if case .time = filter {
            guard case .now = source else {
                let problem = "\"\(name)\" says how a time is written, and only \"now\" is one"
                throw malformed(phrase.range, problem, fix: "remove it, or write {{now | \(name)}}")
            }
            guard isFirst else {
                let problem = "\"\(name)\" says how a time is written, and by here it is written"
                throw malformed(phrase.range, problem, fix: "put it first, and only one of its kind: {{now | \(name)}}")
            }
        }
        return filter
    }

    private func defaultText(_ phrase: Phrase) throws(Template.Malformed) -> String {
        guard phrase.tokens.count == 2, let text = literal(phrase.tokens[1]) else {
            let fix = #"write it as in {{query.page | default "1"}}"#
            throw malformed(phrase.range, "\"default\" takes one text in quotes", fix: fix)
        }
        return text
    }

    private func refuseArguments(_ phrase: Phrase) throws(Template.Malformed) {
        guard phrase.tokens.count > 1 else { return }
        let more = phrase.tokens[1].lowerBound..<phrase.range.upperBound
        throw malformed(more, "\(quoted(phrase.tokens[0])) takes nothing", fix: "remove \(quoted(more))")
    }

    /// The value stands for itself only where nothing stands around it, and nothing is made of it afterwards.
    private func requireWhole(_ whole: Range<Int>, _ phrase: Phrase, isLast: Bool) throws(Template.Malformed) {
        guard isLast else {
            throw malformed(phrase.range, "nothing can be made of a value after \"json\"", fix: "put \"json\" last")
        }
        guard whole == bytes.indices else {
            let problem = "\"json\" puts a value in place of the whole string, and there is other text in it"
            throw malformed(
                phrase.range,
                problem,
                fix: "remove that text, or \"json\" to have the value as a part of it"
            )
        }
    }

    private func unknownFilter(_ token: Range<Int>) -> Template.Malformed {
        let nearest = NearestName.of(text(token), in: Self.filterNames)
        let fix =
            nearest.map { "did you mean \"\($0)\"?" } ?? "the filters are \(Self.filterNames.joined(separator: ", "))"
        return malformed(token, "\(quoted(token)) is no filter", fix: fix)
    }
}

/// What other languages of templates have, and what was only mistyped: each is named, with what to write instead.
extension TemplateParser {
    /// An error about a word that names no source.
    func unknown(_ token: Range<Int>) -> Template.Malformed {
        let written = quoted(token)
        switch bytes[token.lowerBound] {
        case UInt8(ascii: "{"):
            let fix = #"write {{ "{" }} before it for a brace that is meant as text"#
            return malformed(token, "a third brace", fix: fix)
        case UInt8(ascii: "#"), UInt8(ascii: "/"), UInt8(ascii: "^"), UInt8(ascii: ">"), UInt8(ascii: "!"):
            let fix = "write an endpoint for each case, told apart by \"when\""
            return malformed(token, "\(written): templates have no blocks, partials or comments", fix: fix)
        default: break
        }
        let sign = bytes[token].drop { $0 == UInt8(ascii: "$") || $0 == UInt8(ascii: "@") }
        let head = text(sign.startIndex..<(sign.firstIndex(where: Self.endsHead) ?? sign.endIndex))
        let rest = text((sign.startIndex + head.utf8.count)..<token.upperBound)
        if let exact = known(head, rest) { return malformed(token, exact.problem, fix: exact.fix) }
        return malformed(token, "\(written) names nothing", fix: suggestion(head, rest))
    }

    private static func endsHead(_ byte: UInt8) -> Bool {
        [UInt8(ascii: "."), UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: ":"), UInt8(ascii: "/")].contains(byte)
    }

    /// A name that is one, but lacks something or has too much.
    private func known(_ head: String, _ rest: String) -> (problem: String, fix: String)? {
        if Self.dotted[head] != nil {
            return ("\"\(head)\" has a name after a dot", "write it as in {{\(head).id}}")
        }
        if head == "body", !rest.isEmpty {
            return ("a place in the body has a dot and a slash before it", "write it as in {{body./id}}")
        }
        guard !rest.isEmpty, Self.plain[head] != nil || head == "now" || head == "random" else { return nil }
        let use = head == "random" ? "random 1 100" : head
        return ("\"\(head)\" has no parts", "write {{\(use)}}")
    }

    private func suggestion(_ head: String, _ rest: String) -> String {
        if let fix = Self.foreign[head.lowercased()] { return fix }
        let names = Set(Self.dotted.keys).union(Self.plain.keys).union(["now", "random"]).sorted()
        guard let nearest = NearestName.of(head, in: names) else {
            return "the names are path.NAME, query.NAME, header.NAME, cookie.NAME, form.NAME, body, body./POINTER, "
                + "state.NAME, count, uuid, random MIN MAX, now, baseURL, method, url, pathname and segment.N"
        }
        switch nearest {
        case "random": return "did you mean {{random 1 100}}?"
        case "body" where !rest.isEmpty: return "did you mean \"body./POINTER\"?"
        case _ where Self.dotted[nearest] == nil || (nearest == "state" && rest.isEmpty):
            return "did you mean \"\(nearest)\"?"
        default:
            let name = rest.utf8.count > 1 && rest.utf8.count <= 40 && rest.hasPrefix(".") ? rest : ".NAME"
            return "did you mean \"\(nearest)\(name)\"?"
        }
    }

    /// What others call it, in lower case.
    private static let foreign: [String: String] = [
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
        "if": "write an endpoint for each case, told apart by \"when\"",
        "else": "write an endpoint for each case, told apart by \"when\"",
    ]
}
