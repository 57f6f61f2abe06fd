import TestAdmission
import Testing

@testable import Rehearsal

@Suite("Comparisons in paths", .limitedConcurrency)
struct JSONPathComparisonTests {
    /// Whether the condition holds for the value.
    private func holds(_ condition: String, _ value: String = "null") throws -> Bool {
        let document = try JSON(parsing: "[\(value)]")
        return try #require(JSON.Path("$[?\(condition)]").nodes(in: document)).count == 1
    }

    @Test(
        "Numbers of equal value are equal, regardless of their notation.",
        arguments: [
            ("1", "1.0"), ("1e2", "100"), ("-0", "0"), ("0.0", "-0e5"), ("1E+2", "1000e-1"),
            ("123456789012345678901234567890", "1.2345678901234567890123456789e29"),
            ("1e99999999999999999999", "1E+99999999999999999999"),
        ]
    )
    func equal(_ left: String, _ right: String) throws {
        for (one, other) in [(left, right), (right, left)] {
            #expect(try holds("@ == \(one)", other))
            #expect(try holds("@ <= \(one) && @ >= \(one)", other))
            #expect(try !holds("@ != \(one) || @ < \(one) || @ > \(one)", other))
        }
    }

    @Test(
        "The smaller of two numbers is less than the other.",
        arguments: [
            ("1", "2"), ("-2", "-1"), ("-1", "0"), ("-1", "1"), ("0", "1e-400"), ("-1e400", "-1e399"), ("9", "10"),
            ("1.2", "1.20000000000000000000000000000000000001"), ("0.9", "1"), ("1e-5", "0.001"), ("1e1", "1e2"),
            ("-0.5", "-0.05"), ("9007199254740992", "9007199254740993"), ("9223372036854775807", "9223372036854775808"),
            ("1e999999999999999999", "1e1000000000000000000"), ("1e-99999999999999999999", "1"),
            ("1e-99999999999999999999", "1e-1"), ("-1e99999999999999999999", "-1e99999999999999999998"),
            ("1e-99999999999999999999", "1e-99999999999999999998"),
            ("1e99999999999999999998", "1e99999999999999999999"),
            ("1e99999999999999999999", "1e100000000000000000000"),
            ("1e99999999999999999999", "10e99999999999999999999"),
            ("-1", "1e-99999999999999999999"), ("0e99999999999999999999", "1"),
        ]
    )
    func less(_ left: String, _ right: String) throws {
        #expect(try holds("@ < \(right) && @ <= \(right) && @ != \(right)", left))
        #expect(try holds("@ > \(left) && @ >= \(left) && @ != \(left)", right))
        #expect(try !holds("@ > \(right) || @ >= \(right) || @ == \(right)", left))
    }

    @Test("Texts are ordered by their scalars.")
    func texts() throws {
        #expect(try holds("'' < 'a' && 'a' < 'aa' && 'Z' < 'a' && 'z' < 'é'"))
        #expect(try holds(#"'\uFFFD' < '😀'"#))
        #expect(try holds("'e\u{301}' != '\u{E9}' && 'e\u{301}' < '\u{E9}'"))
        #expect(try holds("'10' < '9'"))
    }

    @Test(
        "A value without an order is neither less nor greater than another, but less than or equal to itself.",
        arguments: ["true", "null", "[1]", #"{"a":1}"#]
    )
    func unordered(_ value: String) throws {
        #expect(try holds("@ == @ && @ <= @ && @ >= @", value))
        #expect(try !holds("@ < @ || @ > @ || @ != @", value))
        #expect(try !holds("@ < 1 || @ > 1 || @ <= 1 || @ >= 1 || @ < '1'", value))
    }

    @Test("An absent value equals only another absent value.")
    func nothing() throws {
        #expect(try holds("@.a == @.b && @.a <= @.b && @.a >= @.b", "{}"))
        #expect(try !holds("@.a != @.b || @.a < @.b || @.a > @.b", "{}"))
        #expect(try !holds("@.a == null || @.a == false || @.a == 0 || @.a <= @.b", #"{"b":null}"#))
        #expect(try holds("@.a != null && length(@.a) == @.a", "{}"))
    }

    @Test("Arrays and objects are compared deeply, objects regardless of the order of members.")
    func containers() throws {
        let document =
            #"{"a":{"x":[1,{"y":2}],"z":"é"},"b":{"z":"é","x":[1.0,{"y":2e0}]},"c":{"z":"e","x":[1,{"y":2}]}}"#
        #expect(try holds("@.a == @.b && @.a >= @.b", document))
        #expect(try holds("@.a != @.c && @.a.x == @.c.x", document))
        #expect(try holds("@.a.x != @.a && @.a.x != 2", document))
    }

    @Test("And binds tighter than or, and not binds tightest.")
    func precedence() throws {
        #expect(try holds("1 == 1 || 1 == 1 && 1 == 2"))
        #expect(try !holds("(1 == 1 || 1 == 1) && 1 == 2"))
        #expect(try holds("!@.a && !(@.a || @.b) || @.c == 1", "{}"))
        #expect(try !holds("!(!@.a)", "{}"))
    }
}
