import TestAdmission
import Testing

@testable import Rehearsal

@Suite("A JSON pointer", .limitedConcurrency)
struct JSONPointerTests {
    /// The document of RFC 6901 §5.
    private static let example = #"""
        {"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\j":5,"k\"l":6," ":7,"m~n":8}
        """#

    private func value(_ pointer: String, in text: String = example) throws -> String? {
        let document = try JSONDocument(parsing: Array(text.utf8))
        let sut = try #require(JSON.Pointer(pointer))
        return sut.node(in: document.root).map { String(decoding: document.bytes[$0.range], as: UTF8.self) }
    }

    @Test(
        "The pointers of RFC 6901 lead to the values that the RFC lists.",
        arguments: [
            ("", example), ("/foo", #"["bar","baz"]"#), ("/foo/0", #""bar""#), ("/", "0"), ("/a~1b", "1"),
            ("/c%d", "2"),
            ("/e^f", "3"), ("/g|h", "4"), (#"/i\j"#, "5"), (#"/k"l"#, "6"), ("/ ", "7"), ("/m~0n", "8"),
        ]
    )
    func examples(_ pointer: String, _ expected: String) throws {
        #expect(try value(pointer) == expected)
    }

    @Test(
        "A pointer to an absent value yields nil.",
        arguments: [
            "/foo/2", "/foo/-", "/foo/00", "/foo/+1", "/foo/", "/foo/1x", "/foo/99999999999999999999", "/bar",
            "/foo/0/0",
            "/foo//0", "/a/b",
        ]
    )
    func absent(_ pointer: String) throws {
        #expect(try value(pointer) == nil)
    }

    @Test("A pointer decodes ~01 to ~1, selects the first of repeated names, and compares names by scalars.")
    func names() throws {
        #expect(try value("/~01", in: #"{"/":1,"~1":2}"#) == "2")
        #expect(try value("/a/b", in: #"{"a":{"b":1},"a":{"b":2}}"#) == "1")
        #expect(try value("/\u{e9}", in: #"{"e\u0301":1,"\u00e9":2}"#) == "2")
    }

    @Test("A text that is not a valid pointer is rejected.", arguments: ["a", "#/a", "/a~", "/~2", "/a~/b", " /a"])
    func malformed(_ text: String) {
        #expect(JSON.Pointer(text) == nil)
    }

    @Test("A pointer escapes the tokens that it is built from.")
    func tokens() {
        #expect(JSON.Pointer(tokens: ["a/b", "m~n", "", "0"]).text == "/a~1b/m~0n//0")
        #expect(JSON.Pointer(tokens: ["a/b", "m~n", "", "0"]) == JSON.Pointer("/a~1b/m~0n//0"))
    }
}
