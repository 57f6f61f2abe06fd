import TestAdmission
import Testing

@testable import RehearsalCLI

@Suite("Reading Markdown", .admitted)
struct MarkdownReaderTests {
    @Test("Lines that belong together become one paragraph; an empty line ends it.")
    func paragraphs() {
        let sut = MarkdownReader.blocks(of: "one\ntwo\n\nthree\n")
        #expect(sut == [.paragraph("one two"), .paragraph("three")])
    }

    @Test("A heading stands for itself, whatever is before and behind it.")
    func headings() {
        let sut = MarkdownReader.blocks(of: "# Title\ntext\n## Part\n")
        #expect(sut == [.heading(level: 1, "Title"), .paragraph("text"), .heading(level: 2, "Part")])
    }

    @Test("Code keeps its lines, whatever they look like.")
    func code() {
        let sut = MarkdownReader.blocks(of: "text\n```sh\n# no heading\n\n  - no item\n```\n")
        #expect(sut == [.paragraph("text"), .code(["# no heading", "", "  - no item"])])
    }

    @Test("Items go on in lines below them, and may be below each other.")
    func items() {
        let sut = MarkdownReader.blocks(of: "- term `a`: first\n  line\n  - below\n1. counted\n")
        #expect(
            sut == [
                .item(depth: 0, marker: "-", "`a`: first line"),
                .item(depth: 1, marker: "-", "below"),
                .item(depth: 0, marker: "1.", "counted"),
            ]
        )
    }

    @Test("A table has cells; the line below its head is none, and an escaped bar divides nothing.")
    func tables() {
        let sut = MarkdownReader.blocks(of: "| a | b |\n| --- |:---:|\n| c \\| d | |\n\ntext")
        #expect(sut == [.table([["a", "b"], ["c | d", ""]]), .paragraph("text")])
    }

    @Test("Comments are not shown.")
    func comments() {
        #expect(MarkdownReader.blocks(of: "<!-- one\ntwo -->\ntext") == [.paragraph("text")])
    }
}
