import Rehearsal

/// What Mockoon's helpers name, in the words of ours.
struct MockoonTags {
    /// The placeholders of the route's path.
    var captures: [String] = []

    /// Nil for what no template of ours says.
    func meaning(_ tag: TemplateTranslation.Tag) -> TemplateTranslation.Meaning? {
        guard let name = tag.words.first else { return nil }
        let rest = tag.words.dropFirst().map(TemplateTranslation.Tag.unquoted)
        switch (name, rest.count) {
        case ("method", 0): return .expression("method")
        case ("baseUrl", 0): return .expression("baseURL")
        case ("uuid", 0), ("guid", 0): return .expression("uuid")
        case ("body", 0): return .expression("body")
        case ("newline", 0): return .text("\n")
        case ("hostname", 0): return .expression("header.Host")
        case ("body", 1...2): return place(rest)
        case ("queryParam", 1...2): return field("query", rest)
        case ("urlParam", 1) where captures.contains(rest[0]): return field("path", rest)
        case ("header", 1...2): return field("header", rest)
        case ("cookie", 1...2): return field("cookie", rest)
        case ("now", 0...1): return time(rest.first)
        case ("int", 2): return random(rest)
        case ("faker", 1) where ["string.uuid", "datatype.uuid"].contains(rest[0]): return .expression("uuid")
        case ("lowercase", 1), ("uppercase", 1): return cased(name, tag.words[1])
        default: return nil
        }
    }

    private func field(_ kind: String, _ words: [String]) -> TemplateTranslation.Meaning? {
        guard isWord(words[0]) else { return nil }
        return .expression("\(kind).\(words[0])\(standard(words))")
    }

    private func place(_ words: [String]) -> TemplateTranslation.Meaning? {
        let pointer =
            words[0].hasPrefix("$")
            ? JSONPathTranslation.pointer(words[0]) : JSON.Pointer(tokens: MockoonImport.names(words[0]))
        guard let pointer, !pointer.text.isEmpty, isWord(pointer.text) else { return nil }
        return .expression("body.\(pointer.text)\(standard(words))")
    }

    /// What stands in for a value that is absent.
    private func standard(_ words: [String]) -> String {
        guard words.count > 1, !words[1].isEmpty else { return "" }
        return words[1].contains("\"") ? " | default '\(words[1])'" : " | default \"\(words[1])\""
    }

    private func isWord(_ text: String) -> Bool {
        !text.isEmpty && !text.contains { " |}'\"[](){".contains($0) }
    }

    private func time(_ format: String?) -> TemplateTranslation.Meaning? {
        switch format {
        case nil: .expression("now | iso-ms")
        case "yyyy-MM-dd"?: .expression("now | date")
        case "t"?: .expression("now | unix")
        case "T"?: .expression("now | unix-ms")
        default: nil
        }
    }

    private func random(_ words: [String]) -> TemplateTranslation.Meaning? {
        guard let lower = Int32(words[0]), let upper = Int32(words[1]), lower <= upper else { return nil }
        return .expression("random \(lower) \(upper)")
    }

    /// `lowercase (queryParam 'q')`.
    private func cased(_ name: String, _ inner: String) -> TemplateTranslation.Meaning? {
        guard inner.hasPrefix("("), inner.hasSuffix(")") else { return nil }
        let words = inner.dropFirst().dropLast().split(separator: " ").map(String.init)
        guard case .expression(let expression)? = meaning(TemplateTranslation.Tag(text: inner, words: words)) else {
            return nil
        }
        return .expression("\(expression) | \(name == "lowercase" ? "lower" : "upper")")
    }
}
