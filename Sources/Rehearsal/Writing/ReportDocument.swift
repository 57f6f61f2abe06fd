/// A readable report: a summary, and findings in sections.
///
/// A terminal displays the whole report, in color if it supports it. Markdown pages contain the sections.
package struct ReportDocument: Sendable, Hashable {
    /// The summary: the result, its context, and warnings about it.
    package var head: [StyledText]
    package var sections: [Section]

    package init(head: [StyledText], sections: [Section] = []) { (self.head, self.sections) = (head, sections) }

    /// Returns the lines for a terminal, with an empty line before each section.
    package func lines(_ style: TerminalStyle) -> [String] {
        head.map { $0.text(style) } + sections.flatMap { [""] + $0.lines(style) }
    }

    /// Findings under a title.
    package struct Section: Sendable, Hashable {
        package var title: StyledText
        /// The source location of the findings, shown beside the title in a terminal.
        package var sourceLocation: String?
        package var items: [StyledText]
        /// Lines after the items, for terminals only, with their own indentation.
        package var lines: [StyledText]

        package init(
            _ title: StyledText,
            sourceLocation: String? = nil,
            items: [StyledText] = [],
            lines: [StyledText] = [],
        ) {
            (self.title, self.sourceLocation, self.items, self.lines) = (title, sourceLocation, items, lines)
        }

        /// Returns one section with these items, or no section if there are none.
        package static func list(_ title: String, _ items: [StyledText]) -> [Section] {
            items.isEmpty ? [] : [Section("\(.yellow, title)", items: items)]
        }

        package func lines(_ style: TerminalStyle = .plain) -> [String] {
            let location = sourceLocation.map { style.dim("  " + $0.printable) } ?? ""
            return [title.text(style) + location] + items.map { "  " + $0.text(style) } + lines.map { $0.text(style) }
        }

        /// Returns the title and the items as a list, with an empty line before each.
        ///
        /// - Parameter isCapitalized: whether to capitalize the first letter of the title.
        package func markdown(isCapitalized: Bool = false) -> [String] {
            let first = isCapitalized ? title.plain.prefix(1).uppercased() : String(title.plain.prefix(1))
            return ["", "**\(Markdown.escaped(first + title.plain.dropFirst()))**", ""]
                + items.map { "- " + Markdown.escaped($0.plain) }
        }
    }
}

extension BinaryInteger {
    /// Returns the number with a noun: `1 body`, `2 bodies`, `0 clauses`.
    package func counted(_ noun: String) -> String { "\(self) \(plural(of: noun))" }

    /// Returns the singular or plural form of the noun for this number.
    package func plural(of noun: String) -> String {
        if self == 1 { return noun }
        return noun.hasSuffix("y") ? noun.dropLast() + "ies" : noun + "s"
    }
}
