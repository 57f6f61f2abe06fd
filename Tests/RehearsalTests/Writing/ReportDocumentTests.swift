import TestAdmission
import Testing

@testable import Rehearsal

@Suite("A report as a document", .limitedConcurrency)
struct ReportDocumentTests {
    private let sut = ReportDocument(
        head: ["\(.bold, "\(.red, "failed")"): \("a\u{1B}b")"],
        sections: [
            ReportDocument.Section(
                "title | 1",
                sourceLocation: "a.json:7",
                items: ["one\(.dim, ": why")"],
                lines: ["    more"]
            )
        ]
    )

    @Test("The plain text has an empty line before each section, and makes what is put into it printable.")
    func plain() {
        #expect(sut.lines(.plain) == ["failed: a\\u{1b}b", "", "title | 1  a.json:7", "  one: why", "    more"])
    }

    @Test("A tone within a tone has its own control sequence.")
    func tones() {
        let lines = sut.lines(TerminalStyle(isColored: true))
        #expect(lines[0] == "\u{1B}[1m\u{1B}[31mfailed\u{1B}[0m\u{1B}[0m: a\\u{1b}b")
        #expect(lines[3] == "  one\u{1B}[2m: why\u{1B}[0m")
    }

    @Test("Markdown lists the items of a section, without its place and its other lines.")
    func markdown() {
        #expect(sut.sections[0].markdown() == ["", "**title \\| 1**", "", "- one: why"])
        #expect(sut.sections[0].markdown(isCapitalized: true)[1] == "**Title \\| 1**")
    }

    @Test("Elements are grouped by a key in the order in which the keys first occur.")
    func grouping() {
        let groups = ["b1", "a1", "b2"].grouped { $0.prefix(1) }
        #expect(groups.map(\.key) == ["b", "a"])
        #expect(groups.map(\.elements) == [["b1", "b2"], ["a1"]])
        #expect([3, 1, 3, 2, 1].unique == [3, 1, 2])
        #expect([(1, "a"), (2, "b"), (1, "c")].sortedStably { $0.0 > $1.0 }.map(\.1) == ["b", "a", "c"])
    }

    @Test("A number takes the singular of its noun only for one.", arguments: [(0, "0 bodies"), (1, "1 body")])
    func nouns(number: Int, text: String) {
        #expect(number.counted("body") == text)
        #expect(2.counted("clause") == "2 clauses")
    }
}
