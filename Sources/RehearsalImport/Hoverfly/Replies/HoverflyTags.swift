import Rehearsal

/// What Hoverfly's templates name, in the words of ours.
struct HoverflyTags {
    /// The segments of the path, where it is one and the same.
    let segments: [String]?
    let literals: [String: String]

    /// Puts templates of ours in place of Hoverfly's.
    var filling: TemplateFilling {
        TemplateFilling(meaning: meaning) { $0.differ($1, instead: "it is sent as it stands here") }
    }

    /// Nil for what no template of ours says.
    private func meaning(_ tag: TemplateTranslation.Tag) -> TemplateTranslation.Meaning? {
        guard let name = tag.words.first else { return nil }
        let rest = tag.words.dropFirst().map(TemplateTranslation.Tag.unquoted)
        switch (name, rest.count) {
        case ("Request.Method", 0): return .expression("method")
        case ("Request.Host", 0): return .expression("header.Host")
        case ("randomUuid", 0): return .expression("uuid")
        case ("randomIntegerRange", 2): return random(rest)
        case ("Request.Body", 2) where rest[0] == "jsonpath": return place(rest[1])
        case ("requestBody", 2) where rest[0] == "jsonpath": return place(rest[1])
        case ("now", 0...2): return time(rest)
        case (_, 0): return named(name)
        default: return nil
        }
    }

    private func named(_ text: String) -> TemplateTranslation.Meaning? {
        let kinds = [
            "Request.QueryParam.": "query", "Request.Header.": "header", "Request.FormData.": "form", "State.": "state",
        ]
        for (prefix, kind) in kinds where text.hasPrefix(prefix) {
            let name = Self.first(text.dropFirst(prefix.count))
            guard !name.isEmpty, !name.contains(where: { " |}'\"[]".contains($0) }) else { return nil }
            return .expression("\(kind).\(name)")
        }
        if text.hasPrefix("Literals.") { return literals[String(text.dropFirst(9))].map { .text($0) } }
        guard text.hasPrefix("Request.Path.["), let index = Int(text.dropFirst(14).dropLast()), let segments,
            segments.indices.contains(index)
        else { return nil }
        return .text(segments[index])
    }

    /// A name without the number of the first of its values.
    private static func first(_ name: Substring) -> String {
        String(name.hasSuffix(".[0]") ? name.dropLast(4) : name)
    }

    private func random(_ words: [String]) -> TemplateTranslation.Meaning? {
        guard let lower = Int32(words[0]), let upper = Int32(words[1]), lower <= upper else { return nil }
        return .expression("random \(lower) \(upper)")
    }

    private func place(_ path: String) -> TemplateTranslation.Meaning? {
        guard let pointer = JSONPathTranslation.pointer(path), !pointer.text.isEmpty,
            !pointer.text.contains(where: { " |}'\"".contains($0) })
        else { return nil }
        return .expression("body.\(pointer.text)")
    }

    /// `now '1d' 'unix'`.
    private func time(_ words: [String]) -> TemplateTranslation.Meaning? {
        var expression = "now"
        if let shift = words.first, !shift.isEmpty {
            let sign = shift.hasPrefix("-") ? "-" : "+"
            let amount = shift.drop { $0 == "-" || $0 == "+" }
            guard let unit = amount.last, "smhd".contains(unit), let count = Int(amount.dropLast()), count < 1_000_000
            else { return nil }
            expression += " \(sign) \(count)\(unit)"
        }
        switch words.dropFirst().first ?? "" {
        case "": return .expression(expression)
        case "unix": return .expression("\(expression) | unix")
        case "epoch": return .expression("\(expression) | unix-ms")
        case "2006-01-02": return .expression("\(expression) | date")
        default: return nil
        }
    }
}
