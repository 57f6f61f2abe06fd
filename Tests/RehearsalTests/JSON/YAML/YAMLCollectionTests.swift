import TestAdmission
import Testing

@testable import RehearsalJSON

@Suite("A collection of YAML", .limitedConcurrency)
struct YAMLCollectionTests {
    @Test(
        "A block collection nests by the columns of its lines.",
        arguments: [
            (
                "a: 1\nb:\n  c: 2\n  d:\n    - 3\n    - e: 4\n      f: 5\ng: 6",
                #"{"a":1,"b":{"c":2,"d":[3,{"e":4,"f":5}]},"g":6}"#
            ),
            ("a:\n- 1\n- 2\nb: 3", #"{"a":[1,2],"b":3}"#), ("- - 1\n  - 2\n- 3", "[[1,2],3]"),
            ("-\n  a: 1\n-\n  - 2", #"[{"a":1},[2]]"#), ("- a: 1\n  b:\n  - 2\n- c", #"[{"a":1,"b":[2]},"c"]"#),
            ("a:\nb:", #"{"a":null,"b":null}"#), ("-\n-", "[null,null]"),
            ("a:\n\n# x\n  # y\n  b: 1\n", #"{"a":{"b":1}}"#),
            ("? a\n: 1\n? b\n? c\n:\n  - 2", #"{"a":1,"b":null,"c":[2]}"#), ("? a\n: - 1\n  - 2", #"{"a":[1,2]}"#),
            ("? |\n  a\n: 1", #"{"a\n":1}"#), ("a: 1\r\nb:\r\n  - 2\r\n", #"{"a":1,"b":[2]}"#),
            ("- !!str\n- &a\n- b", #"["",null,"b"]"#), ("\u{FEFF}a: 1", #"{"a":1}"#), ("---\na: 1\n...\n", #"{"a":1}"#),
            ("%YAML 1.2\n---\n- 1\n", "[1]"), ("--- 1", "1"), ("--- # x\n1", "1"), ("---", "null"),
        ]
    )
    func block(_ text: String, json: String) throws {
        #expect(try JSONDocument.json(yaml: text) == json)
    }

    @Test(
        "A flow collection nests by its brackets.",
        arguments: [
            ("[]", "[]"), ("{}", "{}"), ("[1, 2,]", "[1,2]"),
            ("{a: 1, b: [c, {d: e}],}", #"{"a":1,"b":["c",{"d":"e"}]}"#),
            ("{a, b: , c:}", #"{"a":null,"b":null,"c":null}"#), ("[a: 1, b]", #"[{"a":1},"b"]"#),
            ("[? a : 1, ? b, : 2]", #"[{"a":1},{"b":null},{"":2}]"#),
            ("{? a : 1, ? b, ?}", #"{"a":1,"b":null,"":null}"#),
            ("{\"a\":1, 'b':2, c : 3}", #"{"a":1,"b":2,"c":3}"#), ("[\"a\":1]", #"[{"a":1}]"#),
            ("{a:1}", #"{"a:1":null}"#),
            ("a: [\n  1, # x\n  2\n  ]\nb: {c: \n d}", #"{"a":[1,2],"b":{"c":"d"}}"#), ("- [a\n b]", #"[["a b"]]"#),
            ("a: [\n  1\n]\nb: {\n  c: 1\n}\n", #"{"a":[1],"b":{"c":1}}"#), ("\t[\n\t1]", "[1]"),
            ("{a\n: 1}", #"{"a":1}"#),
            ("[!!str , &a , b]", #"["",null,"b"]"#), ("{!!str : 1, &a }", nil),
        ] as [(String, String?)]
    )
    func flow(_ text: String, json: String?) throws {
        #expect((try? JSONDocument.json(yaml: text)) == json)
    }

    @Test(
        "A scalar key is a name with the text of the key.",
        arguments: [
            ("200: a", "200"), ("0x10: a", "0x10"), ("1.0: a", "1.0"), ("true: a", "true"), ("null: a", "null"),
            ("~: a", "~"), (".inf: a", ".inf"), (": a", ""), ("\"a\\tb\": a", "a\tb"), ("'a''b' : a", "a'b"),
            ("a b: a", "a b"),
            ("?a: a", "?a"), ("?\n: a", ""), ("!!str 1: a", "1"), ("&b 1: a", "1"),
            ("{1: a}", "1"),
            ("? >-\n  a\n  b\n: a", "a b"), ("? a\n  b\n: a", "a b"), ("a:b: a", "a:b"), ("/{id}: a", "/{id}"),
        ]
    )
    func names(_ text: String, name: String) throws {
        #expect(try JSONDocument(yaml: text).root.members.map(\.name) == [name])
    }

    @Test(
        "A tag of the core schema decides the kind of its value; any other tag makes a scalar a string.",
        arguments: [
            ("!!str 1", #""1""#), ("!!int \"1\"", "1"), ("!!float 1", "1"), ("!!bool 'true'", "true"),
            ("!!null ''", "null"),
            ("!!map {a: 1}", #"{"a":1}"#), ("!!seq [1]", "[1]"), ("! 1", #""1""#), ("!a 1", #""1""#), ("!a [1]", "[1]"),
            ("!!set {a}", #"{"a":null}"#), ("!<tag:yaml.org,2002:str> 1", #""1""#), ("!!str", #""""#), ("!a", "null"),
            ("%TAG !y! tag:yaml.org,2002:\n--- !y!str 1", #""1""#), ("%TAG !! tag:a,2000:\n--- !!int a", #""a""#),
            ("!!%73tr 1", #""1""#), ("!!map\na: !!str\n  1", #"{"a":"1"}"#),
        ]
    )
    func tags(_ text: String, json: String) throws {
        #expect(try JSONDocument.json(yaml: text) == json)
    }

    @Test("A stream of several documents is read by the function for streams only.")
    func documents() throws {
        let text = "a\n---\nb: &c d\n...\n%YAML 1.2\n---\n- e\n---\n"
        let sut = try JSONDocument.yamlDocuments(in: Array(text.utf8))
        #expect(sut.map(\.root.value) == ["a", ["b": "d"], ["e"], nil])
        let error = #expect(throws: JSONSyntaxError.self) { try JSONDocument(yaml: text) }
        #expect(error?.offset == 2)
        #expect(error?.message.contains("second document") == true)
        #expect(try JSONDocument.yamlDocuments(in: Array("# nothing\n".utf8)).isEmpty)
    }

    @Test(
        "A repeated key is rejected at its second place.",
        arguments: [
            ("a: 1\nb: 2\n\"a\": 3", 10), ("{a: 1, ? a}", 9), ("1: a\n'1': b", 5), (": a\n? \n", 5),
            ((0..<100).map { "k\($0): 1\n" }.joined() + "k50: 2", 690),
        ]
    )
    func repeatedKeys(_ text: String, offset: Int) {
        let error = #expect(throws: JSONSyntaxError.self) { try JSONDocument(yaml: text) }
        #expect(error?.offset == offset)
        #expect(error?.message.contains("twice in a mapping") == true)
    }

    @Test("Keys that are canonically equivalent but have other scalars are different keys.")
    func scalars() throws {
        #expect(try JSONDocument(yaml: "\u{e9}: 1\ne\u{301}: 2").root.members.map(\.value.numberText) == ["1", "2"])
    }
}
