import TestAdmission
import Testing

@testable import RehearsalJSON

@Suite("Patterns of ECMA-262", .limitedConcurrency)
struct ECMAScriptPatternTests {
    @Test("Each text has a match or none as ECMA-262 defines.", arguments: ECMAScriptRow.all)
    func matching(_ row: ECMAScriptRow) throws {
        let sut = try JSON.Pattern(ecmaScript: row.pattern)
        #expect(row.matching.filter { !sut.hasMatch(in: Array($0.utf8)) } == [])
        #expect(row.others.filter { sut.hasMatch(in: Array($0.utf8)) } == [])
    }

    @Test(
        "A construct that cannot be matched in linear time, or is not valid, is rejected with its name.",
        arguments: [
            ("a(?=b)", 1, "a look-ahead (\"(?=\") is not supported"),
            ("a(?!b)", 1, "a negative look-ahead (\"(?!\") is not supported"),
            ("(?<=b)", 0, "a look-behind (\"(?<=\") is not supported"),
            ("(?<!b)", 0, "a negative look-behind (\"(?<!\") is not supported"),
            ("(a)\\1", 3, "a back-reference (\"\\1\") is not supported"),
            ("(?<a>b)\\k<a>", 7, "a back-reference by name (\"\\k\") is not supported"),
            ("\\bword", 0, "a word boundary (\"\\b\") is not supported"),
            ("(?i)a", 0, "an inline flag (\"(?i\") is not supported"),
            ("(?P<a>b)", 0, "a named group (\"(?P<\") is not supported"),
            ("\\p{Script=Greek}", 0, "a script, block or property (\"Script=Greek\") is not supported"),
            ("\\p{Letters}", 0, "\"Letters\" is not a general category"),
            ("\\u12", 0, "\"\\u\" without a valid character"),
            ("\\x4", 0, "\"\\x\" without a valid character"),
            ("\\ud83d", 0, "\"\\u\" without a valid character"),
            ("\\u{110000}", 0, "\"\\u\" without a valid character"),
            ("\\c1", 0, "\"\\c\" without a valid character"),
            ("\\a", 0, "a character by number or name (\"\\a\") is not supported"),
            ("[b-a]", 1, "the range b-a is out of order"),
            ("[a", 0, "the class that opens here is not closed"),
            ("(a", 0, "the group that opens here is not closed"),
            ("a)", 1, "\")\" without an open group"),
            ("a**", 2, "a quantifier after a quantifier"),
            ("{1}", 0, "nothing to repeat before \"{\""),
        ]
    )
    func errors(_ pattern: String, _ offset: Int, _ problem: String) {
        let error = #expect(throws: JSON.Pattern.Malformed.self) { try JSON.Pattern(ecmaScript: pattern) }
        #expect(error?.offset == offset)
        #expect(error?.problem == problem)
    }

    @Test(
        "A pattern of RFC 9485 is still parsed by that grammar.",
        arguments: ["(?:a)", "a+?", "\\/", "[]", "a{", "\\u0041"]
    )
    func otherSyntax(_ pattern: String) throws {
        #expect(throws: JSON.Pattern.Malformed.self) { try JSON.Pattern(pattern) }
        _ = try JSON.Pattern(ecmaScript: pattern)
    }

    @Test("Patterns with the same text and different syntax are not equal.")
    func equality() throws {
        #expect(try JSON.Pattern("\\s") != JSON.Pattern(ecmaScript: "\\s"))
        #expect(try JSON.Pattern(ecmaScript: "\\s") == JSON.Pattern(ecmaScript: "\\s"))
    }

    @Test("A large count that is common in schemas is accepted.")
    func counts() throws {
        let sut = try JSON.Pattern(ecmaScript: "^.{1,4096}$")
        #expect(sut.hasMatch(in: Array(repeating: UInt8(ascii: "a"), count: 4_096)))
        #expect(!sut.hasMatch(in: Array(repeating: UInt8(ascii: "a"), count: 4_097)))
    }
}

/// A pattern with texts that have a match, and others that have none.
struct ECMAScriptRow: Sendable, CustomTestStringConvertible {
    let pattern: String
    let matching: [String]
    let others: [String]

    var testDescription: String { pattern }

    init(_ pattern: String, _ matching: [String], _ others: [String]) {
        self.pattern = pattern
        self.matching = matching
        self.others = others
    }

    static let all = [
        ECMAScriptRow("b+", ["abba", "b"], ["", "aa"]),
        ECMAScriptRow("^(?:ab)+?c$", ["abc", "ababc"], ["ab", "xabc"]),
        ECMAScriptRow("^(?<year>\\d{4})-(?<$m>\\d{2})$", ["2026-11"], ["26-11"]),
        ECMAScriptRow("^[\\w.-]+$", ["a.b-c_d"], ["a b", ""]),
        ECMAScriptRow("^[a-\\d]$", ["a", "-", "5"], ["b"]),
        ECMAScriptRow("^[[]$", ["["], ["]"]),
        ECMAScriptRow("[]", [], ["", "a"]),
        ECMAScriptRow("^[^]$", ["a", "\n", "é"], ["", "ab"]),
        ECMAScriptRow("^[\\b]$", ["\u{8}"], ["b"]),
        ECMAScriptRow("^\\/\\@\\-\\\"\\_$", ["/@-\"_"], ["\\/"]),
        ECMAScriptRow("^\\u0041\\x42\\u{1F600}\\uD83D\\uDE00$", ["AB😀😀"], ["AB"]),
        ECMAScriptRow("^\\cA\\f\\v\\0\\t\\n\\r$", ["\u{1}\u{C}\u{B}\0\t\n\r"], ["cA"]),
        ECMAScriptRow("^\\s$", [" ", "\u{A0}", "\u{FEFF}", "\u{2003}", "\u{2029}"], ["a", "\u{180E}"]),
        ECMAScriptRow("^\\S$", ["a", "é"], [" ", "\u{A0}", "\u{3000}"]),
        ECMAScriptRow("^.$", ["a", "\u{85}", "😀"], ["\n", "\r", "\u{2028}", "\u{2029}", "ab"]),
        ECMAScriptRow(
            "^\\p{Letter}\\p{Lu}\\p{gc=Nd}\\p{General_Category=Decimal_Number}$",
            ["éA1٣"],
            ["1A11", "aa11"]
        ),
        ECMAScriptRow("^\\P{ASCII}\\p{ASCII_Hex_Digit}\\p{Any}$", ["éf💩"], ["afa", "éga"]),
        ECMAScriptRow("^[\\p{L}\\P{Assigned}]$", ["a", "\u{378}"], ["1"]),
        ECMAScriptRow("^\\p{LC}$", ["a", "A"], ["ª", "1"]),
        ECMAScriptRow("^{a}$", ["{a}"], ["a"]),
        ECMAScriptRow("^a{,2}]$", ["a{,2}]"], ["aa]"]),
        ECMAScriptRow("^a{2,}$", ["aa", "aaa"], ["a"]),
        ECMAScriptRow("^$", [""], ["\n"]),
        ECMAScriptRow("a$", ["a"], ["a\n"]),
    ]
}
