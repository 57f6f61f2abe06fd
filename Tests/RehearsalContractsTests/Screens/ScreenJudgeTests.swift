import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("The judgement of a screen's states", .limitedConcurrency)
struct ScreenJudgeTests {
    private static let body = Array(#"[{"id": 1}, {"id": 2}, {"id": 3}]"#.utf8)

    private static func declaration(_ template: ScreenTemplate) -> Declaration {
        var declaration = Declaration(name: "a client")
        declaration.operations = [
            Declaration.Operation("list", .get, "/rows", reply: .init(200, body: body)),
            Declaration.Operation("drop", .delete, "/rows/2", isVoid: true, reply: .init(204)),
        ]
        var promise = Declaration.Promise("S-1", template.statement, of: "list", playing: .null)
        (promise.template, promise.deletion) = (template, "drop")
        promise.scenario = ScreenScenario(template, of: promise, in: declaration).scenario
        declaration.promises = [promise]
        return declaration
    }

    /// Returns the result for states that a client reported.
    private static func result(
        _ template: ScreenTemplate,
        _ states: [ScreenStep],
        entries: [Journal.Entry] = [],
    ) throws -> ClauseResult {
        let plan = Plan(declaration(template))
        let clause = try #require(plan.clauses.first { $0.id == "S-1/list" })
        let outcome = ClientOutcome.value(.array(states.map(\.json)))
        let evidence = CaseEvidence(
            entries: entries,
            answer: .outcomes([outcome], elapsed: .zero, store: nil)
        )
        return Judge(plan.declaration).judge(clause, [evidence])
    }

    private static func step(
        _ name: ScreenStep.Name,
        value: JSON = .null,
        error: String? = nil,
        rows: [String]? = nil,
        isLoading: Bool = false,
    ) -> ScreenStep {
        var step = ScreenStep(name)
        (step.value, step.error, step.rows, step.isLoading) = (value, error, rows, isLoading)
        return step
    }

    /// Returns an exchange that ended in this way.
    private static func entry(_ line: String, _ end: Journal.End) -> Journal.Entry {
        var entry = Journal.Entry(
            ordinal: 0,
            session: "s",
            connection: 0,
            exchange: 0,
            at: 0,
            headAt: 0,
            rawHead: Array("\(line) HTTP/1.1\r\n\r\n".utf8)
        )
        entry.end = end
        return entry
    }

    @Test("An error, a stale mark or a loading sign after a success breaks the promise.")
    func cleared() throws {
        #expect(try Self.result(.errorClearedBySuccess, [Self.step(.loaded, value: 1)]).verdict == .pass)
        let failed = try Self.result(.errorClearedBySuccess, [Self.step(.loaded, error: "No.", isLoading: true)])
        #expect(failed.verdict == .fail)
        #expect(
            failed.findings == [
                "after the successful load, the screen shows the error \"No.\"",
                "after the successful load, the screen still shows that it is loading",
            ]
        )
        var stale = Self.step(.loaded)
        stale.isStale = true
        #expect(try Self.result(.errorClearedBySuccess, [stale]).verdict == .fail)
    }

