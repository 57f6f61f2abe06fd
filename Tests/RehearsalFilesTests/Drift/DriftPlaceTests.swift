import TestAdmission
import Testing

@testable import RehearsalRecordings

@Suite("A place in a document", .limitedConcurrency)
struct DriftPlaceTests {
    @Test(
        "A place is parsed from a path or a pointer and shown as a path, in which an index becomes a star.",
        arguments: [
            ("$", "$"), ("$.a.b", "$.a.b"), ("$[*].a", "$[*].a"), ("$[17].a", "$[*].a"), ("$['a b'].c", "$['a b'].c"),
            ("$[\"it's\"]", "$['it\\'s']"), ("$.*.a", "$.*.a"), ("$.größe", "$['größe']"), ("/a/0/b", "$.a[*].b"),
            ("/a~1b", "$['a/b']"), ("/byDay/2026-11-22", "$.byDay.*"), ("$.byDay.2026-11-22.n", "$.byDay.*.n"),
        ]
    )
    func read(_ text: String, _ shown: String) throws {
        let sut = try DocumentPath(text)
        #expect(sut.description == shown)
        #expect(try DocumentPath(sut.description) == sut)
    }

    @Test(
        "A malformed place is rejected with the reason.",
        arguments: [
            ("items", "a path must begin with $ or /"), ("$items", "a name must follow a dot"),
            ("$..a", "`..` is not supported"),
            ("$.a[", "brackets must contain"), ("$.a[?(@.b)]", "brackets must contain"),
            ("$.a['b", "a quoted name has no closing"),
            ("$.", "a name is missing"), ("$.a b", "a name with special characters"),
            ("/a~2", "in a pointer, ~ must be written as ~0"),
            ("", "a path must begin"),
        ]
    )
    func refused(_ text: String, _ reason: String) {
        let error = #expect(throws: DocumentPath.Malformed.self) { try DocumentPath(text) }
        #expect(error?.reason.hasPrefix(reason) == true, "\(String(describing: error))")
    }

    @Test("A place covers all places below it; a star matches any member, and an index a numeric key.")
    func covers() throws {
        func covers(_ one: String, _ other: String) throws -> Bool {
            try DocumentPath(one).contains(DocumentPath(other))
        }
        #expect(try covers("$.a", "$.a.b"))
        #expect(try covers("$", "$[*].a"))
        #expect(try covers("$.*.b", "$.a.b"))
        #expect(try covers("/byId/7", "$.byId.7.name"))
        #expect(try !covers("$.a.b", "$.a"))
        #expect(try !covers("$.a", "$.ab"))
        #expect(try !covers("$[*].a", "$.b.a"))
    }

    @Test(
        "A member name that looks generated is a dictionary key.",
        arguments: [
            ("7", true), ("2026-11-22", true), ("2026-11", true), ("2026-11-22T10:00:00Z", true), ("-3.5", true),
            ("0a1b2c3d-0000-4000-8000-00000000000a", true), ("ann@corp.io", true), ("/users/7", true),
            ("cus_8fJ2kQ1xYz", true), ("2026:4711", true), ("5f2b9c01ae", true), ("[redacted 00000001]", true),
            ("name", false), ("line_1", false), ("sha256", false), ("Content-Type", false), ("ipv4Address", false),
            ("order-4711", false), ("image_512", false),
            ("default", false), ("iso8601", false), ("", false), ("a b", false),
        ]
    )
    func keys(_ name: String, _ isKey: Bool) { #expect(DynamicKey.matches(name) == isKey) }

    @Test(
        "A name of a word and a number has the word with its separator as its stem.",
        arguments: [
            ("order-4711", "order-"), ("image_512", "image_"), ("user:eu:1001", "user:eu:"), ("line_1", nil),
            ("sha256", nil),
            ("2026-001", nil), ("name", nil), ("_512", nil),
        ]
    )
    func stems(_ name: String, _ stem: String?) { #expect(DynamicKey.prefixBeforeNumber(of: name) == stem) }
}
