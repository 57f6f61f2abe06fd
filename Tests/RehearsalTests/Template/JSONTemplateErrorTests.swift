import TestAdmission
import Testing

@testable import Rehearsal

@Suite("Errors in a document of templates", .limitedConcurrency)
struct JSONTemplateErrorTests {
    private let text = #"{"ok":"{{count}}","a":[1,{"b/c":"\u00e9 {{ nope }}"}],"{{x}}":{"y":"{{count | json}} "}}"#

    private func mistakes(_ document: JSON) throws -> [JSONTemplate.LocatedError] {
        try #require(throws: JSONTemplate.Malformed.self) { try JSONTemplate(document) }.errors
    }

    @Test("All errors are reported in order, each with a pointer to its place.")
    func pointers() throws {
        let document = try JSON(parsing: text)
        let mistakes = try mistakes(document)
        #expect(
            mistakes.map { document.pointer(toNodeAtIndex: $0.nodeIndex)?.text } == ["/a/1/b~1c", "/{{x}}", "/{{x}}/y"]
        )
        #expect(mistakes.map(\.error.offset) == [5, 2, 10])
    }

    @Test("Each error maps to its bytes in the source, even after escapes.")
    func bytes() throws {
        let document = try JSONDocument(parsing: Array(text.utf8))
        let marked = try mistakes(document.root.value).map { mistake in
            let characters = mistake.error.offset..<(mistake.error.offset + mistake.error.length)
            let range = try #require(document.root.range(ofCharacters: characters, atNodeIndex: mistake.nodeIndex))
            return String(decoding: document.bytes[range], as: UTF8.self)
        }
        #expect(marked == ["nope", "x", "json"])
    }

    @Test("Places count from the document's own value, even within a larger document.")
    func inside() throws {
        let outer = try JSONDocument(parsing: Array(#"[0,{"json":{"a":"{{x}}"}},"{{y}}"]"#.utf8))
        let node = try #require(Array(outer.root.elements)[1]["json"])
        let mistake = try #require(try mistakes(node.value).first)
        let range = try #require(node.range(ofCharacters: 2..<3, atNodeIndex: mistake.nodeIndex))
        #expect(String(decoding: outer.bytes[range], as: UTF8.self) == "x")
        #expect(node.range(ofCharacters: 0..<1, atNodeIndex: 3) == nil)
        #expect(node.range(ofCharacters: 0..<1, atNodeIndex: -1) == nil)
    }

    @Test("The templates of a document are listed with their places.")
    func places() throws {
        let document: JSON = ["a": ["{{count}}", 1], "{{path.id}}": "{{now}}"]
        let sut = try JSONTemplate(document)
        #expect(sut.templates.map(\.nodeIndex) == [3, 5, 6])
        #expect(sut.templates.map(\.template.text) == ["{{count}}", "{{path.id}}", "{{now}}"])
        #expect(
            sut.templates.map { document.pointer(toNodeAtIndex: $0.nodeIndex)?.text } == [
                "/a/0", "/{{path.id}}", "/{{path.id}}",
            ]
        )
        #expect(document.pointer(toNodeAtIndex: 0)?.text == "")
        #expect(document.pointer(toNodeAtIndex: 7) == nil)
    }

    @Test("A name cannot be a value other than a string.")
    func name() throws {
        let mistakes = try mistakes(["{{count | json}}": 1])
        #expect(mistakes.map(\.error.problem.isEmpty) == [false])
        #expect(mistakes[0].error.description.contains("a member name must be a string"))
    }

    @Test("At most a hundred errors are reported.")
    func many() throws {
        #expect(try mistakes(.array(Array(repeating: "{{", count: 5_000))).count == 100)
    }
}
