import Rehearsal
import RehearsalContracts
import RehearsalGallery
import RehearsalHarness
import RehearsalReports
import TestAdmission
import Testing

@Suite("Exploration of the notes client", .limitedConcurrency)
struct NotesExplorationTests {
    private static let exploration: Exploration = {
        var exploration = Exploration(
            model: Notes.model,
            views: ["listNotes": "/notes"],
            synchronizations: ["sync"],
            signOuts: ["logout"]
        )
        exploration.deadline = .seconds(20)
        return exploration
    }()

    private func report(_ defect: NotesDefect?, schedules: Int, seed: UInt64 = 1) async throws -> ExplorationReport {
        var options = Explorer.Options()
        (options.schedules, options.seed, options.stopsAtFirst) = (schedules, seed, defect != nil)
        let sut = Explorer(InProcessExploredSubject(Notes.client(with: defect)), Self.exploration, options)
        return try await sut.run()
    }

    @Test("The client without a defect violates no property.")
    func reference() async throws {
        let report = try await report(nil, schedules: 500)
        #expect(report.lines.dropFirst().isEmpty, Comment(rawValue: report.lines.joined(separator: "\n")))
    }

    @Test(
        "A defect that shows only in a combination of faults is found, and its schedule is short.",
        arguments: NotesDefect.allCases
    )
    func defect(_ defect: NotesDefect) async throws {
        let report = try await report(defect, schedules: 1_000)
        let finding = try #require(report.findings.first, Comment(rawValue: report.lines.joined(separator: "\n")))
        #expect(finding.property.id == defect.property, Comment(rawValue: finding.lines.joined(separator: "\n")))
        #expect(finding.schedule.steps.count <= 3, Comment(rawValue: "\(finding.schedule)"))
        #expect(finding.schedule.faultCount <= 3, Comment(rawValue: "\(finding.schedule)"))
    }
}
