import TestAdmission
import Testing

@testable import RehearsalJSON

@Suite("A scalar of YAML", .limitedConcurrency)
struct YAMLScalarTests {
    @Test(
        "A plain scalar has the kind that the core schema assigns to its text.",
        arguments: [
            ("null", "null"), ("Null", "null"), ("NULL", "null"), ("~", "null"), ("nULL", #""nULL""#),
            ("true", "true"), ("True", "true"), ("TRUE", "true"), ("false", "false"), ("False", "false"),
            ("FALSE", "false"), ("yes", #""yes""#), ("off", #""off""#), ("tRUE", #""tRUE""#),
            ("0", "0"), ("-19", "-19"), ("1e3", "1e3"), ("1.50", "1.50"), ("1E+2", "1E+2"), ("-0.0", "-0.0"),
            ("123456789012345678901234567890", "123456789012345678901234567890"),
            ("1_000", #""1_000""#), ("1:30", #""1:30""#), ("2001-12-14", #""2001-12-14""#), ("1.2.3", #""1.2.3""#),
            ("0x", #""0x""#), ("0b1", #""0b1""#), ("-0x1", #""-0x1""#), ("0o8", #""0o8""#), (".", #"".""#),
            ("+", #""+""#), ("e3", #""e3""#), ("1e", #""1e""#), ("1e+", #""1e+""#), (".e3", #"".e3""#),
            ("inf", #""inf""#), ("NaN", #""NaN""#), (".infinity", #"".infinity""#), (".nAn", #"".nAn""#),
        ]
    )
    func kinds(_ text: String, json: String) throws {
        #expect(try JSONDocument.json(yaml: "a: \(text)\n") == #"{"a":\#(json)}"#)
    }

    @Test(
        "A number in a notation that JSON does not have gets the nearest text of JSON.",
        arguments: [
            ("+1", "1"), ("007", "7"), ("-007", "-7"), ("000", "0"), ("+.5", "0.5"), (".5", "0.5"), ("-.5", "-0.5"),
            ("1.", "1"), ("01.50", "1.50"), ("1.e5", "1e5"), ("0x1F", "31"),
            ("0xffffffffffffffff", "18446744073709551615"),
            ("0o17", "15"), ("0o1777777777777777777777", "18446744073709551615"),
        ]
    )
    func numbers(_ text: String, json: String) throws {
        #expect(try JSONDocument.json(yaml: text) == json)
    }

    @Test(
        "A plain scalar ends at an indicator and joins its lines.",
        arguments: [
            ("a: b c  # d", "b c"), ("a: b#c", "b#c"), ("a: http://b:80", "http://b:80"), ("a: b,c]", "b,c]"),
            ("a: -b", "-b"), ("a: ?b", "?b"), ("a: :b", ":b"), ("a: b\n  c\n\n\n  d\n\ne: f", "b c\n\nd"),
            ("a:\n  b\n  - c", "b - c"), ("a: b\t \n \tc", "b c"),
            ("a: 'b'", "b"), ("a: é😀", "é😀"), ("a: b\r\n  c\r\n", "b c"), ("a: b\r  c\r", "b c"),
        ]
    )
    func plain(_ text: String, value: String) throws {
        #expect(try JSONDocument(yaml: text).root["a"]?.string == value)
    }

    @Test(
        "A quoted scalar decodes its escapes and joins its lines.",
        arguments: [
            (#""""#, ""), ("''", ""), ("'a''b'", "a'b"), (#"'\n'"#, #"\n"#), (#""\"\/\\""#, #""/\"#),
            (#""\0\a\b\t\n\v\f\r\e""#, "\0\u{7}\u{8}\t\n\u{B}\u{C}\r\u{1B}"),
            (#""\ \N\_\L\P""#, " \u{85}\u{A0}\u{2028}\u{2029}"),
            (#""\x41\u00e9\U0001F600""#, "Aé😀"), (#""\ud83d\ude00""#, "😀"),
            (#""\ud83d\n\ude00""#, "\u{FFFD}\n\u{FFFD}"),
            ("\"a \n  b\"", "a b"), ("\"a\n\n  b\"", "a\nb"), ("\"a\\\n  b\"", "ab"), ("\"a\\\n\n  b\"", "a\nb"),
            ("\"a\\  \n  b\"", "a  b"), ("\"a\\t\n b\"", "a\t b"), ("\"\n a\n \"", " a "),
            ("' a\n\n\n b '", " a\n\nb "),
            ("\"\u{7F}\u{80}\"", "\u{7F}\u{80}"), ("\"a\r\n b\"", "a b"), ("'#: [a]'", "#: [a]"),
        ]
    )
    func quoted(_ text: String, value: String) throws {
        #expect(try JSONDocument(yaml: text).root.string == value)
    }

    @Test(
        "A block scalar keeps or folds its lines, and its header decides about the last line ends.",
        arguments: [
            ("|\n a\n  b\n\n c\n\n", "a\n b\n\nc\n"), ("|-\n a\n\n", "a"), ("|+\n a\n\n", "a\n\n"),
            (">\n a\n b\n\n c\n", "a b\nc\n"), (">\n a\n  b\n c\n", "a\n b\nc\n"), (">-\n a\n b\n", "a b"),
            (">+\n a\n\n", "a\n\n"), ("|1\n  a\n", " a\n"), ("|2-\n   a", " a"), ("|-1\n  a", " a"),
            ("| # comment\n a\n", "a\n"), ("|\n a\n# comment\n", "a\n"), ("|", ""), ("|+\n\n\n", "\n\n"),
            ("|\n\n a", "\na\n"),
            ("|\n a\r\n b\r\n", "a\nb\n"), ("|\n \ta\n", "\ta\n"), (">\n\n a\n\n\n b\n", "\na\n\nb\n"),
        ]
    )
    func block(_ text: String, value: String) throws {
        #expect(try JSONDocument(yaml: text).root.string == value)
        #expect(try JSONDocument.json(yaml: "a: \(text)") == "{\"a\":\(JSON.string(value).bytes().text)}")
    }

    @Test("The indentation of a block scalar is that of its collection and the explicit number.")
    func explicitIndentation() throws {
        let text = "a:\n  b:\n  - |1\n    c\n  - d"
        #expect(try JSONDocument.json(yaml: text) == #"{"a":{"b":[" c\n","d"]}}"#)
    }

    @Test("A text ends its block scalar if it is indented less.")
    func blockEnd() throws {
        let text = "a: |\n   b\n   c\nd: >-\n  e\n  f\ng: h\n"
        #expect(try JSONDocument.json(yaml: text) == #"{"a":"b\nc\n","d":"e f","g":"h"}"#)
    }
}

extension [UInt8] {
    fileprivate var text: String { String(decoding: self, as: UTF8.self) }
}
