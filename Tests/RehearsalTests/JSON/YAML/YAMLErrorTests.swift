import TestAdmission
import Testing

@testable import RehearsalJSON

@Suite("An error of a YAML document", .limitedConcurrency)
struct YAMLErrorTests {
    @Test(
        "An invalid document is rejected at the offending byte with a hint at the correction.",
        arguments: [
            ("", 0, "one value"), ("# x\n", 4, "one value"), ("a: b: c", 4, "new line"), ("a: - b", 3, "new line"),
            ("a: 1\n b: 2", 7, "several lines"), ("a: \"1\"\n b: 2", 8, "column 1"), ("- a\nb", 4, "\"- \""),
            ("a:\n  - b\n  c: d", 11, "\"- \""),
            ("a: 1\nb", 6, "\": \""), ("a:\n  b: 1\n c: 2", 11, "column 1"), ("a:\n\tb: 1", 4, "with spaces"),
            ("[1, 2", 5, "\"]\""), ("{a: 1", 5, "\"}\""), ("[1, 2}", 5, "\"]\""), ("[1 , , 2]", 5, "comma"),
            ("{a: 1 b: 2}", 7, "comma"),
            ("[1]]", 3, "new line"), ("]", 0, "value"), ("a: [\n1]", 5, "at least 1 spaces"),
            ("[\na\n---\n]", 4, "\"]\""),
            ("- [-]", 3, "without \"-\""), ("@a", 0, "in quotes"), ("a: `b`", 3, "in quotes"),
            ("a: %b", 3, "in quotes"),
            ("\"a", 2, "double quote"), ("'a", 2, "single quote"), ("\"\\z\"", 2, "escape"),
            ("\"\\xg\"", 3, "hexadecimal"),
            ("\"\\U00110000\"", 1, "U0010FFFF"), ("a: \"b\nc\"", 6, "at least 1 spaces"), ("\"a\n---\n\"", 3, "marker"),
            ("a: |x\n b", 4, "next lines"), ("a: |0", 4, "1 to 9"), ("|\n   \n a", 7, "empty lines"),
            ("a: |\n\tb", 5, "spaces"),
            ("? [a]\n: b", 2, "scalar key"), ("[a]: b", 0, "scalar key"), ("{a: {}, [b]: c}", 8, "scalar key"),
            ("? - a", 2, "scalar key"),
            ("a: !!int b", 3, "remove the tag"), ("!!map [a]", 0, "remove the tag"), ("!!str {}", 0, "remove the tag"),
            ("!a!b c", 0, "%TAG"), ("!<a b", 3, "!<tag"), ("!!", 2, "!!str"), ("!a%2 b", 2, "%21"),
            ("&a &b c", 3, "one of the anchors"),
            ("!a !b c", 3, "one of the tags"), ("a: &b\n  &c d", 8, "one of them"), ("&a - b", 3, "new line"),
            ("a: .inf", 3, "finite"), ("a: -.INF", 3, "finite"), (".nan", 0, "finite"),
            ("0x1ffffffffffffffff", 0, "decimal"),
            ("%YAML 1.2", 0, "---"), ("%YAML 2.0\n---\n", 6, "1.2"), ("%YAML 1\n---\n", 7, "1.2"),
            ("%YAML 1.2 x\n---\n", 10, "remove"),
            ("%YAML 1.2\n%YAML 1.2\n---\n", 10, "second"), ("%TAG a b\n---\n", 5, "%TAG !e!"),
            ("%TAG !a!\n---\n", 8, "%TAG !e!"),
            ("%TAG !a! b\n%TAG !a! c\n---\n", 11, "second"), ("a\n... b", 6, "remove"),
            ("a: 1\n%YAML 1.2\n---\n", 5, "in quotes"),
            ("a: b\n---\nc: d", 5, "second document"), ("[a\n: b]", 3, "one line"), ("-\t- a", 2, "spaces"),
            ("?\ta: b", 3, "spaces"),
            ("a: \"b\"# c", 6, "new line"), ("- &a\n&b\n- c", 5, "\"- \""), ("a: &b\n!!map\n  c: d", 6, "indent"),
            ("\"a\n b\": c", 6, "one line"), ("a: {b: c}d", 9, "new line"), ("[? 'a' ? b]", 7, "comma"),
            ("[!!str ? a]", 7, "after \"?\""),
        ] as [(String, Int, String)]
    )
    func refusal(_ text: String, offset: Int, hint: String) {
        let error = #expect(throws: JSONSyntaxError.self) { try JSONDocument(yaml: text) }
        #expect(error?.offset == offset)
        #expect(error?.message.contains(hint) == true, "\(String(describing: error))")
        #expect(error?.description.hasPrefix("not YAML at byte \(offset): ") == true)
    }

