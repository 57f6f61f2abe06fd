import RehearsalContracts
import TestAdmission
import Testing

@testable import RehearsalCLI

@Suite("The progress of rehearsal explore", .limitedConcurrency)
struct ExploreProgressTests {
    private func line(_ words: [String]) throws -> String {
        let options = try ExploreOptions(Arguments(words + ["--", "a"], options: ExploreCommand.command.options))
        var progress = ExplorationReport.Progress()
        (progress.schedules, progress.behaviors, progress.findings) = (500, 40, 1)
        progress.elapsed = .seconds(10)
        return ExploreProgress.line(progress, options)
    }

    @Test("The line has the rate, and the time until the first limit.")
    func limits() throws {
        #expect(try line([]) == "500 schedules, 40 behaviors, 50 a second; 1 finding; 30 s left")
        #expect(try line(["--for", "15s"]).hasSuffix("; 5 s left"))
        #expect(try line(["--for", "15s", "--schedules", "600"]).hasSuffix("; 2 s left"))
        #expect(try line(["--for", "5s"]).hasSuffix("; 0 s left"))
    }

    @Test("Without a limit, a search has 2,000 schedules; with a time limit, as many as fit.")
    func standard() throws {
        let plain = try ExploreOptions(Arguments(["--", "a"], options: ExploreCommand.command.options))
        #expect(plain.schedules == 2_000)
        let timed = try ExploreOptions(Arguments(["--for", "1s", "--", "a"], options: ExploreCommand.command.options))
        #expect(timed.schedules == nil)
        #expect(timed.seed > 0)
    }
}
