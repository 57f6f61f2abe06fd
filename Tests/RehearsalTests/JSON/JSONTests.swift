import TestAdmission
import Testing

@testable import Rehearsal

@Suite("A JSON value", .limitedConcurrency)
struct JSONTests {
    @Test(
        "Two values are equivalent regardless of the order of members and the notation of numbers.",
        arguments: [
            ("1", "1.0"), ("1", "10e-1"), ("1000", "1E3"), ("-0", "0"), ("0", "0e99999999999999999999"),
            ("0.00120", "12e-4"),
            ("1e99999999999999999999", "1E+099999999999999999999"), (#"{"a":1,"b":2}"#, #"{"b":2.0,"a":1}"#),
            (#""\u00e9""#, "\"é\""),
            (#"{"a":1,"a":2,"b":0}"#, #"{"b":0,"a":1,"a":2}"#), (#"[{"a":[1]}]"#, #"[ { "a" : [ 1.0 ] } ]"#),
        ]
    )
    func equivalent(_ left: String, _ right: String) throws {
        #expect(try JSON(parsing: left).isEquivalent(to: JSON(parsing: right)))
        #expect(try JSON(parsing: right).isEquivalent(to: JSON(parsing: left)))
    }

    @Test("A value that is shown to a person has its control characters escaped and is still the same value.")
    func shown() throws {
        let steering = "\u{7F}\u{9B}31m\u{202E}\u{200F}\u{2066}\u{FFFF}\u{1B}"
        let sut = JSON.object([.init("é\(steering)", .array([.string("° \(steering) €"), 1]))])
        let text = String(decoding: sut.printableBytes(pretty: true), as: UTF8.self)
        let escaped = "\\u007f\\u009b31m\\u202e\\u200f\\u2066\\uffff\\u001b"
        #expect(text == "{\n  \"é\(escaped)\": [\n    \"° \(escaped) €\",\n    1\n  ]\n}")
        #expect(try JSON(parsing: text) == sut)
    }

    @Test(
        "Two values that differ are not equivalent.",
        arguments: [
            ("1", "-1"), ("1", "10"), ("1", "\"1\""), ("1e400", "1e401"), ("0.1", "0.10000000000000000000000001"),
            ("null", "false"),
            ("1e99999999999999999999", "1e-99999999999999999999"), ("[1,2]", "[2,1]"), (#"{"a":1}"#, #"{"a":1,"b":1}"#),
            ("[]", "{}"),
            (#"{"a":1,"a":2}"#, #"{"a":2,"a":1}"#), (#"{"a":1,"a":1}"#, #"{"a":1,"b":1}"#),
            (#""e\u0301""#, #""\u00e9""#),
        ]
    )
    func different(_ left: String, _ right: String) throws {
        #expect(try !JSON(parsing: left).isEquivalent(to: JSON(parsing: right)))
    }

    @Test("A literal is written as the value that it denotes.")
    func literals() {
        let sut: JSON = ["z": 1, "a": [nil, true, 1.5, -2, "é\"\u{1F}"], "z": [:], "e": []]
        #expect(
            String(decoding: sut.bytes(), as: UTF8.self) == #"{"z":1,"a":[null,true,1.5,-2,"é\"\u001f"],"z":{},"e":[]}"#
        )
        #expect(sut["z"] == 1)
        #expect(sut["y"] == nil)
    }

    @Test("Pretty output indents by two spaces and leaves empty containers on one line.")
    func pretty() {
        let sut: JSON = ["a": [1, ["b": nil]], "c": [], "d": [:]]
        let expected = """
            {
              "a": [
                1,
                {
                  "b": null
                }
              ],
              "c": [],
              "d": {}
            }
            """
        #expect(String(decoding: sut.bytes(pretty: true), as: UTF8.self) == expected)
    }

    @Test("The error for a text that is not JSON states the byte and the correction.")
    func parsingError() {
        let error = #expect(throws: (any Error).self) { try JSON(parsing: "[1,]") }
        #expect(
            error.map { "\($0)" }
                == #"not JSON at byte 3: found "]" where a name or value must follow a comma: remove the comma before it"#
        )
    }
}
