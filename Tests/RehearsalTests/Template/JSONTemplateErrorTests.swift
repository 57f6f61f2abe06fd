import TestAdmission
import Testing

@testable import Rehearsal

@Suite("What is wrong in a document of templates", .admitted)
struct JSONTemplateErrorTests {
    private let text = #"{"ok":"{{count}}","a":[1,{"b/c":"\u00e9 {{ nope }}"}],"{{x}}":{"y":"{{count | json}} "}}"#

    private func mistakes(_ document: JSON) throws -> [JSONTemplate.Mistake] {
        try #require(throws: JSONTemplate.Malformed.self) { try JSONTemplate(document) }.mistakes
    }

    @Test("All mistakes are told in order, each with the pointer to where it is.")
    func pointers() throws {
        let document = try JSON(parsing: text)
        let mistakes = try mistakes(document)
        #expect(mistakes.map { document.pointer(toPlace: $0.place)?.text } == ["/a/1/b~1c", "/{{x}}", "/{{x}}/y"])
        #expect(mistakes.map(\.error.offset) == [5, 2, 10])
    }

    @Test("Each mistake can be found in the bytes that were read, also behind escapes.")
    func bytes() throws {
        let document = try JSONDocument(parsing: Array(text.utf8))
        let marked = try mistakes(document.root.value).map { mistake in
            let characters = mistake.error.offset..<(mistake.error.offset + mistake.error.length)
            let range = try #require(document.root.range(ofCharacters: characters, atPlace: mistake.place))
            return String(decoding: document.bytes[range], as: UTF8.self)
        }
        #expect(marked == ["nope", "x", "json"])
    }

    @Test("Places are counted from the value that is the document, wherever it stands in a larger one.")
    func inside() throws {
        let outer = try JSONDocument(parsing: Array(#"[0,{"json":{"a":"{{x}}"}},"{{y}}"]"#.utf8))
        let node = try #require(Array(outer.root.elements)[1]["json"])
        let mistake = try #require(try mistakes(node.value).first)
        let range = try #require(node.range(ofCharacters: 2..<3, atPlace: mistake.place))
        #expect(String(decoding: outer.bytes[range], as: UTF8.self) == "x")
        #expect(node.range(ofCharacters: 0..<1, atPlace: 3) == nil)
        #expect(node.range(ofCharacters: 0..<1, atPlace: -1) == nil)
    }

    @Test("Templates of a document are told with their places.")
    func places() throws {
        let document: JSON = ["a": ["{{count}}", 1], "{{path.id}}": "{{now}}"]
        let sut = try JSONTemplate(document)
        #expect(sut.templates.map(\.place) == [3, 5, 6])
        #expect(sut.templates.map(\.template.text) == ["{{count}}", "{{path.id}}", "{{now}}"])
        #expect(
            sut.templates.map { document.pointer(toPlace: $0.place)?.text } == ["/a/0", "/{{path.id}}", "/{{path.id}}"]
        )
        #expect(document.pointer(toPlace: 0)?.text == "" && document.pointer(toPlace: 7) == nil)
    }

    @Test("A name can be no other value than a string.")
    func name() throws {
        let mistakes = try mistakes(["{{count | json}}": 1])
        #expect(mistakes.map(\.error.problem.isEmpty) == [false])
        #expect(mistakes[0].error.description.contains("a member name must be a string"))
    }

    @Test("No more than a hundred mistakes are told.")
    func many() throws {
        #expect(try mistakes(.array(Array(repeating: "{{", count: 5_000))).count == 100)
    }
}
