import TestAdmission
import Testing

@testable import Rehearsal

/// An invalid path, the characters that its error marks, and a part of the error's message.
struct PathMistake: Sendable, CustomTestStringConvertible {
    var path: String
    var offset: Int
    var mark: String
    var message: String

    init(_ path: String, _ offset: Int, _ mark: String, _ message: String) {
        (self.path, self.offset, self.mark, self.message) = (path, offset, mark, message)
    }

    var testDescription: String { path }
}

@Suite("Errors in paths", .limitedConcurrency)
struct JSONPathErrorTests {
    static let segments = [
        PathMistake("", 0, "", "the whole document"),
        PathMistake("name", 0, "name", "\"$.\" before a name"),
        PathMistake(".a", 0, ".", "write \"$\" before it"),
        PathMistake("@.a", 0, "@", "only valid in filters"),
        PathMistake("/a/b", 0, "/", "write $.a.b for /a/b"),
        PathMistake(" $", 0, " ", "leave the white space out"),
        PathMistake("$.a \n", 3, " \n", "white space after the path"),
        PathMistake("$.a b", 4, "b", "write \".\" before a name"),
        PathMistake("$.a-b", 3, "-", "['a-b']"),
        PathMistake("$.a]", 3, "]", "no bracket is open here"),
        PathMistake("$*", 1, "*", "write \".*\""),
        PathMistake("$.length()", 8, "(", "only valid in filters"),
        PathMistake("$.", 2, "", "the end of the path where a name"),
        PathMistake("$..", 3, "", "follows \"..\""),
        PathMistake("$...a", 3, ".", "write \"..\""),
        PathMistake("$. a", 2, " ", "found white space"),
        PathMistake("$.['a']", 2, "[", "leave the \".\" out"),
        PathMistake("$.'a'", 2, "'", "in brackets"),
        PathMistake("$.12", 2, "12", "[1] for an element"),
        PathMistake("$.\u{1}", 2, "\u{1}", "U+0001"),
    ]

