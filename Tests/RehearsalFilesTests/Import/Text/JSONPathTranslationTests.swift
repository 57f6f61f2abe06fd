import TestAdmission
import Testing

@testable import Rehearsal
@testable import RehearsalImport

@Suite("JSONPaths of other tools", .admitted)
struct JSONPathTranslationTests {
    @Test(
        "Paths are taken as they are where they can be, and rewritten where they cannot.",
        arguments: [
            ("$.a.b", "$.a.b"), ("a.b", "$.a.b"), ("$.a-b.c", "$['a-b'].c"),
            ("$..x[?(@.y == 'z')]", "$..x[?(@.y == 'z')]"),
            ("$.a[?(@.n =~ /k-.*/i)]", "$.a[?(match(@.n, '[kK]-.*'))]"),
        ]
    )
    func paths(_ text: String, _ expected: String) throws {
        #expect(try JSONPathTranslation.path(text).text == expected)
    }

    @Test("What no path says is refused.", arguments: ["$.a.length()", "$.a[?(@.b in ['x'])]", "$.a["])
    func refused(_ text: String) {
        #expect(throws: Untranslatable.self) { try JSONPathTranslation.path(text) }
    }

    @Test(
        "A path to one place is a pointer, and no other is.",
        arguments: [
            ("$", ""), ("$.a.b", "/a/b"), ("a", "/a"), ("$['a b'][0].c", "/a b/0/c"), ("$[\"x/y\"]", "/x~1y"),
            ("$..a", nil), ("$.a[*]", nil), ("$.a[?(@.b)]", nil), ("$.a[-1]", nil), ("$.a.length()", nil),
        ]
    )
    func pointers(_ text: String, _ expected: String?) {
        #expect(JSONPathTranslation.pointer(text)?.text == expected)
    }

    @Test(
        "A test of what a path selects is a filter where a list is gone through.",
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
