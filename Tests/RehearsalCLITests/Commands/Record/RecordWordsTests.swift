import TestAdmission
import Testing

@testable import RehearsalCLI

@Suite("rehearsal record", .admitted)
struct RecordWordsTests {
    private func respelled(_ words: [String]) throws(UsageError) -> [String] {
        try RecordWords.respelled(try Arguments(words, options: Command.record.allOptions))
    }

    @Test("What was typed reaches the program that does it, each option in one word.")
    func spelling() throws {
        let words = ["--json", "--upstream", "https://a.example", "--into=a=b", "--mode", "new", "--exact"]
        #expect(
            try respelled(words) == ["--upstream=https://a.example", "--into=a=b", "--mode=new", "--exact", "--json"]
        )
    }

    @Test("A recording that is not behind --into is asked back.")
    func operand() {
        let error = #expect(throws: UsageError.self) { _ = try respelled(["Recordings/api"]) }
        #expect(error?.hint == "the recording goes behind --into")
    }
}
