import TestAdmission
import Testing

@testable import RehearsalCLI

@Suite("Reading Markdown", .limitedConcurrency)
struct MarkdownReaderTests {
    @Test("Adjacent lines form one paragraph, which an empty line ends.")
    func paragraphs() {
        let sut = MarkdownParser.blocks(of: "one\ntwo\n\nthree\n")
        #expect(sut == [.paragraph("one two"), .paragraph("three")])
    }

    @Test("A heading is a separate block without empty lines around it.")
    func headings() {
        let sut = MarkdownParser.blocks(of: "# Title\ntext\n## Part\n")
        #expect(sut == [.heading(level: 1, "Title"), .paragraph("text"), .heading(level: 2, "Part")])
    }

    @Test("A code block keeps its lines unchanged.")
    func code() {
        let sut = MarkdownParser.blocks(of: "text\n```sh\n# no heading\n\n  - no item\n```\n")
        #expect(sut == [.paragraph("text"), .code(["# no heading", "", "  - no item"])])
    }

    @Test("Items may continue on later lines and may be nested.")
    func items() {
        let sut = MarkdownParser.blocks(of: "- term `a`: first\n  line\n  - below\n1. counted\n")
        #expect(
            sut == [
                .item(depth: 0, marker: "-", "`a`: first line"),
                .item(depth: 1, marker: "-", "below"),
                .item(depth: 0, marker: "1.", "counted"),
            ]
        )
    }

    @Test("A table has cells without its separator line, and an escaped bar does not divide them.")
    func tables() {
        let sut = MarkdownParser.blocks(of: "| a | b |\n| --- |:---:|\n| c \\| d | |\n\ntext")
        #expect(sut == [.table([["a", "b"], ["c | d", ""]]), .paragraph("text")])
    }

    @Test("The reader skips comments.")
    func comments() {
        #expect(MarkdownParser.blocks(of: "<!-- one\ntwo -->\ntext") == [.paragraph("text")])
    }
}
