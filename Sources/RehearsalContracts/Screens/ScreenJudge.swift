import Rehearsal

/// The judgement of the states that a screen had during a promise.
struct ScreenJudge {
    private let steps: [ScreenStep]
    private var findings: [String] = []
    private var inconclusiveReason: String?

    private init(_ steps: [ScreenStep]) { self.steps = steps }

    /// Judges the states that the client returned.
    static func examine(_ exam: inout CaseAssertions, _ template: ScreenTemplate, _ deletion: String?) {
        guard case .value(.array(let states), _)? = exam.outcome else {
            return exam.fail("expected the states of the screen, got \(exam.outcome.map { "\($0)" } ?? "no outcome")")
        }
        var judge = ScreenJudge(states.compactMap { ScreenStep($0) })
        judge.judge(template)
        if template == .deleteByIdentity { judge.expectRequests(exam, deletion) }
        if template == .cancelledIsNotAnError { judge.expectCancelledRequest(exam) }
        if template == .noDuplicateRows { judge.expectFirstPage(exam) }
        for finding in judge.findings { exam.fail(finding) }
        if let reason = judge.inconclusiveReason, judge.findings.isEmpty { exam.markInconclusive(reason) }
    }

    private mutating func judge(_ template: ScreenTemplate) {
        switch template {
        case .errorClearedBySuccess: expectNoError(.loaded, "after the successful load")
        case .failureIsShown:
            expectFailure(.failed, "after the failed load")
            expectFailure(.failedAgain, "after the failed load that follows a successful one")
        case .latestWins: judgeLatest()
        case .cancelledIsNotAnError: expectNoError(.left, "after the user left the screen")
        case .forgetsOnLogout: judgeLogout()
        case .deleteByIdentity: judgeDeletion()
        case .rollsBackOnFailure: judgeFailedDeletion()
        case .noDuplicateRows: judgeRows()
        }
    }

    /// Returns the state after a step. If the client did not report it, this is a finding.
    private mutating func step(_ name: ScreenStep.Name) -> ScreenStep? {
        let step = steps.first { $0.name == name }
        if step == nil { findings.append("expected the state after the step \(name.rawValue), got none") }
        return step
    }

    private mutating func expectNoError(_ name: ScreenStep.Name, _ when: String) {
        guard let state = step(name) else { return }
        if let error = state.error { findings.append("\(when), the screen shows the error \(error.debugDescription)") }
        if state.isStale { findings.append("\(when), the screen marks its content as stale") }
        expectIdle(state, when)
    }

    private mutating func expectFailure(_ name: ScreenStep.Name, _ when: String) {
        guard let state = step(name) else { return }
        if state.error?.isEmpty != false { findings.append("\(when), the screen shows no error") }
        expectIdle(state, when)
    }

    private mutating func expectIdle(_ state: ScreenStep, _ when: String) {
        if state.isLoading { findings.append("\(when), the screen still shows that it is loading") }
    }

    private mutating func judgeLatest() {
        guard let newer = step(.newer), let older = step(.older), let last = step(.overtaken) else { return }
        guard !newer.showsSame(as: older) else {
            inconclusiveReason = "the screen shows the same state after two different replies"
            return
        }
        if !last.showsSame(as: newer) {
            let which = last.showsSame(as: older) ? "the older reply" : "neither of the two replies"
            findings.append("after the late reply to the older load, the screen shows \(which)")
        }
        expectIdle(last, "after both loads")
    }

    private mutating func judgeLogout() {
        guard let first = step(.initial), let loaded = step(.loaded), let last = step(.loggedOut) else { return }
        guard loaded.value != first.value || loaded.rows != first.rows else {
            inconclusiveReason = "the screen shows the same value before and after the load"
            return
        }
        if last.value != first.value || last.rows != first.rows {
            findings.append("after the logout, the screen still shows \(last.value.brief)")
        }
    }

    /// The number of rows that the promise about deletions deletes.
    static let deletedRows = 2

    private mutating func judgeDeletion() {
        guard let loaded = step(.loaded), let last = step(.deleted), let rows = rows(of: loaded) else { return }
        let expected = Array(rows.dropFirst(Self.deletedRows))
        if last.rows != expected {
            findings.append("expected the rows \(expected.text) after the deletion, got \((last.rows ?? []).text)")
        }
    }

    private mutating func judgeFailedDeletion() {
        guard let loaded = step(.loaded), let last = step(.deletionFailed), let rows = rows(of: loaded) else { return }
        if last.rows != rows {
            findings.append("expected the rows \(rows.text) after the failed deletion, got \((last.rows ?? []).text)")
        }
        if last.error?.isEmpty != false { findings.append("after the failed deletion, the screen shows no error") }
    }

    private mutating func judgeRows() {
        guard let loaded = step(.loaded), let again = step(.loadedAgain), let rows = rows(of: loaded) else { return }
        for state in steps {
            guard let shown = state.rows, Set(shown).count < shown.count else { continue }
            findings.append("after the step \(state.name.rawValue), the screen shows a row twice: \(shown.text)")
        }
        if findings.isEmpty, Set(again.rows ?? []) != Set(rows) {
            findings.append("expected the rows \(rows.text) after the second load, got \((again.rows ?? []).text)")
        }
    }

    /// Returns the rows of a state. Without rows, the promise cannot be judged.
    private mutating func rows(of state: ScreenStep) -> [String]? {
        guard let rows = state.rows, !rows.isEmpty else {
            inconclusiveReason = "the screen shows no rows after the load"
            return nil
        }
        return rows
    }

    /// Expects one request to delete each of the selected rows, and none for another row.
    private mutating func expectRequests(_ exam: CaseAssertions, _ deletion: String?) {
        guard let deletion = exam.declaration.operations.first(where: { $0.name == deletion }),
            let rows = steps.first(where: { $0.name == .loaded })?.rows
        else { return }
        let expected = rows.prefix(Self.deletedRows).map { deletion.rowDirectory + $0 }
        let sent = exam.evidence.entries.filter { $0.method == deletion.method.rawValue }.map(\.target)
        if sent.sorted() != expected.sorted() {
            findings.append("expected requests to delete \(expected.text), got \(sent.text)")
        }
    }

    /// Expects the client to have ended the exchange of the load.
    /// Expects the second load of a list that is loaded page by page to request its first page again.
    private mutating func expectFirstPage(_ exam: CaseAssertions) {
        guard steps.contains(where: { $0.name == .loadedMore }), findings.isEmpty else { return }
        let operation = exam.operation
        // A screen may also send requests of other operations.
        let targets = exam.operationRequests
            .filter { $0.method == operation.method.rawValue && $0.path == operation.path }.map(\.target)
        guard let first = targets.first, let last = targets.last, first != last else { return }
        findings.append("expected the second load to request \(first) again, saw \(last)")
    }

    private mutating func expectCancelledRequest(_ exam: CaseAssertions) {
        let load = exam.evidence.entries.first { !$0.target.hasPrefix(ScreenCheckpoint.directory) }
        switch load?.end {
        case .closedByClient, .resetByClient: break
        default: findings.append("after the user left the screen, the client did not cancel the request")
        }
    }
}

extension ScreenStep {
    /// Whether the screen shows the same value, rows and error in another state.
    fileprivate func showsSame(as other: ScreenStep) -> Bool {
        value == other.value && rows == other.rows && error == other.error
    }
}

extension [String] {
    /// The elements as text, `a, b`; `none` if there are none.
    fileprivate var text: String { isEmpty ? "none" : joined(separator: ", ") }
}
