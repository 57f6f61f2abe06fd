import TestAdmission
import Testing

@testable import RehearsalBackend

@Suite("The number of test cases that run at a time", .limitedConcurrency)
struct ParallelismTests {
    @Test("The number is four per processor if the variable is not set.", arguments: [(1, 4), (2, 8), (64, 256)])
    func normal(_ processors: Int, _ expected: Int) {
        let sut = Parallelism(nil, processors: processors)
        #expect(sut.cases == expected)
        #expect(sut.warning == nil)
    }

    @Test(
        "A positive whole number in the variable replaces the default.",
        arguments: [("1", 1), ("12", 12), ("100000", 100_000)]
    )
    func given(_ value: String, _ expected: Int) {
        let sut = Parallelism(value, processors: 2)
        #expect(sut.cases == expected)
        #expect(sut.warning == nil)
    }

    @Test(
        "Any other value is ignored with a warning that names the variable, the value and the number used.",
        arguments: ["0", "-4", "4.5", "many", " 4", "4x", "99999999999999999999"]
    )
    func invalid(_ value: String) throws {
        let sut = Parallelism(value, processors: 2)
        #expect(sut.cases == 8)
        let warning = try #require(sut.warning)
        #expect(warning.hasPrefix("warning: the environment variable REHEARSAL_PARALLELISM is \"\(value)\"; expected"))
        #expect(warning.hasSuffix("; 8 test cases run at a time"))
        #expect(!warning.contains("\n"))
    }
}
