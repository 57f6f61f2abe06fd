import Rehearsal
import TestAdmission
import Testing

@testable import RehearsalRecordings

@Suite("Layout of a written document", .limitedConcurrency)
struct DocumentLayoutTests {
    @Test("A value that fits is written in one line, and a comment stands above its endpoint.")
    func layout() {
        let sut = DocumentLayout(head: ["Two\nlines."], endpoints: [1: ["The second."]])
        let document: JSON = [
            "scenario": "s",
            "endpoints": [
                ["get": "/a", "replies": [["status": 204]]],
                ["get": "/b", "replies": [["json": ["text": .string(String(repeating: "x", count: 120))]]]],
            ],
        ]
        #expect(
            sut.text(of: document) == """
                // Two lines.
                {
                  "scenario": "s",
                  "endpoints": [
                    {
                      "get": "/a",
                      "replies": [{ "status": 204 }],
                    },
                    // The second.
                    {
                      "get": "/b",
                      "replies": [
                        {
                          "json": {
                            "text": "\(String(repeating: "x", count: 120))",
                          },
                        },
                      ],
                    },
                  ],
                }

                """
        )
    }

    @Test("Long lists are wrapped at 120 columns, and reading the text gives the same document.")
    func widths() throws {
        let list = JSON.array((0..<60).map { .string("element \($0)") })
        let replies: JSON = [["json": ["list": list, "deep": [[[list]]]]]]
        let document: JSON = ["scenario": "s", "endpoints": [["get": "/a", "replies": replies]]]
        let text = DocumentLayout().text(of: document)
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 120 })
        let again = try JSONDocument(parsing: Array(text.utf8), options: .relaxed).root.value
        #expect(again.bytes() == document.bytes())
    }
}
