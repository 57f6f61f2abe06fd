import TestAdmission
import Testing

@testable import Rehearsal
@testable import RehearsalImport

@Suite("Patterns of other tools", .limitedConcurrency)
struct PatternTranslationTests {
    @Test(
        "A pattern is anchored, and its syntax translated into that of the engine.",
        arguments: [
            (#"a.*b"#, #"^a.*b$"#), (#"^a$"#, #"^a$"#), (#"a|b"#, #"^(a|b)$"#), (#"(?:a|b)c"#, #"^(a|b)c$"#),
            (#"(?<id>\d+)"#, #"^(\d+)$"#), (#"a+?b*+c??"#, #"^a+b*c?$"#), (#"(?i)ab1"#, #"^[aA][bB]1$"#),
            (#"(?i)[a-z]"#, #"^[a-zA-Z]$"#), (#"[\w-.]+"#, #"^[\w\-\.]+$"#), (#"\/a\-b\:c"#, #"^/a-b:c$"#),
            (#"\Qa.b\E+"#, #"^a\.b+$"#), (#"\A\d{2,}\z"#, #"^\d{2,}$"#), (#"{id}"#, #"^\{id\}$"#),
            ("\\u0041\\x42", "^AB$"), (#"[^/]+"#, #"^[^/]+$"#), (#"a{2}?"#, #"^a{2}$"#), (#"\h"#, #"^[ \t]$"#),
        ]
    )
    func whole(_ text: String, _ expected: String) throws {
        #expect(try PatternTranslation.matchingWhole(text).text == expected)
    }

    @Test(
        "A construct that the engine does not support is rejected with its name.",
        arguments: [
            (#"(?=a)b"#, "look-around"), (#"(?<!a)b"#, "look-around"), (#"(a)\1"#, "back-reference"),
            (#"\bword\b"#, "word boundary"), (#"[[:alpha:]]"#, "named character class"), (#"[a&&b]"#, "intersection"),
            (#"a\"#, "backslash"), (#"[a"#, "not closed"), (#"(?m)a"#, "inline flag"), (#"(a"#, "closed"),
        ]
    )
    func refused(_ text: String, _ reason: String) {
        #expect { try PatternTranslation.matchingWhole(text) } throws: { error in
            (error as? TranslationError)?.reason.contains(reason) == true
        }
    }

    @Test(
        "A pattern for the path is limited to the part before the query.",
        arguments: [
            ("users", "^[^?]*users"), (#"^/a/.*b$"#, #"^/a/[^?]*b(\?|$)"#), (#"^/a$|b"#, #"^[^?]*(^/a(\?|$)|b)"#),
            (#"[$]\$$"#, #"^[^?]*[\$]\$(\?|$)"#),
        ]
    )
    func inPath(_ text: String, _ expected: String) throws {
        #expect(try PatternTranslation.searchingPath(text).text == expected)
    }

    @Test("A translated pattern matches the same texts as the original.")
    func holds() throws {
        let sut = try PatternTranslation.matchingWhole(#"(?i)/users/(?:\d+|me)/[a-f-]*?"#)
        for text in ["/users/12/", "/USERS/ME/ab-", "/users/me/F"] {
            #expect(sut.hasMatch(in: Array(text.utf8)), "\(text)")
        }
        for text in ["/users//", "/users/me/g", "x/users/1/"] {
            #expect(!sut.hasMatch(in: Array(text.utf8)), "\(text)")
        }
    }

    @Test("A literal text is matched literally, even if it contains the characters of a pattern.")
    func literals() throws {
        let text = "a.b*c[1]{x}(y)|^$\\ \t?+"
        let sut = try Scenario.Pattern("^\(PatternTranslation.literal(text))$")
        #expect(sut.hasMatch(in: Array(text.utf8)))
        #expect(!sut.hasMatch(in: Array("axb*c".utf8)))
        let loose = try Scenario.Pattern("^\(PatternTranslation.literal("Straße-1", ignoringCase: true))$")
        #expect(loose.hasMatch(in: Array("sTRAßE-1".utf8)))
    }
}
