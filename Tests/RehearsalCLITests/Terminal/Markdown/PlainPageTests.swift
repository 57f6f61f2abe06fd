import TestAdmission
import Testing

@testable import RehearsalCLI

@Suite("A page for a terminal", .limitedConcurrency)
struct PlainPageTests {
    private func text(_ markdown: String, width: Int = 60) -> String {
        MarkdownRenderer(width: width, text: InlineMarkdown { "see \($0)" }).render(markdown)
    }

    @Test(
        "The page removes markup and nothing else.",
        arguments: [
            ("a `code` b", "a code b"), ("`RETRY-02/**` stays", "RETRY-02/** stays"),
            ("**bold** and *this*", "bold and this"), ("``Backend`` is one", "Backend is one"),
            ("<doc:Scope> and <https://a.b/c>", "see Scope and https://a.b/c"),
            ("[words](there.md) here", "words (there.md) here"), ("a < b, [x] and `open", "a < b, [x] and `open"),
        ]
    )
    func marks(markdown: String, plain: String) {
        #expect(text(markdown) == plain)
    }

    @Test("The page underlines headings, indents code and wraps long items with a hanging indent.")
    func layout() {
        let sut = text("# Ab\n- one two three four\n- five\n\n```sh\nlet it be as wide as it is\n```", width: 12)
        #expect(sut == "Ab\n==\n\n- one two\n  three four\n- five\n\n    let it be as wide as it is")
    }

    @Test("A table that fits has columns, and its last column is wrapped.")
    func columns() {
        let long = "words that go on for longer than the width of it"
        #expect(
            text("| a | b |\n|-|-|\n| first | \(long) |", width: 34) == """
                a      b
                -----  ---------------------------
                first  words that go on for longer
                       than the width of it
                """
        )
    }

    @Test("A table that is too wide has a paragraph for each row.")
    func records() {
        let wide = String(repeating: "x", count: 30)
        #expect(text("| a | b | c |\n|-|-|-|\n| \(wide) | \(wide) | y |", width: 40) == "\(wide)\n  b: \(wide)\n  c: y")
    }
}
