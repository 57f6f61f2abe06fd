import Rehearsal
import RehearsalContracts
import RehearsalGallery
import RehearsalHarness
import RehearsalReports
import TestAdmission
import Testing

@Suite("Exploration of the notes client", .limitedConcurrency)
struct NotesExplorationTests {
    private func explored(_ defect: NotesDefect?) -> InProcessExploredSubject<NotesClient> {
        InProcessExploredSubject(Notes.client(with: defect))
    }

    @Test("The client without a defect violates no property.")
    func reference() async throws {
        var options = Explorer.Options()
        // The schedules of a random search depend on the seed alone.
        (options.schedules, options.strategy) = (300, .random)
        let report = try await Explorer(SequentialSubject(Notes.client(with: nil)), Notes.exploration, options).run()
        #expect(report.lines.dropFirst().isEmpty, Comment(rawValue: report.lines.joined(separator: "\n")))
    }

    @Test("A guided search with overlapping calls finds nothing in the client without a defect.")
    func guided() async throws {
        var options = Explorer.Options()
        options.schedules = 120
        let report = try await Explorer(explored(nil), Notes.exploration, options).run()
        #expect(report.findings.isEmpty, Comment(rawValue: report.lines.joined(separator: "\n")))
        #expect(report.progress.schedules == 120 && report.progress.inconclusive == 0)
    }

    @Test("A guided search finds a defect, and the seed determines the findings.")
    func seed() async throws {
        var options = Explorer.Options()
        (options.schedules, options.seed, options.properties) = (300, 8, ["PROP-07"])
        options.stopsAtFirst = true
        var findings: [[String]] = []
        for parallel in [2, 16] {
            options.parallel = parallel
            let subject = SequentialSubject(Notes.client(with: .retriesWithReplacedToken))
            let report = try await Explorer(subject, Notes.exploration, options).run()
            findings.append(report.findings.map { "\($0.property) \($0.violation) \($0.schedule)" })
            let steps = report.findings.map(\.schedule.steps.count)
            #expect(report.findings.contains { $0.property == "PROP-07" } && steps.allSatisfy { $0 <= 3 })
        }
        #expect(findings[0] == findings[1])
    }

    /// The schedules that show a defect. The first request of a client without a token signs in.
    private static let schedules: [(NotesDefect, [Schedule.Step])] =
        [
            (.resumesSyncAlone, queued(1) + [call("sync", .status(503))]),
            (
                .restartsDeadline,
                [list(.normal, .status(503, retryAfter: 15), .status(401), .normal, .status(503, retryAfter: 15))]
            ),
            (.repairsRetriedList, [list(.normal, .status(503), .replyCut)]),
            (.storesTruncatedList, [list(.normal, .replyCut), offlineList]),
            (.validatesRemovedList, [list(), call("logout")]),
            (.restartsAttempts, [list(.normal, .status(503), .status(401), .normal, .status(503), .status(503))]),
            (.repeatsLostRefresh, [list(.normal, .status(401), .replyLost)]),
            (.newKeyOnLastAttempt, [call("createNote", .normal, .replyLost, .replyLost)]),
            (.newKeyAfterRefresh, [call("createNote", .normal, .replyLost, .status(401))]),
            (.newKeyPerSync, queued(1) + [call("sync", .normal, .webPage)]),
            (.movesFailedNote, queued(2) + [call("sync", .status(503))]),
            (.dropsTwiceFailedNote, queued(1) + [call("sync", .status(503)), call("sync", .status(503))]),
            (.skipsFailedPage, [call("loadMore"), call("loadMore", .status(404))]),
            (.losesRetriedCreation, [list(), call("createNote", .requestLost), offlineList]),
            (.keepsDeletedNote, [list(), call("deleteNote", .replyLost), offlineList]),
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
                    offlineList,
                ]
            ),
            (.readsLeftoverBytes, [list(.normal, .status(503), .leftover)]),
        ]

    private static let offlineList = Schedule.Step(.call(.init("listNotes", isOffline: true)))

    /// Returns the steps that queue notes.
    private static func queued(_ count: Int) -> [Schedule.Step] {
        (0..<count).map { _ in Schedule.Step(.call(.init("createNote", isOffline: true))) }
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
        let contract = ExploredContract(explored(nil).declaration, Notes.exploration)
        for present in [defect, nil] {
            let history = try await ScheduleRunner(explored(present), Notes.exploration).run(Schedule(steps))
            let violated = Property.all.filter { !$0.check(history, contract).isEmpty }.map(\.id)
            #expect(violated.contains(defect.property) == (present != nil), "\(violated)")
            #expect(violated.isEmpty == (present == nil), "\(violated)")
        }
    }
}
