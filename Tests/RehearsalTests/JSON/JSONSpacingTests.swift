import TestAdmission
import Testing

@testable import Rehearsal

@Suite("The spacing of a document", .limitedConcurrency)
struct JSONSpacingTests {
    @Test(
        "The spacing of a document is detected, named, removed and restored without another change.",
        arguments: [
            (#"{"a":[1,2.50],"b":"\u00e9"}"#, "compact"), (#"{"a": [1, 2.50], "b": {}}"#, "spaced"),
            ("[]\n", "compact with a line end"), ("{\n    \"a\": [\n        1\n    ]\n}", "indented 4"),
            ("[\n{\n\"a\": 1\n}\n]", "indented 0"),
        ]
    )
    func roundTrip(text: String, name: String) throws {
        let bytes = Array(text.utf8)
        let sut = try #require(JSONSpacing(of: bytes))
        #expect(sut.name == name)
        #expect(JSONSpacing(name: name) == sut)
        let readable = JSONRewriter.bytes(bytes, spacing: .readable)
        #expect(JSONRewriter.bytes(readable, spacing: sut) == bytes)
    }

    @Test("A document with irregular spacing has no detected spacing, and an unknown name yields nil.")
    func none() {
        #expect(JSONSpacing(of: Array(#"{"a" :1, "b":2}"#.utf8)) == nil)
        #expect(JSONSpacing(name: "indented 99") == nil)
        #expect(JSONSpacing(name: "wide") == nil)
    }

    @Test("A rewriting visits each leaf with its path and replaces it.")
    func leaves() {
        var seen: [String] = []
        let text = Array(#"{"a":[{"b":1},"x"],"c":{"d":"y"}}"#.utf8)
        let sut = JSONRewriter.bytes(text, spacing: JSONSpacing()) { leaf in
            let way = leaf.path.map { step in
                switch step {
                case .name(let name): name
                case .index(let index): String(index)
                }
            }
            seen.append("\(leaf.kind) /\(way.joined(separator: "/")) \(leaf.text)")
            return leaf.text == "y" ? "z" : nil
        }
        #expect(
            seen == [
                "name / a", "name /a/0 b", "number /a/0/b 1", "string /a/1 x", "name / c", "name /c d", "string /c/d y",
            ]
        )
        #expect(String(decoding: sut, as: UTF8.self) == #"{"a":[{"b":1},"x"],"c":{"d":"z"}}"#)
    }

    @Test("A pattern finds its longest matches in a text.")
    func ranges() throws {
        let text = Array("CUST-12 and CUST-345, cust".utf8)
        #expect(try Scenario.Pattern(#"CUST-\d+"#).ranges(in: text) == [0..<7, 12..<20])
        #expect(try Scenario.Pattern("^CUST").ranges(in: text) == [0..<4])
        #expect(try Scenario.Pattern("cust$").ranges(in: text) == [22..<26])
        #expect(try Scenario.Pattern("x*").ranges(in: text) == [])
    }
}
