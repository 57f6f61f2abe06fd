import TestAdmission
import Testing

@testable import Rehearsal

/// An invalid pattern, the characters that its error marks, and a part of the error's message.
struct PatternMistake: Sendable, CustomTestStringConvertible {
    var pattern: String
    var offset: Int
    var mark: String
    var message: String

    init(_ pattern: String, _ offset: Int, _ mark: String, _ message: String) {
        (self.pattern, self.offset, self.mark, self.message) = (pattern, offset, mark, message)
    }

    var testDescription: String { pattern }
}

@Suite("Errors in patterns", .limitedConcurrency)
struct PatternErrorTests {
    static let broken = [
        PatternMistake("(a", 0, "(", "group that opens here is not closed"),
        PatternMistake("ab((c)", 2, "(", "group that opens here is not closed"),
        PatternMistake("a)", 1, ")", "without an open group"),
        PatternMistake("a]", 1, "]", #"write "\]""#),
        PatternMistake("a}", 1, "}", #"write "\}""#),
        PatternMistake("[ab", 0, "[", "class that opens here is not closed"),
        PatternMistake("x[]", 1, "[]", "an empty class"),
        PatternMistake("[^]", 0, "[^]", #"[\s\S]"#),
        PatternMistake("[z-a]", 1, "z-a", "out of order"),
        PatternMistake(#"[a-\d]"#, 1, #"a-\d"#, "end in a single character"),
        PatternMistake(#"[\d-z]"#, 3, "-", "a literal hyphen"),
        PatternMistake("[a-c-e]", 4, "-", "a literal hyphen"),
        PatternMistake("[+--]", 1, "+--", "end in a single character"),
        PatternMistake("[--a]", 2, "-", "a literal hyphen"),
        PatternMistake("[a[b]", 2, "[", #"write "\[""#),
        PatternMistake("*a", 0, "*", "nothing to repeat"),
        PatternMistake("a|+", 2, "+", "nothing to repeat"),
        PatternMistake("(?)", 1, "?", "nothing to repeat"),
        PatternMistake("{2}", 0, "{", "nothing to repeat"),
        PatternMistake("^*", 1, "*", "is an anchor"),
        PatternMistake("a${2}", 2, "{2}", "is an anchor"),
        PatternMistake("a**", 2, "*", "(a*)"),
        PatternMistake("a{2}{3}", 4, "{", "a quantifier after a quantifier"),
        PatternMistake("a{,3}", 1, "{", "{0,"),
        PatternMistake("a{x}", 1, "{", #""\{" for the character"#),
        PatternMistake("a{2", 1, "{", "not closed"),
        PatternMistake("a{2,x}", 1, "{", "not closed"),
        PatternMistake("a{3,2}", 1, "{3,2}", "{2,3}"),
        PatternMistake("a{1001}", 2, "1001", "at most 1000"),
        PatternMistake("a{1,99999999999999999999}", 4, "99999999999999999999", "too large"),
        PatternMistake("ab\\", 2, "\\", "ends the pattern"),
        PatternMistake(#"\/"#, 0, #"\/"#, #"needs no backslash: write "/""#),
        PatternMistake(#"\é"#, 0, #"\é"#, "needs no backslash"),
        PatternMistake(#"\y"#, 0, #"\y"#, "is not a valid escape"),
        PatternMistake(#"a\p"#, 1, #"\p"#, "without a category"),
        PatternMistake(#"\pL"#, 0, #"\p"#, #"\p{L}"#),
        PatternMistake(#"\p{L"#, 0, #"\p{"#, "not closed"),
        PatternMistake(#"\p{Lx}"#, 0, #"\p{Lx}"#, "not a general category"),
        PatternMistake(#"\p{}"#, 0, #"\p{}"#, "not a general category"),
        PatternMistake(#"\P{Cs}"#, 0, #"\P{Cs}"#, "not a general category"),
    ]

    static let unsupported = [
        PatternMistake(#"(a)\1"#, 3, #"\1"#, "a back-reference"),
        PatternMistake(#"\k<a>"#, 0, #"\k"#, "a back-reference by name"),
        PatternMistake("a(?=b)", 1, "(?=", "a look-ahead"),
        PatternMistake("(?!b)", 0, "(?!", "a negative look-ahead"),
        PatternMistake("(?<=b)", 0, "(?<=", "a look-behind"),
        PatternMistake("(?<!b)", 0, "(?<!", "a negative look-behind"),
        PatternMistake("(?<n>b)", 0, "(?<", "a named group"),
        PatternMistake("(?P<n>b)", 0, "(?P<", "a named group"),
        PatternMistake("(?'n'b)", 0, "(?'", "a named group"),
        PatternMistake("(?P=n)", 0, "(?P=", "a back-reference by name"),
        PatternMistake("x(?:b)", 1, "(?:", "a non-capturing group"),
        PatternMistake("(?>b)", 0, "(?>", "an atomic group"),
        PatternMistake("(?i)b", 0, "(?i", "an inline flag"),
        PatternMistake("(?-i:b)", 0, "(?-", "an inline flag"),
        PatternMistake("(?#b)", 0, "(?#", "a comment"),
        PatternMistake("(?|b)", 0, "(?|", "a branch reset"),
        PatternMistake("(?(1)b)", 0, "(?(", "a conditional"),
        PatternMistake("(?R)", 0, "(?R", "a recursion"),
        PatternMistake("(?1)", 0, "(?1", "a recursion"),
        PatternMistake("(?&n)", 0, "(?&", "a recursion"),
        PatternMistake("a+?", 2, "?", #"a lazy quantifier ("+?")"#),
        PatternMistake("a{2,3}?", 6, "?", #"a lazy quantifier ("{2,3}?")"#),
        PatternMistake("a++", 2, "+", "a possessive quantifier"),
        PatternMistake(#"\bword\b"#, 0, #"\b"#, "a word boundary"),
        PatternMistake(#"\B"#, 0, #"\B"#, "the absence of a word boundary"),
        PatternMistake(#"[\b]"#, 1, #"\b"#, "a backspace"),
        PatternMistake(#"\A"#, 0, #"\A"#, #"write "^""#),
        PatternMistake(#"a\z"#, 1, #"\z"#, #"write "$""#),
        PatternMistake(#"\Z"#, 0, #"\Z"#, #"write "$""#),
        PatternMistake(#"\Qa\E"#, 0, #"\Q"#, "quoting"),
        PatternMistake(#"\x41"#, 0, #"\x"#, "by number"),
        PatternMistake(#"[\u0041]"#, 1, #"\u"#, "by number"),
        PatternMistake(#"\cA"#, 0, #"\c"#, "by number"),
        PatternMistake(#"\0"#, 0, #"\0"#, "by number"),
        PatternMistake(#"\h"#, 0, #"\h"#, "horizontal"),
        PatternMistake(#"\R"#, 0, #"\R"#, "a line break"),
        PatternMistake(#"\X"#, 0, #"\X"#, "a grapheme cluster"),
        PatternMistake(#"\K"#, 0, #"\K"#, "the start of the match"),
        PatternMistake(#"\G"#, 0, #"\G"#, "previous match"),
        PatternMistake(#"\i"#, 0, #"\i"#, "XML"),
        PatternMistake("[[:alpha:]]", 1, "[:", "a class by name"),
        PatternMistake("[[=a=]]", 1, "[=", "a collating element"),
        PatternMistake("[a-z-[aeiou]]", 4, "-[", "subtraction"),
        PatternMistake(#"\p{Greek=Yes}"#, 0, #"\p{Greek=Yes}"#, "a script, block or property"),
        PatternMistake(#"\p{IsGreek}"#, 0, #"\p{IsGreek}"#, "a script, block or property"),
    ]

    private func check(_ mistake: PatternMistake) throws -> Scenario.Pattern.Malformed {
        let error = try #require(throws: Scenario.Pattern.Malformed.self) { try Scenario.Pattern(mistake.pattern) }
        let marked = mistake.pattern.unicodeScalars.dropFirst(error.offset).prefix(error.length)
        #expect(error.offset == mistake.offset)
        #expect(String(String.UnicodeScalarView(marked)) == mistake.mark)
        #expect(error.description.contains(mistake.message), "\(error)")
        #expect(!error.fix.isEmpty)
        return error
    }

    @Test("Each error marks the offending characters and names a correction.", arguments: broken)
    func mistake(_ mistake: PatternMistake) throws { _ = try check(mistake) }

    @Test("A feature of other engines is named in the error and reported as not supported.", arguments: unsupported)
    func feature(_ mistake: PatternMistake) throws {
        #expect(try check(mistake).problem.contains("not supported"))
    }

    @Test("Nested counts are rejected at the excessive count before they are expanded.")
    func blowUp() throws {
        let sut = PatternMistake("((a{1000}){1000}){1000}", 10, "{1000}", "more than 10000 steps")
        _ = try check(sut)
        let many = String(repeating: "a{1000}", count: 11)
        _ = try check(PatternMistake(many, 0, many, "more than 10000 steps"))
        #expect(throws: Scenario.Pattern.Malformed.self) { try Scenario.Pattern("(((|||){1000}){1000}){1000}") }
        #expect(throws: Never.self) { try Scenario.Pattern(String(repeating: "a{1000}", count: 10)) }
    }

    @Test(
        "A repeated empty pattern matches only the empty text and adds no steps.",
        arguments: ["(((){1000}){1000}){1000}", "(((a{0}){1000}){1000}){1000}", "((((){1,1000})*)+){3,}"]
    )
    func nothing(_ text: String) throws {
        let sut = try Scenario.Pattern(text)
        #expect(sut.matchesAll(of: []))
        #expect(sut.hasMatch(in: Array("b".utf8)))
        #expect(!sut.matchesAll(of: Array("b".utf8)))
    }

    @Test("A hundred nested groups are read, and more are rejected without a stack overflow.")
    func depth() throws {
        for count in [101, 4_000, 100_000] {
            let error = try #require(throws: Scenario.Pattern.Malformed.self) {
                try Scenario.Pattern(String(repeating: "(", count: count))
            }
            #expect(error.offset == (count > 4_096 ? 4_096 : 100))
        }
        let deep = String(repeating: "(", count: 100) + "a" + String(repeating: ")*", count: 100)
        #expect(try Scenario.Pattern(deep).matchesAll(of: Array("aaa".utf8)))
    }

    @Test("A pattern that is too long is rejected at the first excess character.")
    func length() throws {
        let error = try #require(throws: Scenario.Pattern.Malformed.self) {
            try Scenario.Pattern(String(repeating: "a", count: 5_000))
        }
        #expect(error.offset == 4_096)
        #expect(error.problem.contains("5000 characters"))
        #expect(throws: Never.self) { try Scenario.Pattern(String(repeating: "a", count: 4_096)) }
    }
}
