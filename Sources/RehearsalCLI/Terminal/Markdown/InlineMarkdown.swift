/// A converter of inline Markdown to plain text.
struct InlineMarkdown {
    /// Returns the text for a link to an article.
    let link: (String) -> String

    func plain(_ text: String) -> String {
        var plain = ""
        var rest = text[...]
        while let first = rest.first {
            switch first {
            case "`": plain += code(&rest)
            case "<": plain += angle(&rest)
            case "[": plain += bracket(&rest)
            case "*": rest = rest.drop { $0 == "*" }
            default:
                plain.append(first)
                rest = rest.dropFirst()
            }
        }
        return plain
    }

    /// Returns a code span without its backticks.
    private func code(_ rest: inout Substring) -> String {
        let ticks = rest.prefix { $0 == "`" }
        let inside = rest.dropFirst(ticks.count)
        rest = inside
        guard let end = inside.firstRange(of: ticks) else { return String(ticks) }
        rest = inside[end.upperBound...]
        return String(inside[..<end.lowerBound])
    }

    /// Returns the text of `<doc:Name>` or `<https://…>`.
    private func angle(_ rest: inout Substring) -> String {
        let inside = rest.dropFirst()
        rest = inside
        guard let end = inside.firstIndex(of: ">") else { return "<" }
        let target = inside[..<end]
        guard target.hasPrefix("doc:") || target.hasPrefix("http") else { return "<" }
        rest = inside[inside.index(after: end)...]
        return target.hasPrefix("doc:") ? link(String(target.dropFirst(4))) : String(target)
    }

    /// Returns the text of `[words](address)`.
    private func bracket(_ rest: inout Substring) -> String {
        let inside = rest.dropFirst()
        rest = inside
        guard let middle = inside.firstRange(of: "]("), let end = inside[middle.upperBound...].firstIndex(of: ")")
        else { return "[" }
        rest = inside[inside.index(after: end)...]
        return "\(plain(String(inside[..<middle.lowerBound]))) (\(inside[middle.upperBound..<end]))"
    }
}
