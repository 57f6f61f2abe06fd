/// A block of the Markdown subset that the articles use.
enum MarkdownBlock: Equatable {
    /// A heading; level 1 is the title.
    case heading(level: Int, String)
    /// A paragraph, with its lines joined by spaces.
    case paragraph(String)
    /// A list item with its marker (`-`, `1.`) and its depth, from 0.
    case item(depth: Int, marker: String, String)
    /// The lines of a code block.
    case code([String])
    /// The cells of a table by rows; the first row is the head.
    case table([[String]])
}

/// A parser of the Markdown subset that the articles use.
struct MarkdownParser {
    private var blocks: [MarkdownBlock] = []
    /// A paragraph, an item or a table that the next line may continue.
    private var open: MarkdownBlock?
    /// The lines of an open code block, and the indentation of its fence.
    private var code: (lines: [String], indent: Int)?
    private var isInComment = false

    static func blocks(of text: String) -> [MarkdownBlock] {
        var reader = MarkdownParser()
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
            open = .item(depth: indent / 2, marker: marker, Self.itemText(of: trimmed.dropFirst(marker.count + 1)))
            return
        }
        continueBlock(with: String(trimmed))
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

    private mutating func continueBlock(with text: String) {
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

    /// Returns the marker of a list item, `-` or `1.`, if a space follows.
    private static func marker(of line: Substring) -> String? {
        if line.hasPrefix("- ") { return "-" }
        let digits = line.prefix { $0.isNumber }
        return !digits.isEmpty && line.dropFirst(digits.count).hasPrefix(". ") ? digits + "." : nil
    }

    /// Returns the text of an item, without the `term` of a DocC definition list.
    private static func itemText(of item: Substring) -> String {
        String(item.hasPrefix("term ") ? item.dropFirst(5) : item)
    }

    /// Returns the cells between unescaped bars.
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
