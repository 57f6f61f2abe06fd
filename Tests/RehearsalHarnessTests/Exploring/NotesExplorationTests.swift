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

    private func explored(_ defect: NotesDefect?) -> InProcessExploredSubject<NotesClient> {
        InProcessExploredSubject(Notes.client(with: defect))
    }

    @Test("The client without a defect violates no property.")
    func reference() async throws {
        var options = Explorer.Options()
        // The schedules of a random search depend on the seed alone.
        (options.schedules, options.strategy) = (300, .random)
        let report = try await Explorer(SequentialSubject(Notes.client(with: nil)), Self.exploration, options).run()
        #expect(report.lines.dropFirst().isEmpty, Comment(rawValue: report.lines.joined(separator: "\n")))
    }

    /// The schedules that show a defect. The first request of a client without a token signs in.
    private static let schedules: [(NotesDefect, [Schedule.Step])] = [
        (.restartsAttempts, [list(.normal, .status(503), .status(401), .normal, .status(503), .status(503))]),
        (.losesStatusAfterLoss, [list(.normal, .requestLost, .status(404))]),
        (.retriesWithReplacedToken, [list(.normal, .status(401), .normal, .status(503))]),
        (.newKeyOnLastAttempt, [.init(.call(.init("createNote")), [.normal, .replyLost, .replyLost])]),
        (.continuesBackoff, [list(.normal, .status(503), .status(503), .status(503)), list(.status(503))]),
    ]

    private static func list(_ actions: ScheduleAction...) -> Schedule.Step {
        Schedule.Step(.call(.init("listNotes")), actions)
    }

    @Test(
        "A schedule of two faults and more shows a defect by its property, and the client without it passes.",
        arguments: schedules
    )
    func defect(_ defect: NotesDefect, _ steps: [Schedule.Step]) async throws {
        let contract = ExploredContract(explored(nil).declaration, Self.exploration)
        for present in [defect, nil] {
            let history = try await ScheduleRunner(explored(present), Self.exploration).run(Schedule(steps))
            let violated = Property.all.filter { !$0.check(history, contract).isEmpty }.map(\.id)
            #expect(violated.contains(defect.property) == (present != nil))
            #expect(violated.isEmpty == (present == nil))
        }
    }
}
