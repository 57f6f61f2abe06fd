import TestAdmission
import Testing

@testable import Rehearsal

@Suite("A JSON document", .limitedConcurrency)
struct JSONDocumentTests {
    @Test(
        "A valid document of RFC 8259 is read and written back unchanged.",
        arguments: [
            "null", "true", "false", "0", "-0", "-0.0", "1.50", "1E+2", "0e-1", "123456789012345678901234567890",
            "\"\"", "[]", "{}",
            "[[],{}]", "[1,2.0,\"x\",null]", #"{"b":1,"a":{"c":[true]},"b":2}"#, #"["é","😀","a/b"]"#,
            #"["\"","\\","\n\r\t\b\f","\u0001"]"#,
        ]
    )
    func roundTrip(_ text: String) throws {
        #expect(String(decoding: try JSON(parsing: text).bytes(), as: UTF8.self) == text)
    }

    @Test(
        "An invalid document is rejected at the offending byte with a hint at the correction.",
        arguments: [
            ("", 0, "one value"), (" ", 1, "one value"), ("[", 1, "\"]\""), ("{\"a\":1", 6, "\"}\""),
            ("{\"a\"", 4, "inside an object"),
            ("[1,]", 3, "remove the comma"), (#"{"a":1,}"#, 7, "remove the comma"), ("[1 2]", 3, "write a comma"),
            ("[,1]", 1, "comma"),
            ("{a:1}", 1, "double quotes"), (#"{"a" 1}"#, 5, "\":\""), ("['a']", 1, "double quotes"),
            ("[1}", 2, "innermost"),
            ("True", 0, "\"True\""), ("tru", 0, "\"tru\""), ("NaN", 0, "\"NaN\""), ("01", 1, "leading zero"),
            ("-", 1, "digit"),
            ("1.", 2, "digit"), ("1e", 2, "digit"), (".5", 0, "digit before"), ("+1", 0, "plus sign"),
            ("1 2", 2, "already ended"),
            ("[1]// x", 3, "already ended"), ("[/**/1]", 1, "comments"), ("\"a", 2, "inside a string"),
            ("\"a\nb\"", 2, "\\n"),
            ("\"\u{1}\"", 1, "escape"), (#""\x""#, 2, "escape"), (#""\u12g4""#, 5, "hexadecimal"),
            ("\u{FEFF}1", 0, "byte order mark"),
            ("\u{0}", 0, "UTF-8 text"),
        ] as [(String, Int, String)]
    )
    func refusal(_ text: String, offset: Int, hint: String) {
        let error = #expect(throws: JSONSyntaxError.self) { try JSONDocument(parsing: Array(text.utf8)) }
        #expect(error?.offset == offset)
        #expect(error?.message.contains(hint) == true, "\(String(describing: error))")
    }

    @Test(
        "Invalid UTF-8 is rejected at its first byte.",
        arguments: [
            [0x80], [0xC0, 0x80], [0xC3], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x8F, 0xBF, 0xBF],
            [0xF4, 0x90, 0x80, 0x80], [0xFF],
            [0xE2, 0x82],
        ] as [[UInt8]]
    )
    func invalidUTF8(_ sequence: [UInt8]) {
        let text = Array("[\"plain text before it ".utf8)
        let error = #expect(throws: JSONSyntaxError.self) {
            try JSONDocument(parsing: text + sequence + Array("\"]".utf8))
        }
        #expect(error?.offset == text.count)
    }

    @Test(
        "Escapes are decoded, and an unpaired surrogate becomes U+FFFD.",
        arguments: [
            (#""\u00e9\n\/""#, "é\n/"), (#""\ud83d\ude00""#, "😀"), (#""a\ud800b""#, "a\u{FFFD}b"),
            (#""\udc00""#, "\u{FFFD}"),
            (#""\ud800\ud800\udc00""#, "\u{FFFD}\u{10000}"), (#""\ud800\n""#, "\u{FFFD}\n"), (#""\u0000""#, "\0"),
        ]
    )
    func escapes(_ text: String, expected: String) throws {
        #expect(try JSONDocument(parsing: Array(text.utf8)).root.string == expected)
    }

    @Test("Every name and value has its byte range, and repeated names are kept.")
    func places() throws {
        let text = #" {"a" : [1.50, true], "a": {"b": null}} "#
        let sut = try JSONDocument(parsing: Array(text.utf8))
        func written(_ range: Range<Int>) -> String { String(decoding: sut.bytes[range], as: UTF8.self) }

        let members = Array(sut.root.members)

        #expect(written(sut.root.range) == #"{"a" : [1.50, true], "a": {"b": null}}"#)
        #expect(members.map(\.name) == ["a", "a"])
        #expect(members.map { written($0.nameRange) } == ["\"a\"", "\"a\""])
        #expect(members.map { written($0.value.range) } == ["[1.50, true]", #"{"b": null}"#])
        #expect(members[0].value.elements.map { written($0.range) } == ["1.50", "true"])
        #expect(members[0].value.elements.first { _ in true }?.numberText == "1.50")
        #expect(members[1].value["b"]?.kind == .null)
        #expect(sut.root["c"] == nil)
    }

    @Test(
        "Only relaxed documents can have comments and trailing commas.",
        arguments: ["[1,]", "{\"a\":1,}", "// x\n1", "1 // x", "[/* ] */1]", "/***/[]", "{\"a\"/**/:/**/1/**/,/**/}"]
    )
    func relaxed(_ text: String) throws {
        #expect(throws: JSONSyntaxError.self) { try JSONDocument(parsing: Array(text.utf8)) }
        _ = try JSONDocument(parsing: Array(text.utf8), options: .relaxed)
    }

    @Test(
        "A relaxed document is strict in every other respect.",
        arguments: ["[,]", "{,}", "[1,,]", "/* 1", "/ 1", "[1] x", "'a'", "{a:1}", "// only"]
    )
    func relaxedRefusal(_ text: String) {
        #expect(throws: JSONSyntaxError.self) { try JSONDocument(parsing: Array(text.utf8), options: .relaxed) }
    }

    @Test("A byte order mark is skipped if the options allow it.")
    func byteOrderMark() throws {
        #expect(
            try JSONDocument(parsing: Array("\u{FEFF}1".utf8), options: .allowsByteOrderMark).root.numberText == "1"
        )
    }

    @Test(
        "Nesting deeper than 512 levels throws an error and does not overflow the stack.",
        arguments: ["[", "{\"a\":"]
    )
    func depth(_ opening: String) throws {
        let closing = opening == "[" ? "]" : "}"
        func nested(_ depth: Int) -> [UInt8] {
            Array((String(repeating: opening, count: depth) + "1" + String(repeating: closing, count: depth)).utf8)
        }
        let deepest = try JSON(parsing: nested(512))
        #expect(deepest.bytes() == nested(512))
        #expect(deepest.isEquivalent(to: deepest))
        for depth in [513, 100_000] {
            let error = #expect(throws: JSONSyntaxError.self) { try JSONDocument(parsing: nested(depth)) }
            #expect(error?.offset == 512 * opening.utf8.count)
        }
    }
}