    static let selectors = [
        PathMistake("$.a[0", 3, "[", "bracket that opens here is not closed"),
        PathMistake("$[", 1, "[", "bracket that opens here is not closed"),
        PathMistake("$[]", 1, "[]", "[*] for all"),
        PathMistake("$[0,]", 4, "]", "leave the comma out"),
        PathMistake("$[,0]", 2, ",", "leave the comma out"),
        PathMistake("$[0 1]", 4, "1", "\"]\" is expected"),
        PathMistake("$[name]", 2, "name", "write a name in quotes: ['name']"),
        PathMistake("$[@.a]", 2, "@", "write \"?\""),
        PathMistake("$[(@.length-1)]", 2, "(", "[-1] for the last element"),
        PathMistake("$[+1]", 2, "+", "without a sign"),
        PathMistake("$[01]", 2, "01", "leave the leading zero out"),
        PathMistake("$[-0]", 2, "-0", "write 0"),
        PathMistake("$[- 1]", 3, " ", "a digit must follow the minus sign"),
        PathMistake("$[1.5]", 3, ".", "a whole number"),
        PathMistake("$[9007199254740992]", 2, "9007199254740992", "out of range"),
        PathMistake("$[0:-99999999999999999999]", 4, "-99999999999999999999", "9007199254740991"),
        PathMistake("$[1:2:3:4]", 7, ":", "\"]\" is expected"),
        PathMistake("$['a]", 2, "'", "string that begins here is not closed"),
        PathMistake("$['it's']", 6, "s", "\"]\" is expected"),
        PathMistake("$['\t']", 3, "\t", "write it as an escape: \\t"),
        PathMistake(#"$['\"']"#, 3, #"\""#, "needs no backslash"),
        PathMistake(#"$['\x41']"#, 3, #"\x"#, "is not a valid escape"),
        PathMistake(#"$['\u12']"#, 3, #"\u"#, "four hexadecimal digits"),
        PathMistake(#"$['a\ud800b']"#, 4, #"\ud800"#, "first half of a pair"),
        PathMistake(#"$['\ud800\u0041']"#, 3, #"\ud800"#, "first half of a pair"),
        PathMistake(#"$['\udc00']"#, 3, #"\udc00"#, "second half of a pair"),
        PathMistake("$['\\", 3, "\\", "a backslash ends the path"),
    ]

    static let filters = [
        PathMistake("$[?]", 3, "]", "a value is expected"),
        PathMistake("$[?@.a", 1, "[", "bracket that opens here is not closed"),
        PathMistake("$[?(@.a]", 7, "]", "\")\" is expected"),
        PathMistake("$[?(@.a", 3, "(", "parenthesis that opens here is not closed"),
        PathMistake("$[?@.a)]", 6, ")", "\"]\" is expected"),
        PathMistake("$[?@.a = 1]", 7, "=", "write \"==\""),
        PathMistake("$[?@.a === 1]", 9, "=", "write \"==\""),
        PathMistake("$[?@.a <> 1]", 7, "<>", "write \"!=\""),
        PathMistake("$[?@.a =~ /b/]", 7, "=~", "search(@.name"),
        PathMistake("$[?@.a & @.b]", 7, "&", "write \"&&\""),
        PathMistake("$[?@.a and @.b]", 7, "and", "write \"&&\""),
        PathMistake("$[?@.a or @.b]", 7, "or", "write \"||\""),
        PathMistake("$[?not @.b]", 3, "not", "not a valid literal"),
        PathMistake("$[?1 < @.a < 3]", 11, "<", "two values at a time"),
        PathMistake("$[?@.a + 1 == 2]", 7, "+", "cannot contain arithmetic"),
        PathMistake("$[?@.a ==]", 9, "]", "a value is expected"),
        PathMistake("$[?@.a == name]", 10, "name", "'name' for a text, @.name for a member"),
        PathMistake("$[?@.a == True]", 10, "True", "write true in lower case"),
        PathMistake("$[?@.a == [1]]", 10, "[", "no array or object literals"),
        PathMistake("$[?@.a == .5]", 10, ".", "0.5"),
        PathMistake("$[?@.a == 1.]", 12, "]", "a digit must follow the point"),
        PathMistake("$[?@.a == 1e]", 12, "]", "a digit must follow"),
        PathMistake("$[?@.a == 01]", 10, "01", "leading zero"),
        PathMistake("$[?'a']", 3, "'a'", "@.name == 'a'"),
        PathMistake("$[?@.a && true]", 10, "true", "not a condition"),
        PathMistake("$[?!@.a == 1]", 3, "!", "!(@.a …)"),
        PathMistake("$[?!!@.a]", 3, "!!", "leave both"),
        PathMistake("$[?(@.a) == 1]", 9, "==", "cannot be compared"),
        PathMistake("$[?@.* == 1]", 3, "@.*", "may select several values"),
        PathMistake("$[?1 == $..a]", 8, "$..a", "may select several values"),
    ]

    static let calls = [
        PathMistake("$[?len(@) > 1]", 3, "len", "the functions are length, count, match, search, value"),
        PathMistake("$[?length (@) > 1]", 9, " ", "white space between length and its parenthesis"),
        PathMistake("$[?length > 1]", 3, "length", "without its arguments"),
        PathMistake("$[?length(@)]", 3, "length(@)", "compare it"),
        PathMistake("$[?length() > 1]", 3, "length()", "one argument, not 0"),
        PathMistake("$[?match(@, 'a', 'b')]", 3, "match(@, 'a', 'b')", "two arguments, not 3"),
        PathMistake("$[?length(@", 9, "(", "parenthesis that opens here is not closed"),
        PathMistake("$[?length(@;)]", 11, ";", "\")\" is expected"),
        PathMistake("$[?length(@.*) > 1]", 10, "@.*", "length takes one"),
        PathMistake("$[?length(@ == 1) > 1]", 10, "@ ", "an argument cannot be a condition"),
        PathMistake("$[?length((@)) > 1]", 10, "(", "an argument cannot be a condition"),
        PathMistake("$[?count(1) > 1]", 9, "1", "is not a query"),
        PathMistake("$[?count(length(@)) > 1]", 9, "length(@)", "is not a query"),
        PathMistake("$[?length(match(@, 'a')) > 1]", 10, "match(@, 'a')", "length takes a value"),
        PathMistake("$[?match(@, 'a') == true]", 3, "match(@, 'a')", "write it alone"),
        PathMistake("$[?match(@, 'a(b')]", 14, "(", "the group that opens here is not closed"),
        PathMistake(#"$[?match(@, '\u00e9(?=b)')]"#, 19, "(?=", "in the pattern, a look-ahead"),
        PathMistake(#"$[?match(@, 'a\\')]"#, 14, #"\\"#, "a backslash ends the pattern"),
    ]

    @Test(
        "Each error marks the offending characters and names a correction.",
        arguments: segments + selectors + filters + calls
    )
    func mistake(_ mistake: PathMistake) throws {
        let error = try #require(throws: JSON.Path.Malformed.self) { try JSON.Path(mistake.path) }
        let marked = mistake.path.unicodeScalars.dropFirst(error.offset).prefix(error.length)
        #expect(error.offset == mistake.offset)
        #expect(String(String.UnicodeScalarView(marked)) == mistake.mark)
        #expect(error.description.contains(mistake.message), "\(error)")
        #expect(!error.fix.isEmpty)
    }

    @Test("An error describes itself in one sentence.")
    func sentence() throws {
        let error = try #require(throws: JSON.Path.Malformed.self) { try JSON.Path("$[?@.a = 1]") }
        #expect(error.description == "at offset 7 of the path: \"=\" is not a valid comparison: write \"==\"")
    }

    @Test("Every prefix of a path is valid or rejected at an offset within it.")
    func beginnings() {
        let path =
            #"$.a['b\n\ud83d\ude00',1:2:-3]..[?!(@.c>=-1.5e3||match(@["d"],'[a-z]{2,}\\.é'))&&count($..*)!=null][*]"#
        #expect(throws: Never.self) { try JSON.Path(path) }
        let scalars = Array(path.unicodeScalars)
        for count in scalars.indices {
            let text = String(String.UnicodeScalarView(scalars.prefix(count)))
            do throws(JSON.Path.Malformed) { _ = try JSON.Path(text) } catch {
                #expect(0...count ~= error.offset, "\(text)")
                #expect(error.length > 0, "\(text)")
                #expect(error.offset + error.length <= count + 1, "\(text)")
            }
        }
    }
}
