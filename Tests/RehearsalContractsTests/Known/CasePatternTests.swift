import RehearsalContracts
import RehearsalVerify
import TestAdmission
import Testing

@Suite("Patterns of clauses", .limitedConcurrency)
struct CasePatternTests {
    @Test(
        "A star matches one component, and two stars match any number of components.",
        arguments: [
            ("RETRY-02/get/503", "RETRY-02/get/503", true),
            ("RETRY-02/get/503", "RETRY-02/get", false),
            ("RETRY-02/get", "RETRY-02/get/503", false),
            ("*/get/503", "RETRY-02/get/503", true),
            ("*", "RETRY-02/get/503", false),
            ("RETRY-02/*", "RETRY-02/get/503", false),
            ("**", "RETRY-02/get/503", true),
            ("RETRY-02/**", "RETRY-02", true),
            ("RETRY-02/**", "RETRY-02/get/503", true),
            ("**/503", "RETRY-02/get/503", true),
            ("**/get/**", "RETRY-02/get/503", true),
            ("**/put/**", "RETRY-02/get/503", false),
            ("**/**/a/**/b", "a/x/a/b", true),
            ("RETRY-*/get/503", "RETRY-02/get/503", false),
            ("DEC-02/get/$[*].price removed", "DEC-02/get/$[*].price removed", true),
            ("", "a", false),
        ]
    )
    func matches(pattern: String, id: String, isMeant: Bool) {
        #expect(ClausePattern(pattern).matches(id) == isMeant)
    }

    @Test("A pattern with many stars is matched without exponential work.")
    func work() {
        let sut = ClausePattern(Array(repeating: "**/a", count: 200).joined(separator: "/") + "/b")
        #expect(!sut.matches(Array(repeating: "a", count: 400).joined(separator: "/")))
    }

    @Test("A pattern that matches nothing yields a hint.")
    func hints() {
        let ids = ["RETRY-02/get/503"]
        #expect(ClausePattern("RETRY-02").hint(among: ids) == "did you mean RETRY-02/**?")
        #expect(ClausePattern("RETRY-*/get/503").hint(among: ids)?.contains("whole component") == true)
        #expect(ClausePattern("x").hint(among: ids) == nil)
    }
}
