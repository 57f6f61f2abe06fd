import Testing

/// A pattern and its results for some texts by RFC 9485.
struct PatternRow: Sendable, CustomTestStringConvertible {
    /// Whole: `match` and `search` hold; part: only `search`; none: neither.
    enum Answer: Sendable { case whole, part, none }

    var pattern: String
    var answers: [(subject: String, answer: Answer)]

    init(_ pattern: String, whole: [String] = [], part: [String] = [], none: [String] = []) {
        self.pattern = pattern
        answers = whole.map { ($0, .whole) } + part.map { ($0, .part) } + none.map { ($0, .none) }
    }

    var testDescription: String { pattern.debugDescription }
}

extension PatternRow {
    static let all = atoms + classes + categories + quantifiers + nested + anchors + shorthands + compliance

    static let atoms = [
        PatternRow("", whole: [""], part: ["a", "\n"]),
        PatternRow("a", whole: ["a"], part: ["ba", "ab", "aa"], none: ["", "b", "A"]),
        PatternRow("abc", whole: ["abc"], part: ["xabcx", "ababc"], none: ["ab", "abd", "a bc"]),
        PatternRow("a|b", whole: ["a", "b"], part: ["ab", "xb"], none: ["", "c"]),
        PatternRow("a|", whole: ["a", ""], part: ["b", "aa"]),
        PatternRow("|a", whole: ["a", ""], part: ["b"]),
        PatternRow("ab|cd|e", whole: ["ab", "cd", "e"], part: ["abd", "ace"], none: ["ad", ""]),
        PatternRow("()", whole: [""], part: ["a"]),
        PatternRow("(a)(b)", whole: ["ab"], part: ["aab"], none: ["a", "ba"]),
        PatternRow("a(b|c)d", whole: ["abd", "acd"], part: ["xabdx"], none: ["abcd", "ad"]),
        PatternRow(".", whole: ["a", "é", "😀", "\u{2028}", "\u{85}", "\u{0}"], part: ["ab"], none: ["", "\n", "\r"]),
        PatternRow("a.c", whole: ["abc", "a.c", "a\u{1F600}c"], part: ["abcc"], none: ["ac", "a\nc", "abbc"]),
        PatternRow(#"\."#, whole: ["."], part: ["a.b"], none: ["a"]),
        PatternRow(#"\(\)\*\+\-\.\?\[\\\]\^\{\|\}\$"#, whole: [#"()*+-.?[\]^{|}$"#], none: [#"()*+-.?[\]^{|}"#]),
        PatternRow(#"\n\r\t"#, whole: ["\n\r\t"], none: ["nrt", "\r\n\t"]),
        PatternRow("-,/:;<=>@&%#~!'\"_`", whole: ["-,/:;<=>@&%#~!'\"_`"], none: ["-"]),
        PatternRow("é", whole: ["é"], part: ["café"], none: ["e\u{301}", "e"]),
        PatternRow("日本", whole: ["日本"], part: ["日本語"], none: ["日", "本日"]),
        PatternRow("\u{0}", whole: ["\u{0}"], part: ["a\u{0}"], none: ["0", ""]),
    ]

    static let classes = [
        PatternRow("[abc]", whole: ["a", "c"], part: ["xb"], none: ["", "d"]),
        PatternRow("[a-c]", whole: ["a", "b", "c"], part: ["ca"], none: ["d", "-", "`"]),
        PatternRow("[^a-c]", whole: ["d", "-", "\n", "é"], part: ["ad"], none: ["a", "", "abc"]),
        PatternRow("[-a]", whole: ["-", "a"], none: ["b"]),
        PatternRow("[a-]", whole: ["-", "a"], none: ["b"]),
        PatternRow("[--]", whole: ["-"], none: [","]),
        PatternRow("[-]", whole: ["-"], none: ["a"]),
        PatternRow("[^-]", whole: ["a"], none: ["-"]),
        PatternRow("[^^]", whole: ["a"], none: ["^"]),
        PatternRow("[a^]", whole: ["a", "^"], none: ["b"]),
        PatternRow("[.*+?$(){}|]", whole: [".", "*", "+", "?", "$", "(", ")", "{", "}", "|"], none: ["a", "\\"]),
        PatternRow(#"[\]\[\\\-\^]"#, whole: ["]", "[", "\\", "-", "^"], none: ["a"]),
        PatternRow(#"[\n\t]"#, whole: ["\n", "\t"], none: ["n", "\r"]),
        PatternRow("[a-cx-z0-9]+", whole: ["a0z"], part: ["mda"], none: ["m", "d"]),
        PatternRow(#"[+-\-]"#, whole: ["+", ",", "-"], none: [".", "*"]),
        PatternRow("[α-ω]", whole: ["α", "λ", "ω"], none: ["a", "Ω"]),
        PatternRow("[\u{10000}-\u{10FFFF}]", whole: ["😀", "\u{10000}", "\u{10FFFF}"], none: ["\u{FFFF}", "a"]),
        PatternRow("[^\u{80}-\u{10FFFF}]", whole: ["a", "\u{7F}"], none: ["\u{80}", "é", "😀"]),
        PatternRow("[\u{0}-\u{10FFFF}]", whole: ["a", "\n", "\u{D7FF}", "\u{E000}"], none: [""]),
        PatternRow("[aab-ca]", whole: ["a", "b", "c"], none: ["d"]),
    ]

    static let categories = [
        PatternRow(#"\p{L}"#, whole: ["a", "Ж", "日", "ª"], part: ["1a"], none: ["1", "_", ""]),
        PatternRow(#"\P{L}"#, whole: ["1", "_", "\n"], part: ["a1"], none: ["a", "Ж"]),
        PatternRow(#"\p{Lu}\p{Ll}+"#, whole: ["Éa", "Жж"], part: ["aBc"], none: ["ab", "AB"]),
        PatternRow(#"\p{Nd}"#, whole: ["1", "٣"], none: ["Ⅷ", "½"]),
        PatternRow(#"\p{N}"#, whole: ["1", "Ⅷ", "½"], none: ["a"]),
        PatternRow(#"\p{Zs}"#, whole: [" ", "\u{A0}"], none: ["\t", "\u{2028}"]),
        PatternRow(#"\p{Sc}"#, whole: ["€", "$"], none: ["+"]),
        PatternRow(#"\p{Cc}"#, whole: ["\n", "\u{0}", "\u{85}"], none: ["a"]),
        PatternRow(#"\p{Cn}"#, whole: ["\u{10FFFF}"], none: ["a", "\u{E000}"]),
        PatternRow(#"[\p{Lu}0-9]"#, whole: ["A", "5", "Ж"], none: ["a", "٣"]),
        PatternRow(#"[^\p{Lu}0-9]"#, whole: ["a", "٣"], none: ["A", "5"]),
        PatternRow(#"[\P{L}x]"#, whole: ["1", "x"], none: ["a"]),
        PatternRow(#"[^\P{L}]"#, whole: ["a"], none: ["1"]),
        PatternRow(#"[\p{L}\P{L}]"#, whole: ["a", "1", "\n"], none: [""]),
        PatternRow(#"\p{Lu}|\p{Nd}|é"#, whole: ["A", "1", "é"], none: ["e", "_"]),
    ]

    static let quantifiers = [
        PatternRow("a*", whole: ["", "a", "aaa"], part: ["b", "ab"]),
        PatternRow("a+", whole: ["a", "aaa"], part: ["ba", "ab"], none: ["", "b"]),
        PatternRow("a?", whole: ["", "a"], part: ["aa", "b"]),
        PatternRow("a{2}", whole: ["aa"], part: ["aaa"], none: ["", "a", "aba"]),
        PatternRow("a{2,}", whole: ["aa", "aaaa"], part: ["baa"], none: ["a", ""]),
        PatternRow("a{1,3}", whole: ["a", "aa", "aaa"], part: ["aaaa"], none: [""]),
        PatternRow("a{0}", whole: [""], part: ["a"]),
        PatternRow("a{0}b", whole: ["b"], part: ["ab"], none: ["a"]),
        PatternRow("a{0,1}b", whole: ["b", "ab"], part: ["aab"], none: ["a"]),
        PatternRow("a{0,}", whole: ["", "aa"], part: ["b"]),
        PatternRow("a{02}", whole: ["aa"], none: ["a"]),
        PatternRow(
            "a{1000}",
            whole: [String(repeating: "a", count: 1_000)],
            none: [String(repeating: "a", count: 999)]
        ),
        PatternRow("(ab){2}", whole: ["abab"], part: ["ababab"], none: ["ab", "aabb"]),
        PatternRow("(ab|c){2,3}", whole: ["abc", "cc", "cabc"], part: ["cccc"], none: ["c", "ab"]),
        PatternRow(".*", whole: ["", "abc"], part: ["a\nb"]),
        PatternRow(".+x", whole: ["ax", "xx"], part: ["axb"], none: ["x", "\nx"]),
        PatternRow("[ab]*c", whole: ["c", "abbac"], part: ["dc"], none: ["ab"]),
        PatternRow("é{2}", whole: ["éé"], none: ["é"]),
    ]

    static let nested = [
        PatternRow("(a*)*", whole: ["", "aa"], part: ["b"]),
        PatternRow("(a*)+", whole: ["", "aa"], part: ["b"]),
        PatternRow("(a|b)*c", whole: ["c", "abc"], part: ["dabc"], none: ["ab"]),
        PatternRow("((a|b){2}|c)+", whole: ["abc", "c", "abba"], part: ["abca"], none: ["a", "b"]),
        PatternRow("(a?b?)*", whole: ["", "ba", "abab"], part: ["c"]),
        PatternRow("(|a)+", whole: ["", "aa"], part: ["b"]),
        PatternRow("(){3}", whole: [""], part: ["a"]),
        PatternRow("(a{2}){2}", whole: ["aaaa"], none: ["aaa"]),
        PatternRow("(a{1,2}){2}", whole: ["aa", "aaa", "aaaa"], none: ["a"]),
        PatternRow("((((a))))", whole: ["a"], none: ["b"]),
        PatternRow("(a+)+$", whole: ["aaa"], part: ["baa"], none: ["aab"]),
        PatternRow("(a|ab)(c|bcd)(d*)", whole: ["abcd", "acd", "abc"], none: ["abd"]),
    ]

    static let anchors = [
        PatternRow("^a", whole: ["a"], part: ["ab"], none: ["ba", "", "\na"]),
        PatternRow("a$", whole: ["a"], part: ["ba"], none: ["ab", "a\n"]),
        PatternRow("^a$", whole: ["a"], none: ["aa", "ba", "a\n", "b\na"]),
        PatternRow("^$", whole: [""], none: ["a", "\n"]),
        PatternRow("$^", whole: [""], none: ["a"]),
        PatternRow("^^a$$", whole: ["a"], none: ["ab"]),
        PatternRow("^", whole: [""], part: ["a"]),
        PatternRow("$", whole: [""], part: ["a"]),
        PatternRow("a^b", none: ["ab", "a^b", ""]),
        PatternRow("a$b", none: ["ab", "a$b"]),
        PatternRow("^a|b$", whole: ["a", "b"], part: ["ax", "xb"], none: ["xa", "bx", ""]),
        PatternRow("(^a|b)*", whole: ["", "ab", "bb"], part: ["aa", "ba"]),
        PatternRow("(^|x)a($|y)", whole: ["a", "xa", "ay", "xay"], part: ["zxayz"], none: ["za", "az"]),
        PatternRow("(^)*a", whole: ["a"], part: ["ba"], none: ["b"]),
        PatternRow("(a$)?b?", whole: ["a", "b", ""], part: ["ab"]),
    ]

    static let shorthands = [
        PatternRow(#"\d+"#, whole: ["0", "42"], part: ["a1"], none: ["", "a", "٣"]),
        PatternRow(#"\D"#, whole: ["a", "٣", "\n"], part: ["1a"], none: ["1"]),
        PatternRow(#"\w+"#, whole: ["aZ_09"], part: ["a-b"], none: ["-", "é", ""]),
        PatternRow(#"\W"#, whole: ["-", "é", " "], none: ["a", "_"]),
        PatternRow(#"\s"#, whole: [" ", "\t", "\n", "\r", "\u{B}", "\u{C}"], none: ["a", "\u{A0}", "\u{2028}"]),
        PatternRow(#"\S"#, whole: ["a", "\u{A0}"], none: [" ", "\n"]),
        PatternRow(#"[\d.]+"#, whole: ["1.5"], part: ["v2"], none: ["v"]),
        PatternRow(#"[^\d\s]"#, whole: ["a"], none: ["1", " "]),
        PatternRow(#"[\D]"#, whole: ["a"], none: ["1"]),
        PatternRow(#"[\s\S]"#, whole: ["a", "\n", "é"], none: [""]),
        PatternRow(#"[^\W_]"#, whole: ["a", "5"], none: ["_", "-"]),
        PatternRow(#"^Bearer [\w\-]+\.[\w\-]+$"#, whole: ["Bearer a-b.c_d"], none: ["Bearer ab", "bearer a.b"]),
    ]

    /// The cases for `match` and `search` from the compliance suite of RFC 9535.
    static let compliance = [
        PatternRow("b.?b", whole: ["bab", "bb"], part: ["bba", "bbab"], none: ["abc", "bcd", "b"]),
        PatternRow("a[.b]c", whole: ["abc", "a.c"], part: ["x abc y"], none: ["axc"]),
        PatternRow(#"a\\.c"#, whole: ["a\\\u{2028}c"], none: ["abc", "a.c", "axc"]),
        PatternRow(#"a\[.c"#, whole: ["a[\u{2028}c"], none: ["abc", "a.c"]),
        PatternRow(#"a[\].]c"#, whole: ["a.c", "a]c"], none: ["abc", "a\u{2028}c"]),
        PatternRow("^ab.*", whole: ["abc", "ab"], none: ["axc", "xab"]),
        PatternRow(".*bc$", whole: ["abc"], none: ["axc", "ab", "abcx"]),
        PatternRow("a.b", whole: ["a\u{1011B}b"], part: ["a\u{1011B}bc"], none: ["ab"]),
    ]
}
