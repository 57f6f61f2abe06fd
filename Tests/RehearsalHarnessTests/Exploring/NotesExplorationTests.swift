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
        (exploration.deadline, exploration.storesOwnWrites) = (.seconds(20), true)
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
    ///
    /// No action sends bytes after a reply, so no schedule shows `readsLeftoverBytes`.
    private static let schedules: [(NotesDefect, [Schedule.Step])] =
        [
            (.resumesSyncAlone, queued(1) + [call("sync", .status(503))]),
            (
                .restartsDeadline,
                [list(.normal, .status(503, retryAfter: 15), .status(401), .normal, .status(503, retryAfter: 15))]
            ),
            (.repairsRetriedList, [list(.normal, .status(503), .replyCut)]),
            (.storesTruncatedList, [list(.normal, .replyCut), offline, list()]),
            (.validatesRemovedList, [list(), call("logout")]),
            (.restartsAttempts, [list(.normal, .status(503), .status(401), .normal, .status(503), .status(503))]),
            (.repeatsLostRefresh, [list(.normal, .status(401), .replyLost)]),
            (.newKeyOnLastAttempt, [call("createNote", .normal, .replyLost, .replyLost)]),
            (.newKeyAfterRefresh, [call("createNote", .normal, .replyLost, .status(401))]),
            (.newKeyPerSync, queued(1) + [call("sync", .normal, .webPage)]),
            (.movesFailedNote, queued(2) + [call("sync", .status(503))]),
            (.dropsTwiceFailedNote, queued(1) + [call("sync", .status(503)), call("sync", .status(503))]),
            (.skipsFailedPage, [call("loadMore"), call("loadMore", .status(404))]),
            (.losesRetriedCreation, [list(), call("createNote", .requestLost), offline, list()]),
            (.keepsDeletedNote, [list(), call("deleteNote", .replyLost), offline, list()]),
            (.refreshesWithUsedToken, [list(.normal, .status(401), .normal, .status(401))]),
            (.retriesWithReplacedToken, [list(.normal, .status(401), .normal, .status(503))]),
            (.continuesBackoff, [list(.normal, .status(503), .status(503), .status(503)), list(.status(503))]),
            (.ignoresRetryAfterAfterLoss, [list(.normal, .requestLost, .status(503, retryAfter: 2))]),
            (.losesStatusAfterLoss, [list(.normal, .requestLost, .status(404))]),
            (.losesDetailsAfterRefresh, [list(.normal, .status(401), .normal, .status(404))]),
            (.keepsUnreadableRefresh, [list(.normal, .status(401), .webPage)]),
            (
                .storesAfterLogout,
                [
                    call("loadMore"), .init(.call(.init("listNotes", isInBackground: true)), [.late]), call("logout"),
                    offline,
                    list(),
                ]
            ),
        ]

    private static let offline = Schedule.Step(.connectivity(false))

    /// Returns the steps that queue notes.
    private static func queued(_ count: Int) -> [Schedule.Step] {
        [offline] + (0..<count).map { _ in call("createNote") } + [Schedule.Step(.connectivity(true))]
    }

    private static func call(_ operation: String, _ actions: ScheduleAction...) -> Schedule.Step {
        Schedule.Step(.call(.init(operation)), actions)
    }

    private static func list(_ actions: ScheduleAction...) -> Schedule.Step {
        Schedule.Step(.call(.init("listNotes")), actions)
    }

    @Test(
        "A schedule shows a defect by its property, and the client without it passes.",
        arguments: schedules
    )
    func defect(_ defect: NotesDefect, _ steps: [Schedule.Step]) async throws {
        let contract = ExploredContract(explored(nil).declaration, Self.exploration)
        for present in [defect, nil] {
            let history = try await ScheduleRunner(explored(present), Self.exploration).run(Schedule(steps))
            let violated = Property.all.filter { !$0.check(history, contract).isEmpty }.map(\.id)
            #expect(violated.contains(defect.property) == (present != nil), "\(violated)")
            #expect(violated.isEmpty == (present == nil), "\(violated)")
        }
    }
}