    @Test("A failed load without an error message breaks the promise.", arguments: [nil, ""])
    func failure(_ error: String?) throws {
        let shown = [Self.step(.failed, error: "No."), Self.step(.failedAgain, error: "No.")]
        #expect(try Self.result(.failureIsShown, shown).verdict == .pass)
        let hidden = try Self.result(.failureIsShown, [shown[0], Self.step(.failedAgain, error: error)])
        #expect(
            hidden.findings == ["after the failed load that follows a successful one, the screen shows no error"]
        )
    }

    @Test("The value of a late reply breaks the promise.")
    func latest() throws {
        let loads = [Self.step(.newer, value: 1), Self.step(.older, value: 0)]
        #expect(try Self.result(.latestWins, loads + [Self.step(.overtaken, value: 1)]).verdict == .pass)
        let late = try Self.result(.latestWins, loads + [Self.step(.overtaken, value: 0)])
        #expect(late.findings == ["after the late reply to the older load, the screen shows the older reply"])
    }

    @Test("A screen that shows the same state after two different replies is not judged.")
    func indistinguishable() throws {
        let same = [Self.step(.newer, value: 1), Self.step(.older, value: 1), Self.step(.overtaken, value: 1)]
        guard case .inconclusive = try Self.result(.latestWins, same).verdict else {
            Issue.record("expected an inconclusive verdict")
            return
        }
    }

    @Test("Leaving the screen without cancelling the request breaks the promise.")
    func leaving() throws {
        let left = [Self.step(.left)]
        let cancelled = Self.entry("GET /rows", .closedByClient)
        #expect(try Self.result(.cancelledIsNotAnError, left, entries: [cancelled]).verdict == .pass)
        let completed = Self.entry("GET /rows", .completed)
        #expect(
            try Self.result(.cancelledIsNotAnError, left, entries: [completed]).findings
                == ["after the user left the screen, the client did not cancel the request"]
        )
    }

    @Test("A value that is still shown after the logout breaks the promise.")
    func logout() throws {
        let loaded = [Self.step(.initial), Self.step(.loaded, value: 1)]
        #expect(try Self.result(.forgetsOnLogout, loaded + [Self.step(.loggedOut)]).verdict == .pass)
        #expect(try Self.result(.forgetsOnLogout, loaded + [Self.step(.loggedOut, value: 1)]).verdict == .fail)
    }

    @Test("The deletion of another row than the selected one breaks the promise.")
    func deletion() throws {
        let states = [Self.step(.loaded, rows: ["1", "2", "3"]), Self.step(.deleted, rows: ["3"])]
        let right = ["DELETE /rows/1", "DELETE /rows/2"].map { Self.entry($0, .completed) }
        #expect(try Self.result(.deleteByIdentity, states, entries: right).verdict == .pass)
        let wrong = ["DELETE /rows/1", "DELETE /rows/3"].map { Self.entry($0, .completed) }
        #expect(
            try Self.result(.deleteByIdentity, states, entries: wrong).findings
                == ["expected requests to delete /rows/1, /rows/2, got /rows/1, /rows/3"]
        )
    }

    @Test("A row that is missing after a failed deletion breaks the promise.")
    func rollback() throws {
        let loaded = Self.step(.loaded, rows: ["1", "2"])
        let kept = Self.step(.deletionFailed, error: "No.", rows: ["1", "2"])
        #expect(try Self.result(.rollsBackOnFailure, [loaded, kept]).verdict == .pass)
        let lost = Self.step(.deletionFailed, error: "No.", rows: ["2"])
        #expect(
            try Self.result(.rollsBackOnFailure, [loaded, lost]).findings
                == ["expected the rows 1, 2 after the failed deletion, got 2"]
        )
    }

    @Test("A row that is shown twice breaks the promise.")
    func rows() throws {
        let loaded = Self.step(.loaded, rows: ["1", "2"])
        let again = Self.step(.loadedAgain, rows: ["2", "1"])
        #expect(try Self.result(.noDuplicateRows, [loaded, again]).verdict == .pass)
        let twice = Self.step(.loadedAgain, rows: ["1", "2", "1", "2"])
        #expect(
            try Self.result(.noDuplicateRows, [loaded, twice]).findings
                == ["after the step loadedAgain, the screen shows a row twice: 1, 2, 1, 2"]
        )
    }

    @Test("A second load of a list that has several pages must request the first page again.")
    func firstPage() throws {
        let states = [ScreenStep.Name.loaded, .loadedMore, .loadedAgain].map { Self.step($0, rows: ["1", "2"]) }
        func result(_ targets: String...) throws -> ClauseResult {
            let entries = targets.enumerated().map { index, target in
                var entry = Self.entry("GET \(target)", .completed)
                (entry.ordinal, entry.exchange, entry.at) = (index, index, Int64(index) * 1_000_000)
                return entry
            }
            return try Self.result(.noDuplicateRows, states, entries: entries)
        }
        #expect(try result("/rows?page=1", "/rows?page=2", "/rows?page=1").verdict == .pass)
        #expect(try result("/start", "/rows?page=1", "/rows?page=2", "/rows?page=1", "/end").verdict == .pass)
        #expect(
            try result("/rows?page=1", "/rows?page=2", "/rows?page=3").findings
                == ["expected the second load to request /rows?page=1 again, saw /rows?page=3"]
        )
    }

    @Test("A client that reports no state of a step breaks the promise.")
    func missing() throws {
        #expect(
            try Self.result(.latestWins, [Self.step(.newer)]).findings
                == ["expected the state after the step older, got none"]
        )
    }
}
