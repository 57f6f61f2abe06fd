/// A piece of a page, as our articles have them; all that they use of Markdown, and no more.
enum MarkdownBlock: Equatable {
    /// A heading, of the page (1) or of a part of it.
    case heading(level: Int, String)
    /// Lines that belong together, joined.
    case paragraph(String)
    /// An item of a list, with what stands before it (`-`, `1.`), and how deep it is, from 0.
    case item(depth: Int, marker: String, String)
    /// Lines that stay as they are.
    case code([String])
    /// Cells by rows, the first of which is the head.
    case table([[String]])
}

/// Takes a page of Markdown apart.
struct MarkdownReader {
    private var blocks: [MarkdownBlock] = []
    /// A paragraph or an item that the next line may go on with.
    private var open: MarkdownBlock?
    /// The lines of a block of code, and the spaces that stand before its fence.
    private var code: (lines: [String], indent: Int)?
    private var isInComment = false

    static func blocks(of text: String) -> [MarkdownBlock] {
        var reader = MarkdownReader()
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) { reader.read(String(line)) }
        reader.close()
        return reader.blocks
    }

    private mutating func read(_ line: String) {
        let indent = line.prefix { $0 == " " }.count
        let trimmed = line.dropFirst(indent)
        if trimmed.hasPrefix("```") { return fence(indent) }
        if let lines = code?.lines, let depth = code?.indent {
            code = (lines + [String(line.dropFirst(min(indent, depth)))], depth)
            return
        }
        if isInComment || trimmed.hasPrefix("<!--") {
            isInComment = !trimmed.hasSuffix("-->")
            return
        }
        if trimmed.isEmpty { return close() }
        if trimmed.first == "#" { return heading(trimmed) }
        if trimmed.first == "|" { return row(trimmed) }
        if let marker = Self.marker(of: trimmed) {
            close()
            open = .item(depth: indent / 2, marker: marker, Self.words(of: trimmed.dropFirst(marker.count + 1)))
            return
        }
        goOn(with: String(trimmed))
    }

    private mutating func fence(_ indent: Int) {
        if let lines = code?.lines {
            blocks.append(.code(lines))
            code = nil
        } else {
            close()
            code = ([], indent)
        }
    }

    private mutating func heading(_ line: Substring) {
        close()
        let level = line.prefix { $0 == "#" }.count
        blocks.append(.heading(level: level, String(line.dropFirst(level + 1))))
    }

    private mutating func row(_ line: Substring) {
        let cells = Self.cells(of: line)
        if case .table(let rows) = open {
            let isRule = rows.count == 1 && cells.allSatisfy { $0.allSatisfy { "-: ".contains($0) } }
            open = .table(isRule ? rows : rows + [cells])
        } else {
            close()
            open = .table([cells])
        }
    }

    private mutating func goOn(with text: String) {
        switch open {
        case .paragraph(let before): open = .paragraph(before + " " + text)
        case .item(let depth, let marker, let before): open = .item(depth: depth, marker: marker, before + " " + text)
        default:
            close()
            open = .paragraph(text)
        }
    }

    private mutating func close() {
        if let open { blocks.append(open) }
        open = nil
    }

    /// `-` or `1.`, if a space follows.
    private static func marker(of line: Substring) -> String? {
        if line.hasPrefix("- ") { return "-" }
        let digits = line.prefix { $0.isNumber }
        return !digits.isEmpty && line.dropFirst(digits.count).hasPrefix(". ") ? digits + "." : nil
    }

    /// A definition is an item here: `term` in front of it is for DocC.
    private static func words(of item: Substring) -> String {
        String(item.hasPrefix("term ") ? item.dropFirst(5) : item)
    }

    /// What stands between bars that no backslash stands before.
    private static func cells(of line: Substring) -> [String] {
        var cells = [""]
        var isEscaped = false
        for character in line.dropFirst() {
            if isEscaped {
                cells[cells.count - 1] += character == "|" ? "|" : "\\\(character)"
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == "|" {
                cells.append("")
            } else {
                cells[cells.count - 1].append(character)
            }
        }
        return cells.dropLast().map { cell in
            String(cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }
    }
}
