import TestAdmission
import Testing

@testable import Rehearsal
@testable import RehearsalImport

@Suite("JSONPaths of other tools", .limitedConcurrency)
struct JSONPathTranslationTests {
    @Test(
        "A path that RFC 9535 allows is kept, and another one is rewritten.",
        arguments: [
            ("$.a.b", "$.a.b"), ("a.b", "$.a.b"), ("$.a-b.c", "$['a-b'].c"),
            ("$..x[?(@.y == 'z')]", "$..x[?(@.y == 'z')]"),
            ("$.a[?(@.n =~ /k-.*/i)]", "$.a[?(match(@.n, '[kK]-.*'))]"),
        ]
    )
    func paths(_ text: String, _ expected: String) throws {
        #expect(try JSONPathTranslation.path(text).text == expected)
    }

    @Test("A path that cannot be translated is rejected.", arguments: ["$.a.length()", "$.a[?(@.b in ['x'])]", "$.a["])
    func refused(_ text: String) {
        #expect(throws: TranslationError.self) { try JSONPathTranslation.path(text) }
    }

    @Test(
        "Only a path to a single place becomes a pointer.",
        arguments: [
            ("$", ""), ("$.a.b", "/a/b"), ("a", "/a"), ("$['a b'][0].c", "/a b/0/c"), ("$[\"x/y\"]", "/x~1y"),
            ("$..a", nil), ("$.a[*]", nil), ("$.a[?(@.b)]", nil), ("$.a[-1]", nil), ("$.a.length()", nil),
        ]
    )
    func pointers(_ text: String, _ expected: String?) {
        #expect(JSONPathTranslation.pointer(text)?.text == expected)
    }

    @Test(
        "A test of the selected values becomes a filter only if the path selects the elements of a list.",
        arguments: [
            ("$.a[*].b", "$.a[?@['b'] == 'v']"), ("$..b", "$..[?@['b'] == 'v']"), ("$.a[*]", "$.a[?@ == 'v']"),
            ("$.a.b", nil), ("$.a[0:2].b", nil),
        ]
    )
    func filters(_ selector: String, _ expected: String?) throws {
        let sut = JSONPathTranslation.path(to: selector) { "\($0) == 'v'" }
        #expect(sut == expected)
        if let sut { _ = try JSON.Path(sut) }
    }
}
