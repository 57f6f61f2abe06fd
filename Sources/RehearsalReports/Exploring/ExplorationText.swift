package import Rehearsal
package import RehearsalContracts

extension ExplorationFinding {
    /// The finding in several lines: the violation, its property, the schedule and the events.
    package var lines: [String] {
        let step = history.isRecovery(violation.step) ? "after the schedule" : "in step \(violation.step + 1)"
        return ["\(property.id) \(step): \(violation.sentence)", "    \(property.sentence) (\(property.source))"]
            + ["    schedule:"] + schedule.steps.enumerated().map { "      \($0 + 1)  \($1)" }
            + ["    history:"] + HistoryTimeline(history, of: violation).lines.map { "      \($0)" }
    }
}

extension ExplorationReport {
    /// The first line of the report: the number of schedules, behaviors and findings.
    package var summaryLine: String {
        let rate = Double(progress.schedules) / max(0.001, progress.elapsed / .seconds(1))
        return "\(subject): \(progress.schedules) schedules, \(progress.behaviors) behaviors, \(Int(rate)) a second; "
            + "\(findings.count) \(findings.count == 1 ? "finding" : "findings")"
            + (flaky.isEmpty ? "" : ", \(flaky.count) not reproducible") + "; seed \(seed)"
    }

    /// The report as lines of text.
    package var lines: [String] {
        var lines = [summaryLine]
        for finding in findings { lines += [""] + finding.lines }
        for flaky in flaky {
            let rate = "\(flaky.failed) of \(flaky.runs) runs"
            lines += ["", "not reproducible, failed in \(rate):"] + flaky.finding.lines.map { "  \($0)" }
        }
        if !notApplicable.isEmpty { lines.append("") }
        lines += notApplicable.map { "\($0.property.id) does not apply: \($0.reason)" }
        return lines
    }

    /// The report for programs.
    package var json: JSON {
        [
            "subject": .string(subject), "seed": .integer(seed), "schedules": .integer(progress.schedules),
            "behaviors": .integer(progress.behaviors), "checked": .texts(checked.map(\.id)),
            "notApplicable": .array(
                notApplicable.map { ["id": .string($0.property.id), "reason": .string($0.reason)] }
            ),
            "findings": .array(findings.map(\.json)),
            "flaky": .array(
                flaky.map {
                    ["failed": .integer($0.failed), "runs": .integer($0.runs), "finding": $0.finding.json]
                }
            ),
        ]
    }
}

extension ExplorationFinding {
    /// The finding for programs.
    fileprivate var json: JSON {
        [
            "property": .string(property.id), "sentence": .string(property.sentence),
            "source": .string(property.source),
            "violation": .string(violation.sentence), "step": .integer(violation.step),
            "steps": .array(schedule.steps.map(\.json)),
            "events": .array(
                HistoryTimeline(history, of: violation).events.map {
                    [
                        "step": .integer($0.step), "lane": .string($0.lane.rawValue), "text": .string($0.text),
                        "evidence": .bool($0.isEvidence),
                    ]
                }
            ),
        ]
    }
}
