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
