/// A report for people: a head, and findings under titles.
///
/// Terminals show the whole of it in colours where there are any; a page in Markdown is made of its sections.
package struct ReportDocument: Sendable, Hashable {
    /// The verdict, the circumstances, and what keeps the rest from being relied on.
    package var head: [StyledText]
    package var sections: [Section]

    package init(head: [StyledText], sections: [Section] = []) { (self.head, self.sections) = (head, sections) }

    /// The lines for a terminal, with an empty one before each section.
    package func lines(_ style: Style) -> [String] {
        head.map { $0.text(style) } + sections.flatMap { [""] + $0.lines(style) }
    }

    /// Findings under a title.
    package struct Section: Sendable, Hashable {
        package var title: StyledText
        /// The place of the findings, which stands beside the title in a terminal.
        package var place: String?
        package var items: [StyledText]
        /// Lines behind the items, in a terminal only, each with an indentation of its own.
        package var lines: [StyledText]

        package init(
            _ title: StyledText,
            place: String? = nil,
            items: [StyledText] = [],
            lines: [StyledText] = [],
        ) {
            (self.title, self.place, self.items, self.lines) = (title, place, items, lines)
        }

        /// The section, or none if there is nothing in it.
        package static func list(_ title: String, _ items: [StyledText]) -> [Section] {
            items.isEmpty ? [] : [Section("\(.yellow, title)", items: items)]
        }

        package func lines(_ style: Style = .plain) -> [String] {
            let place = place.map { style.dim("  " + $0.printable) } ?? ""
            return [title.text(style) + place] + items.map { "  " + $0.text(style) } + lines.map { $0.text(style) }
        }

        /// The title and the items as a list, with an empty line before each.
        ///
        /// - Parameter isCapitalized: whether the title begins with a capital whatever it begins with.
        package func markdown(isCapitalized: Bool = false) -> [String] {
            let first = isCapitalized ? title.plain.prefix(1).uppercased() : String(title.plain.prefix(1))
            return ["", "**\(Markdown.escaped(first + title.plain.dropFirst()))**", ""]
                + items.map { "- " + Markdown.escaped($0.plain) }
        }
    }
}

extension BinaryInteger {
    /// The number with a noun: `1 body`, `2 bodies`, `0 clauses`.
    package func counted(_ noun: String) -> String { "\(self) \(plural(of: noun))" }

    /// The noun as it stands behind the number.
    package func plural(of noun: String) -> String {
        if self == 1 { return noun }
        return noun.hasSuffix("y") ? noun.dropLast() + "ies" : noun + "s"
    }
}
