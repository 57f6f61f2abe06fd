package import Rehearsal
package import RehearsalContracts

extension ExplorationFinding {
    /// The finding in several lines: the violation, its property, the schedule and the events.
    package var lines: [String] { lines(.plain) }

    /// Returns the finding in several lines: the violation, its property, the schedule and the events.
    package func lines(_ style: TerminalStyle) -> [String] {
        [style.red(property.printable) + " \(place): \(violation.printable)", "    \(sentence) (\(source))".printable]
            + ["    schedule:"] + stepLines.map { "      \($0)" }
            + ["    history:"] + eventLines(style).map { "      \($0)" }
    }

    /// The place of the violation in the schedule.
    package var place: String { isAfterSchedule ? "after the schedule" : "in step \(step + 1)" }

    /// The steps of the schedule with their numbers.
    package var stepLines: [String] { schedule.steps.enumerated().map { "\($0 + 1)  \("\($1)".printable)" } }

    /// Returns the events as lines of a table with the columns step, lane and event.
    private func eventLines(_ style: TerminalStyle) -> [String] {
        var last = -1
        return events.map { event in
            defer { last = event.step }
            let number = event.step == last ? "" : "\(event.step + 1)"
            let padding = String(repeating: " ", count: max(0, 3 - number.utf8.count))
            let lane = event.lane.rawValue + String(repeating: " ", count: 6 - event.lane.rawValue.utf8.count)
            let text = event.text.printable
            return "\(padding)\(number)  \(lane)  " + (event.isEvidence ? style.red("! \(text)") : "  \(text)")
        }
    }
}

extension ExplorationReport.Progress {
    /// The progress in one line: schedules, behaviors, rate and findings.
    package var line: String {
        let counts = "\(schedules.counted("schedule")), \(behaviors.counted("behavior"))"
        return "\(counts), \(Int(rate)) a second; \(findings.counted("finding"))"
    }

    /// The number of schedules that could not be judged, as a part of a line; empty for none.
    var inconclusiveNote: String { inconclusive == 0 ? "" : ", \(inconclusive) schedules not judged" }
}

extension ExplorationReport {
    /// The first line of the report: the number of schedules, behaviors and findings.
    package var summaryLine: String {
        let unstable = flaky.isEmpty ? "" : ", \(flaky.count) not reproducible"
        return "\(subject.printable): \(progress.line)\(unstable)\(progress.inconclusiveNote); seed \(seed)"
    }

    /// The report as lines of text.
    package var lines: [String] { lines(.plain) }

    /// Returns the report as lines for a terminal.
    package func lines(_ style: TerminalStyle) -> [String] {
        [style.bold(findings.isEmpty ? style.green(summaryLine) : style.red(summaryLine))] + details(style)
    }

    /// Returns the lines after the first: the findings, and the properties that do not apply.
    package func details(_ style: TerminalStyle) -> [String] {
        var lines = problem.map { ["", style.red("the search ended early: \($0.printable)")] } ?? []
        for finding in findings { lines += [""] + finding.lines(style) }
        for flaky in flaky { lines += ["", flaky.sentence + ":"] + flaky.finding.lines(style).map { "  \($0)" } }
        if let note = undeclaredNote { lines += ["", note] }
        if !notApplicable.isEmpty { lines.append("") }
        return lines + notApplicable.map { style.dim("\($0.property) does not apply: \($0.reason)".printable) }
    }

    /// The requests to paths that the model backend does not have, in a sentence; nil without any.
    package var undeclaredNote: String? {
        guard !undeclaredRequests.isEmpty else { return nil }
        let list = undeclaredRequests.joined(separator: ", ").printable
        return "not in the model, which replied with 501: \(list)"
    }

    /// The note on schedules that no property could judge; nil if all were judged.
    package var unjudgedNote: String? {
        progress.inconclusive == 0
            ? nil : "\(progress.inconclusive) of \(progress.schedules.counted("schedule")) not judged"
    }

    /// The annotations for GitHub Actions, one for each finding.
    package var annotations: [Annotation] {
        findings.prefix(Annotation.maxPerStep).map { finding in
            let lines = [finding.violation] + finding.stepLines
            let title = "\(finding.property) failed" + (finding.operation.isEmpty ? "" : ": \(finding.operation)")
            return Annotation(title: title.printable, message: lines.map(\.printable).joined(separator: "\n"))
        }
    }
}

extension ExplorationReport.FlakyFinding {
    /// The number of runs that failed, in a phrase.
    package var sentence: String { "not reproducible, failed in \(failed) of \(runs) runs" }
}
