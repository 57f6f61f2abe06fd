/// Takes the marks off a line of Markdown.
struct MarkedText {
    /// What a link to an article is shown as.
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

    /// Code stays as it is, without what encloses it.
    private func code(_ rest: inout Substring) -> String {
        let ticks = rest.prefix { $0 == "`" }
        let inside = rest.dropFirst(ticks.count)
        rest = inside
        guard let end = inside.firstRange(of: ticks) else { return String(ticks) }
        rest = inside[end.upperBound...]
        return String(inside[..<end.lowerBound])
    }

    /// `<doc:Name>` and `<https://…>`.
    private func angle(_ rest: inout Substring) -> String {
        let inside = rest.dropFirst()
        rest = inside
        guard let end = inside.firstIndex(of: ">") else { return "<" }
        let target = inside[..<end]
        guard target.hasPrefix("doc:") || target.hasPrefix("http") else { return "<" }
        rest = inside[inside.index(after: end)...]
        return target.hasPrefix("doc:") ? link(String(target.dropFirst(4))) : String(target)
    }

    /// `[words](address)`.
    private func bracket(_ rest: inout Substring) -> String {
        let inside = rest.dropFirst()
        rest = inside
        guard let middle = inside.firstRange(of: "]("), let end = inside[middle.upperBound...].firstIndex(of: ")")
        else { return "[" }
        rest = inside[inside.index(after: end)...]
        return "\(plain(String(inside[..<middle.lowerBound]))) (\(inside[middle.upperBound..<end]))"
    }
}
