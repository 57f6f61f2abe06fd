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
