/// Text put into a page that is written in Markdown.
package enum Markdown {
    /// Text that means nothing but itself, also in a cell of a table.
    package static func escaped(_ text: String) -> String {
        var result = ""
        for character in text.printable {
            if "\\`*_{}[]<>|#~$".contains(character) { result.append("\\") }
            result.append(character)
        }
        return result
    }

    /// A block that shows its lines as they are, within a fence that is in none of them.
    package static func fenced(_ lines: [String]) -> [String] {
        var longest = 2
        for line in lines {
            for run in line.split(whereSeparator: { $0 != "`" }) { longest = max(longest, run.count) }
        }
        let fence = String(repeating: "`", count: longest + 1)
        return [fence + "text"] + lines + [fence]
    }

    /// A table whose first column has no title; what stands in its cells is Markdown.
    package static func table(_ titles: [String], _ rows: [(title: String, cells: [String])]) -> [String] {
        ["| | \(titles.joined(separator: " | ")) |", "|---|" + titles.map { _ in "---|" }.joined()]
            + rows.map { "| \($0.title) | \($0.cells.joined(separator: " | ")) |" }
    }
}