    @Test(
        "A control character and a byte that is not UTF-8 are rejected at their place.",
        arguments: [
            ([0x00], "UTF-8 text"), ([0x07], "UTF-8 text"), ([0x1B], "UTF-8 text"), ([0x7F], "control character"),
            ([0xC2, 0x80], "control character"),
            ([0xEF, 0xBF, 0xBF], "control character"), ([0x80], "UTF-8"), ([0xC3], "UTF-8"),
            ([0xED, 0xA0, 0x80], "UTF-8"), ([0xFF], "UTF-8"),
        ] as [([UInt8], String)]
    )
    func characters(_ sequence: [UInt8], hint: String) {
        for text in ["a: plain text before it ", "# a comment before it ", "|\n some text before it "] {
            let error = #expect(throws: JSONSyntaxError.self) { try JSONDocument(yaml: Array(text.utf8) + sequence) }
            #expect(error?.offset == text.utf8.count)
            #expect(error?.message.contains(hint) == true, "\(String(describing: error))")
        }
    }

    @Test("A key of more than 1,024 characters needs a question mark, except in a flow mapping.")
    func longKeys() throws {
        let key = String(repeating: "é", count: 1_025)
        for text in ["\(key): 1", "[\(key): 1]"] {
            let error = #expect(throws: JSONSyntaxError.self) { try JSONDocument(yaml: text) }
            #expect(error?.message.contains("1024 characters") == true)
        }
        for text in ["\(key.dropLast()): 1", "? \(key)\n: 1", "{\(key): 1}", "[{\"\(key)\": 1}]"] {
            _ = try JSONDocument(yaml: text)
        }
    }

    @Test(
        "Nesting deeper than 512 levels throws an error and does not overflow the stack.",
        arguments: ["[", "{a: ", "- ", "? ", "[a: "]
    )
    func depth(_ opening: String) throws {
        let error = #expect(throws: JSONSyntaxError.self) {
            try JSONDocument(yaml: String(repeating: opening, count: 100_000))
        }
        #expect(error?.message.contains(opening == "? " ? "as a key" : "512 levels") == true)
    }

    @Test("A document with exactly 512 levels of nesting is accepted.", arguments: ["- ", "["])
    func deepest(_ opening: String) throws {
        let closing = opening == "[" ? "]" : ""
        func nested(_ depth: Int) -> String {
            String(repeating: opening, count: depth) + String(repeating: closing, count: depth)
        }
        #expect(try JSONDocument(yaml: nested(512)).root.kind == .array)
        let error = #expect(throws: JSONSyntaxError.self) { try JSONDocument(yaml: nested(513)) }
        #expect(error?.offset == 512 * opening.utf8.count)
    }

    @Test("A document beyond a limit is rejected.")
    func limits() throws {
        var limits = YAMLLimits()
        (limits.bytes, limits.nodes, limits.repeatedNodes, limits.repeatedBytes, limits.movedNodes) = (60, 20, 4, 5, 4)
        let cases = [
            (String(repeating: "a", count: 61), "the limit is 60"),
            ("[1,2,3,4,5,6,7,8,9,0,1,2,3,4,5,6,7,8,9,0]", "the limit is 20"),
            ("- [1,2,3,4,5,6,7,8,9,0,1,2,3,4,5]\n- &a [1]\n- *a", "the limit is 20"),
            ("- &a [1, 2]\n- *a\n- *a", "the limit is 4"), ("- &a abcd\n- *a\n- *a", "the limit is 5"),
            ("{<<: {}, a: 1, b: [2, 3]}", "the limit is 4"),
        ]
        for (text, hint) in cases {
            let error = #expect(throws: JSONSyntaxError.self) { try JSONDocument(yaml: text, limits: limits) }
            #expect(error?.message.contains(hint) == true, "\(String(describing: error))")
        }
        for text in [
            "[1,2,3,4,5,6,7,8,9,0,1,2,3,4,5,6,7,8,9]", "- &a [1, 2]\n- *a", "- &a abcd\n- *a", "{a: 1, <<: {}, b: [2]}",
        ] {
            _ = try JSONDocument(yaml: text, limits: limits)
        }
    }
}
