import TestAdmission
import Testing

@testable import RehearsalJSON

@Suite("A position in a YAML document", .limitedConcurrency)
struct YAMLPositionTests {
    private static let text = """
        openapi: 3.1.0
        paths:
          /a b: &get
            "200": 'it''s'
            404: [1, {x: y}]
          /c: *get
          /d:
            <<: *get
            text: |
              one
              two
            none:
        """

    /// Returns the bytes of the value at a pointer.
    private func source(_ pointer: String) throws -> String {
        let document = try JSONDocument(yaml: Self.text)
        let place = try #require(JSON.Pointer(pointer))
        let node = try #require(place.node(in: document.root))
        return String(decoding: document.bytes[node.range], as: UTF8.self)
    }

    @Test(
        "A pointer leads to the bytes of a value.",
        arguments: [
            ("/openapi", "3.1.0"), ("/paths/~1a b/200", "'it''s'"), ("/paths/~1a b/404", "[1, {x: y}]"),
            ("/paths/~1a b/404/1/x", "y"), ("/paths/~1c", "*get"), ("/paths/~1c/200", "'it''s'"),
            ("/paths/~1d/404/0", "1"), ("/paths/~1d/text", "|\n      one\n      two"), ("/paths/~1d/none", ""),
            ("/paths/~1a b", "\"200\": 'it''s'\n    404: [1, {x: y}]"), ("", text),
        ]
    )
    func values(_ pointer: String, expected: String) throws {
        #expect(try source(pointer) == expected)
    }

    @Test("A member has the range of its name, with its quotes.")
    func names() throws {
        let document = try JSONDocument(yaml: "a: 1\n\"b\\t\" : 2\n? c\n: 3\n? &d |\n  e\n: 4\n: 5")
        let names = document.root.members.map { String(decoding: document.bytes[$0.nameRange], as: UTF8.self) }
        #expect(names == ["a", "\"b\\t\"", "c", "|\n  e", ""])
        #expect(document.root.members.map(\.name) == ["a", "b\t", "c", "e\n", ""])
        #expect(document.root.child("b\t")?.whole == 5..<14)
    }

    @Test("A value without characters is at the end of the token before it.")
    func absent() throws {
        let document = try JSONDocument(yaml: "a:   # none\nb: &c\nd: [1, e: ]\n")
        #expect(document.root["a"]?.range == 2..<2)
        #expect(document.root["b"]?.range == 17..<17)
        #expect(document.root["d"]?.value == [1, ["e": nil]])
    }

    @Test("A character of a string has its bytes if the string has neither escapes nor further lines.")
    func characters() throws {
        let document = try JSONDocument(yaml: "a: é{b}\nc: \"é{b}\"\nd: 'x''{b}'\ne: x\n  {b}")
        func bytes(_ name: String) -> Range<Int>? { document.root[name]?.range(ofCharacters: 1..<4) }
        #expect(bytes("a") == 5..<8)
        #expect(bytes("c") == 15..<18)
        #expect(bytes("d") == document.root["d"]?.range)
        #expect(bytes("e") == document.root["e"]?.range)
        #expect(document.root.ranges(ofCharacters: [0..<1], atNodeIndex: 3) == [9..<10])
    }

    @Test("An edit of JSON text is not applied to a YAML document.")
    func editing() throws {
        let sut = try JSONDocument(yaml: "{\"a\": 1}")
        let pointer = try #require(JSON.Pointer("/a"))
        #expect(sut.applying(JSONDocument.Edit(pointer, 2)) == nil)
    }
}
