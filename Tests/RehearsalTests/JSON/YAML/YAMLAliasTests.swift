import TestAdmission
import Testing

@testable import RehearsalJSON

@Suite("An alias of YAML", .limitedConcurrency)
struct YAMLAliasTests {
    @Test(
        "An alias has the value of the last anchor with its name.",
        arguments: [
            ("- &a 1\n- *a\n- &a b\n- *a", #"[1,1,"b","b"]"#),
            ("a: &b {c: [1]}\nd: *b", #"{"a":{"c":[1]},"d":{"c":[1]}}"#),
            ("&a b: *a", #"{"b":"b"}"#), ("a: &b c\n*b : d", #"{"a":"c","c":"d"}"#), ("&a 200: *a", #"{"200":200}"#),
            ("- &a\n  b: 1\n- *a", #"[{"b":1},{"b":1}]"#), ("- &a 0x1F\n- {*a : 1}", #"[31,{"0x1F":1}]"#),
            ("[&a [&b 1], *a, *b]", "[[1],[1],1]"), ("- &a\n- *a", "[null,null]"),
            ("- &a\n  !!str 1\n- *a", #"["1","1"]"#), ("- !!str\n  &a 1\n- *a", #"["1","1"]"#),
            ("- &é 1\n- *é", "[1,1]"),
            ("- &a [1, &b [2]]\n- [*a, *b]", "[[1,[2]],[[1,[2]],[2]]]"),
        ]
    )
    func values(_ text: String, json: String) throws {
        #expect(try JSONDocument.json(yaml: text) == json)
    }

    @Test(
        "A merge key adds the members that its mapping does not have.",
        arguments: [
            ("a: &a {x: 1, y: 2}\nb:\n  <<: *a\n  y: 3\n  z: 4", #"{"a":{"x":1,"y":2},"b":{"x":1,"y":3,"z":4}}"#),
            ("a: &a {x: 1}\nb: {y: 3, x: 2, <<: *a}", #"{"a":{"x":1},"b":{"y":3,"x":2}}"#),
            (
                "- &a {x: 1, y: 1}\n- &b {y: 2, z: 2}\n- <<: [*a, *b]\n  w: 0",
                #"[{"x":1,"y":1},{"y":2,"z":2},{"x":1,"y":1,"z":2,"w":0}]"#
            ),
            ("<<: {a: [1, {b: 2}]}\nc: {d: 3}", #"{"a":[1,{"b":2}],"c":{"d":3}}"#), ("<<: []\na: 1", #"{"a":1}"#),
            ("- &a {x: 1}\n- &b {<<: *a, y: 2}\n- {<<: *b}", #"[{"x":1},{"x":1,"y":2},{"x":1,"y":2}]"#),
            ("\"<<\": 1", #"{"<<":1}"#), ("!!str <<: 1", #"{"<<":1}"#), ("[<<]", #"["<<"]"#), ("a: <<", #"{"a":"<<"}"#),
        ]
    )
    func merges(_ text: String, json: String) throws {
        #expect(try JSONDocument.json(yaml: text) == json)
    }

    @Test("An anchor after a merge key keeps its value when the merge changes the number of values before it.")
    func anchorsAfterMerge() throws {
        let text =
            "- &a {x: 1, y: 2, z: 3}\n- <<: *a\n  b: &b [1]\n  c: {<<: *a, d: &d [2]}\n  e: &e {f: 4}\n- [*b, *d, *e]"
        let sut = try JSONDocument(yaml: text).root.value
        #expect(sut[2] == [[1], [2], ["f": 4]])
        #expect(sut[1] == ["x": 1, "y": 2, "z": 3, "b": [1], "c": ["x": 1, "y": 2, "z": 3, "d": [2]], "e": ["f": 4]])
    }

    @Test(
        "An alias without a usable value is rejected at its place.",
        arguments: [
            ("- *a", 2, "unknown anchor"), ("a: &a [*a]", 7, "inside the value that it repeats"),
            ("- &a [1]\n- ? *a", 13, "as a key"),
            ("- &a 1\n- &b *a", 9, "before an alias"), ("- &a 1\n- !!int *a", 9, "before an alias"),
            ("- {<<: &a {b: &b [1]}}\n- *b", 25, "merge key"), ("<<: 1", 4, "merge key"),
            ("<<: [{}, 1]", 9, "merge key"),
            ("- &a [1]\n--- \n- *a", 9, "second document"), ("<<: {}\n<<: {}", 7, "twice"), ("- *", 3, "name"),
            ("- & a", 3, "name"),
        ]
    )
    func refusal(_ text: String, offset: Int, hint: String) {
        let error = #expect(throws: JSONSyntaxError.self) { try JSONDocument(yaml: text) }
        #expect(error?.offset == offset)
        #expect(error?.message.contains(hint) == true, "\(String(describing: error))")
    }

    @Test(
        "An anchor and a tag handle end with their document.",
        arguments: [("- &a 1\n---\n- *a", 13), ("%TAG !a! tag:a,2000:\n--- !a!b c\n--- !a!b d", 36)]
    )
    func documents(_ text: String, offset: Int) {
        let error = #expect(throws: JSONSyntaxError.self) { try JSONDocument.yamlDocuments(in: Array(text.utf8)) }
        #expect(error?.offset == offset)
    }

    @Test("Aliases that repeat too many values or too much text are rejected before they are expanded.")
    func bombs() throws {
        let levels = (1...30).map {
            "a\($0): &a\($0) [\(repeatElement("*a\($0 - 1)", count: 9).joined(separator: ", "))]"
        }
        let values = (["a0: &a0 [x]"] + levels).joined(separator: "\n")
        let text = "- &a " + String(repeating: "x", count: 100_000) + "\n" + String(repeating: "- *a\n", count: 1_000)
        for (bomb, hint) in [(values, "names and values"), (text, "bytes of text")] {
            let error = #expect(throws: JSONSyntaxError.self) { try JSONDocument(yaml: bomb) }
            #expect(error?.message.contains(hint) == true, "\(String(describing: error))")
            #expect(Array(bomb.utf8)[error?.offset ?? 0] == UInt8(ascii: "*"))
        }
    }

    @Test("Nesting through aliases is limited as any other nesting.")
    func depth() throws {
        func nested(_ depth: Int, _ inside: String) -> String {
            String(repeating: "[", count: depth) + inside + String(repeating: "]", count: depth)
        }
        let shallow = "- &a \(nested(255, "1"))\n- \(nested(256, "*a"))"
        #expect(try JSONDocument(yaml: shallow).root.value.isWithin(depth: JSONDocument.depthLimit))
        let error = #expect(throws: JSONSyntaxError.self) {
            try JSONDocument(yaml: "- &a \(nested(256, "1"))\n- \(nested(256, "*a"))")
        }
        #expect(error?.message.contains("512 levels") == true)
    }
}
