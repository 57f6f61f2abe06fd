/// Helpers that produce Markdown.
package enum Markdown {
    /// Returns the text with all Markdown syntax escaped, also for table cells.
    package static func escaped(_ text: String) -> String {
        var result = ""
        for character in text.printable {
            if "\\`*_{}[]<>|#~$".contains(character) { result.append("\\") }
            result.append(character)
        }
        return result
    }

    /// Returns a code block whose fence does not occur in the lines.
    package static func fenced(_ lines: [String]) -> [String] {
        var longest = 2
        for line in lines {
            for run in line.split(whereSeparator: { $0 != "`" }) { longest = max(longest, run.count) }
        }
        let fence = String(repeating: "`", count: longest + 1)
        return [fence + "text"] + lines + [fence]
    }

    /// Returns a table whose first column has no title; the cells are Markdown.
    package static func table(_ titles: [String], _ rows: [(title: String, cells: [String])]) -> [String] {
        ["| | \(titles.joined(separator: " | ")) |", "|---|" + titles.map { _ in "---|" }.joined()]
            + rows.map { "| \($0.title) | \($0.cells.joined(separator: " | ")) |" }
    }
}
