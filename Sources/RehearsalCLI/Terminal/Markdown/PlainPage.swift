/// A page of Markdown as plain text for a terminal.
struct PlainPage {
    let width: Int
    let text: MarkedText

    func render(_ markdown: String) -> String {
        var lines: [String] = []
        var wasItem = false
        for block in MarkdownReader.blocks(of: markdown) {
            let isItem = if case .item = block { true } else { false }
            // The items of a list stand close together.
            if !lines.isEmpty, !(isItem && wasItem) { lines.append("") }
            lines += self.lines(of: block)
            wasItem = isItem
        }
        return lines.joined(separator: "\n")
    }

    private func lines(of block: MarkdownBlock) -> [String] {
        switch block {
        case .heading(let level, let words):
            let title = text.plain(words)
            return [title, String(repeating: level == 1 ? "=" : "-", count: title.count)]
        case .paragraph(let words): return text.plain(words).wrapped(to: width)
        case .item(let depth, let marker, let words):
            let front = String(repeating: "  ", count: depth) + marker + " "
            let rest = String(repeating: " ", count: front.count)
            let lines = text.plain(words).wrapped(to: width - front.count)
            return lines.enumerated().map { ($0 == 0 ? front : rest) + $1 }
        case .code(let lines): return lines.map { $0.isEmpty ? "" : "    " + $0 }
        case .table(let rows): return PlainTable(rows: rows.map { $0.map(text.plain) }, width: width).lines
        }
    }
}
