import TestAdmission
import Testing

@testable import Rehearsal

@Suite("Compound conditions on one value", .limitedConcurrency)
struct CompoundValueTests {
    private func holds(_ parts: [Scenario.Condition.Value], _ values: [String]) -> Bool {
        Scenario.Condition.Value.all(parts).holds(forAnyOf: values.map { Array($0.utf8) })
    }

    @Test("One value of a repeated name must meet all parts of the condition.")
    func one() {
        #expect(!holds([.startsWith("1"), .endsWith("2")], ["13", "32"]))
        #expect(holds([.startsWith("1"), .endsWith("2")], ["13", "32", "12"]))
        #expect(holds([.startsWith("1"), .not(.equals("13"))], ["1"]))
        #expect(!holds([.startsWith("1"), .not(.equals("13"))], ["1", "13"]))
        #expect(!holds([.present, .startsWith("1")], []))
        #expect(holds([.present], ["x"]))
        #expect(holds([], []))
    }

    @Test(
        "A value contains a part at any position.",
        arguments: [
            ("aabaabaaab", "aabaaab", true), ("aabaabaab", "aabaaab", false), ("abc", "", true), ("", "", true),
            ("", "a", false), ("aaa", "aaaa", false), ("abcabd", "abd", true), ("xaxaxb", "xaxb", true),
        ]
    )
    func contains(_ value: String, _ part: String, _ isFound: Bool) {
        #expect(Scenario.Condition.Value.contains(part).holds(forAnyOf: [Array(value.utf8)]) == isFound)
    }
}
