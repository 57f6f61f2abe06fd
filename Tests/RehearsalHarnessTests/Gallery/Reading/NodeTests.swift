import Foundation
import Rehearsal
import RehearsalContracts
import RehearsalGallery
import TestAdmission
import Testing

@Suite("Documents that the gallery decodes", .limitedConcurrency)
struct NodeTests {
    private func node(_ text: String) throws(DecodingFailure) -> Node { try Node(body: Array(text.utf8), defect: nil) }

    @Test("A missing field, null or a wrong type throws an error with its path.")
    func places() throws {
        let sut = try node(#"[{"a": 1}, {"a": "1"}, {"a": null}, {}]"#)
        let reads = try sut.elements { node throws(DecodingFailure) in node }.map { node in
            Result { () throws(DecodingFailure) in try node["a"].int() }
        }
        #expect(
            reads == [
                .success(1), .failure(DecodingFailure(.typeMismatch, at: "$[1].a")),
                .failure(DecodingFailure(.valueNotFound, at: "$[2].a")),
                .failure(DecodingFailure(.keyNotFound, at: "$[3].a")),
            ]
        )
    }

    @Test("An optional field is nil if it is absent, and throws if it has a wrong type.")
    func optionals() throws {
        let sut = try node(#"{"a": null, "b": "x", "c": 4}"#)
        let read = { (node: Node) throws(DecodingFailure) in try node.int() }
        #expect(try sut.ifPresent("a", read) == nil)
        #expect(try sut.ifPresent("z", read) == nil)
        #expect(try sut.ifPresent("c", read) == 4)
        #expect(throws: DecodingFailure(.typeMismatch, at: "$.b")) { try sut.ifPresent("b", read) }
    }

    @Test(
        "An empty or invalid body throws an error of its own kind.",
        arguments: [("", ClientOutcome.Decoding.empty), ("{", .dataCorrupted)]
    )
    func bodies(_ text: String, _ kind: ClientOutcome.Decoding) {
        #expect(throws: DecodingFailure(kind, at: "$")) { try node(text) }
    }

    @Test(
        "An amount is exact, as a number and as a text.",
        arguments: ["19.99", "0.1", "3.133", "-4", "12345678901234567890.123456789012345678"]
    )
    func amounts(_ text: String) throws {
        let expected = try #require(Decimal(string: text))
        #expect(try node(text).money() == expected)
        #expect(try node("\"\(text)\"").money() == expected)
        #expect("\(try node(text).money())" == text)
    }

    @Test("A text that is not a valid amount throws.", arguments: ["", "abc", "12abc", "1,5"])
    func noAmounts(_ text: String) {
        #expect(throws: DecodingFailure(.typeMismatch, at: "$")) { try node("\"\(text)\"").money() }
    }

    @Test("A whole number is read in any notation.", arguments: [("1000", 1000), ("1e3", 1000), ("2.0", 2)])
    func wholes(_ text: String, _ value: Int) throws {
        #expect(try node(text).int() == value)
        #expect(throws: DecodingFailure(.dataCorrupted, at: "$")) { try node("1.5").int() }
        #expect(throws: DecodingFailure(.dataCorrupted, at: "$")) { try node("9223372036854775808").int() }
    }
}
