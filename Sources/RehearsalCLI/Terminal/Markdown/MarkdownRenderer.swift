/// A renderer of Markdown as plain text for a terminal.
struct MarkdownRenderer {
    let width: Int
    let text: InlineMarkdown

    func render(_ markdown: String) -> String {
        var lines: [String] = []
        var wasItem = false
        for block in MarkdownParser.blocks(of: markdown) {
            let isItem = if case .item = block { true } else { false }
            // List items have no blank lines between them.
            if !lines.isEmpty, !(isItem && wasItem) { lines.append("") }
            lines += self.lines(of: block)
            wasItem = isItem
        }
        return lines.joined(separator: "\n")
    }

    private func lines(of block: MarkdownBlock) -> [String] {
        switch block {
        case .heading(let level, let markdown):
            let title = text.plain(markdown)
            return [title, String(repeating: level == 1 ? "=" : "-", count: title.count)]
        case .paragraph(let markdown): return text.plain(markdown).wrapped(to: width)
        case .item(let depth, let marker, let markdown):
            let front = String(repeating: "  ", count: depth) + marker + " "
            let rest = String(repeating: " ", count: front.count)
            let lines = text.plain(markdown).wrapped(to: width - front.count)
            return lines.enumerated().map { ($0 == 0 ? front : rest) + $1 }
        case .code(let lines): return lines.map { $0.isEmpty ? "" : "    " + $0 }
        case .table(let rows): return PlainTable(rows: rows.map { $0.map(text.plain) }, width: width).lines
        }
    }
}

/// A table as terminal text: in columns if they fit the width, else as a paragraph for each row.
struct PlainTable {
    /// The cells by rows, without Markdown; the first row is the head.
    let rows: [[String]]
    let width: Int

    private static let gap = 2
    /// The minimum width of the last column; a narrower table is printed as paragraphs.
    private static let minimumLastWidth = 24

    var lines: [String] {
        guard let head = rows.first, let last = head.indices.last else { return [] }
        let widths = head.indices.map { column in rows.map { $0.count > column ? $0[column].count : 0 }.max() ?? 0 }
        let before = widths[..<last].reduce(0) { $0 + $1 + Self.gap }
        guard width - before >= min(widths[last], Self.minimumLastWidth) else { return records(head) }
        let columns = Array(widths[..<last]) + [min(widths[last], width - before)]
        let body = rows.dropFirst().flatMap { row($0, columns) }
        guard head.contains(where: { !$0.isEmpty }) else { return body }
        return row(head, columns) + [columns.map { String(repeating: "-", count: $0) }.joined(separator: "  ")] + body
    }

    /// Returns the lines of a row; a long last cell takes several lines.
    private func row(_ cells: [String], _ columns: [Int]) -> [String] {
        let front = zip(cells.dropLast(), columns).map { $0.padded(to: $1 + Self.gap) }.joined()
        let end = (cells.last ?? "").wrapped(to: columns.last ?? width)
        let indent = String(repeating: " ", count: front.count)
        guard let first = end.first else { return [front] }
        return [front + first] + end.dropFirst().map { indent + $0 }
    }

    private func records(_ head: [String]) -> [String] {
        rows.dropFirst().flatMap { cells -> [String] in
            let title = (cells.first ?? "").wrapped(to: width)
            let rest = zip(head, cells).dropFirst().flatMap { name, cell in
                "\(name): \(cell)".wrapped(to: width - 4).enumerated().map { ($0 == 0 ? "  " : "    ") + $1 }
            }
            return title + rest
        }
    }
}
