import Rehearsal
import RehearsalContracts

/// A test suite in the XML format of JUnit, which continuous-integration systems read.
struct JUnitSuite: Sendable {
    var name: String
    var startedAt: String?
    var took: Duration
    var cases: [Case]

    /// A test case. The tag of its first element determines whether it counts as a failure, as an error or as skipped.
    struct Case: Sendable {
        var group: String
        var name: String
        /// The source location of the test; nil if it is unknown.
        var place: SourceLocation?
        /// The duration; nil if only that of the suite is known.
        var took: Duration?
        var elements: [Element] = []
        var isOnOneLine = false
    }

    /// An XML element of a test case.
    struct Element: Sendable {
        var tag: Tag
        var message: String?
        var type: String?
        var lines: [String] = []

        enum Tag: String, Sendable {
            case failure, error, skipped
            case output = "system-out"
        }
    }

    /// The XML document.
    var text: String {
        let counts: Markup = """
            tests="\(cases.count)" failures="\(count(.failure))" errors="\(count(.error))" skipped="\(count(.skipped))" \
            time="\(Self.seconds(took))"
            """
        let timestamp = startedAt.map { startedAt -> Markup in " timestamp=\"\(startedAt)\"" }
        let document: Markup = """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites \(counts)>
              <testsuite name="\(name)"\(timestamp) \(counts)>
            \(cases.map(\.markup))  </testsuite>
            </testsuites>

            """
        return document.text
    }

    private func count(_ tag: Element.Tag) -> Int { cases.count { $0.elements.first?.tag == tag } }
}

extension JUnitSuite.Case {
    fileprivate var markup: Markup {
        let file = place.map { place -> Markup in " file=\"\(place.file)\"" }
        let line = place?.line.map { line -> Markup in " line=\"\(line)\"" }
        let time = took.map(JUnitSuite.seconds) ?? "0"
        let head: Markup = "    <testcase classname=\"\(group)\" name=\"\(name)\"\(file)\(line) time=\"\(time)\""
        if elements.isEmpty { return "\(head)/>\n" }
        if isOnOneLine { return "\(head)>\(elements.map(\.markup))</testcase>\n" }
        return "\(head)>\n\(elements.map { element -> Markup in "      \(element.markup)\n" })    </testcase>\n"
    }
}

extension JUnitSuite.Element {
    fileprivate var markup: Markup {
        let message = message.map { message -> Markup in " message=\"\(message)\"" }
        let type = type.map { type -> Markup in " type=\"\(type)\"" }
        let content = lines.map { line -> Markup in "\(line)" }.joined(separator: "\n")
        return lines.isEmpty
            ? "<\(tag.rawValue)\(message)\(type)/>" : "<\(tag.rawValue)\(message)\(type)>\(content)</\(tag.rawValue)>"
    }

    static func skipped(_ message: String) -> Self { Self(tag: .skipped, message: message) }

    static func output(_ lines: [String]) -> [Self] {
        lines.isEmpty ? [] : [Self(tag: .output, lines: lines)]
    }
}

extension JUnitSuite {
    /// Returns a duration in seconds: `2.100`.
    fileprivate static func seconds(_ duration: Duration) -> String {
        String(duration.secondsText.dropFirst().dropLast(2))
    }

    /// Creates a suite with the cases of a run report.
    init(_ report: RunReport) {
        name = "rehearsal run \(report.scenario)"
        startedAt = report.startedAtText
        took = max(.zero, report.duration)
        cases = report.cases.map { item in
            Case(
                group: report.scenario,
                name: item.title,
                place: item.place.map(SourceLocation.init),
                elements: item.failures.map { failure in
                    let first = [item.place, failure.message].compactMap { $0 }.joined(separator: ": error: ")
                    return Element(
                        tag: .failure,
                        message: failure.message,
                        type: failure.kind,
                        lines: [first] + failure.details
                    )
                }
            )
        }
    }

    /// Creates a suite with a case for each clause and each rule that does not apply, and one for errors of the run.
    init(_ report: ReportSnapshot) {
        (name, startedAt, took) = ("rehearsal verify \(report.subject)", report.startedAt, report.elapsed)
        let runErrors = report.errors.first.map { first in
            let error = Element(tag: .error, message: first, lines: report.errors)
            return Case(group: report.subject, name: "the run", elements: [error])
        }
        let clauses = report.clauses.map { clause in
            Case(
                group: "\(report.subject).\(clause.rule)",
                name: clause.id,
                took: clause.duration,
                elements: Self.elements(clause, report.rule(clause.rule))
            )
        }
        let notApplicable = report.notApplicable.map { item in
            Case(
                group: "\(report.subject).\(item.rule)",
                name: "\(item.rule)/\(item.operation)",
                elements: [.skipped("not applicable: \(item.reason)")],
                isOnOneLine: true
            )
        }
        cases = (runErrors.map { [$0] } ?? []) + clauses + notApplicable
    }

    private static func elements(_ clause: ReportSnapshot.Clause, _ rule: ReportSnapshot.Rule) -> [Element] {
        let kind = clause.verdict.kind.title
        switch clause.verdict {
        case .pass: return Element.output(clause.notes)
        case .fail:
            let details = clause.outcomes.map { "client: \($0)" } + (clause.attribution.map { ["sent: \($0)"] } ?? [])
            let lines =
                clause.findings + ["", "\(rule.id) (\(rule.level)): \(rule.statement)", "source: \(rule.source)"]
                + details + clause.timeline + (clause.rerunCommand.map { ["rerun: \($0)"] } ?? [])
            let message = clause.findings.joined(separator: "; ")
            return [Element(tag: .failure, message: message, type: rule.id, lines: lines)]
        case .knownFailure, .flaky:
            let reason = clause.knownReason.map { ": \($0)" } ?? ""
            return [.skipped(kind + reason)] + Element.output(clause.findings)
        case .blocked(let rule): return [.skipped("blocked by \(rule)")] + Element.output(clause.findings)
        case .notApplicable(let reason), .inconclusive(let reason), .notJudged(let reason):
            return [.skipped("\(kind): \(reason)")] + Element.output(clause.findings + clause.notes)
        }
    }
}
