import TestAdmission
import Testing

@testable import Rehearsal

@Suite("A condition with a pattern", .admitted)
struct PatternConditionTests {
    private func holds(_ value: Scenario.Condition.Value, _ values: String...) -> Bool {
        value.holds(forAnyOf: values.map { Array($0.utf8) })
    }

    @Test("It holds if the pattern is found in any of the values, and for all of one where it says so.")
    func holding() throws {
        let part: Scenario.Condition.Value = try .matches(#"\d+"#)
        #expect(holds(part, "a1b"))
        #expect(holds(part, "a", "2"))
        #expect(!holds(part, "a"))
        #expect(!holds(part))
        #expect(holds(.not(part)))
        let whole: Scenario.Condition.Value = try .matches(#"^\d+$"#)
        #expect(holds(whole, "12"))
        #expect(!holds(whole, "a1b"))
    }

    @Test("A pattern that is wrong is told when the condition is made, at its character.")
    func wrong() throws {
        let error = try #require(throws: Scenario.Pattern.Malformed.self) {
            try Scenario.Condition.Value.matches("ab(?=c)")
        }
        #expect(error.offset == 2)
        #expect(
            error.description
                == "at offset 2 of the pattern: a look-ahead (\"(?=\") is not supported: "
                + "write it into the pattern, or as a condition beside this one: \"contains\": …"
        )
    }

    @Test("A near miss says the pattern.")
    func demand() throws {
        let sut: Scenario.Condition.Value = try .matches("^a+$")
        #expect(sut.demand == #"must match the pattern "^a+$""#)
        #expect(Scenario.Condition.Value.not(sut).demand == #"must not hold: must match the pattern "^a+$""#)
    }

    @Test("Conditions with the same pattern are equal, and scenarios with others differ.")
    func equality() throws {
        let one: Scenario.Condition.Value = try .matches("a")
        #expect(try one == .matches(Scenario.Pattern("a")))
        #expect(try one != .matches("b"))
        func digest(_ value: Scenario.Condition.Value) -> UInt64 {
            Scenario("s", endpoints: [.get("/", when: .init(query: [.init("q", value)]), replies: [.init()])]).digest
        }
        #expect(digest(one) == digest(one))
        #expect(try digest(one) != digest(.matches("b")))
        #expect(digest(one) != digest(.contains("a")))
    }

    @Test(
        "A document says each condition, and leaves out what it has no words for.",
        arguments: [
            (.equals("a"), #""a""#), (.not(.equals("a")), #"{"not":"a"}"#),
            (.oneOf(["a", "b"]), #"{"oneOf":["a","b"]}"#),
            (
                .all([.contains("a"), .all([.startsWith("b"), .endsWith("c")])]),
                #"{"contains":"a","startsWith":"b","endsWith":"c"}"#
            ),
            (.all([.equals("a"), .present]), #"{"equals":"a","present":true}"#), (.absent, #"{"absent":true}"#),
            (.all([.contains("a"), .contains("b")]), nil), (.all([]), nil), (.not(.all([])), nil),
        ] as [(Scenario.Condition.Value, String?)]
    )
    func document(_ value: Scenario.Condition.Value, _ expected: String?) {
        let sut = Scenario.Condition(headers: [.init("X", value)]).document
        #expect(
            sut.map { String(decoding: $0.bytes(), as: UTF8.self) } == expected.map { #"{"headers":{"X":\#($0)}}"# }
        )
    }

    @Test("A pattern is written into the document of its scenario.")
    func written() throws {
        let when = try Scenario.Condition(query: [.init("q", .matches(#"^\d+$"#))])
        let sut = Scenario("x", endpoints: [.get("/", when: when, replies: [.init()])])
        #expect(
            String(decoding: sut.document.bytes(), as: UTF8.self)
                == #"{"scenario":"x","endpoints":[{"get":"/","when":{"query":{"q":{"matches":"^\\d+$"}}},"#
                + #""replies":[{}]}]}"#
        )
    }
}
