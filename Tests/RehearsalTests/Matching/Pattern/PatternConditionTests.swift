import TestAdmission
import Testing

@testable import Rehearsal

@Suite("A condition with a pattern", .limitedConcurrency)
struct PatternConditionTests {
    private func holds(_ value: Scenario.Condition.Value, _ values: String...) -> Bool {
        value.holds(forAnyOf: values.map { Array($0.utf8) })
    }

    @Test("A condition holds if any value contains a match, and an anchored pattern must match a whole value.")
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

    @Test("An invalid pattern throws an error with its offset when the condition is created.")
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

    @Test("The demand for a near miss includes the pattern.")
    func demand() throws {
        let sut: Scenario.Condition.Value = try .matches("^a+$")
        #expect(sut.requirementText == #"must match the pattern "^a+$""#)
        let negated = Scenario.Condition.Value.not(sut).requirementText
        #expect(negated == #"must not match this condition: must match the pattern "^a+$""#)
    }

    @Test("Conditions with equal patterns are equal.")
    func equality() throws {
        let one: Scenario.Condition.Value = try .matches("a")
        #expect(try one == .matches(Scenario.Pattern("a")))
        #expect(try one != .matches("b"))
    }
}
