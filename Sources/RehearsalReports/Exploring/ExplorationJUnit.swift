package import RehearsalContracts

extension ExplorationReport {
    /// The report as JUnit XML, with a test case for each property.
    ///
    /// A finding is a failure. A property that does not apply, or whose only findings are not reproducible, is skipped.
    package var junit: String { JUnitSuite(self).text }

    /// The identifiers of the properties that were checked or failed, in order.
    package var checkedProperties: [String] {
        Set(checked + (findings + flaky.map(\.finding)).map(\.property)).sorted()
    }
}

extension JUnitSuite {
    /// Creates a suite with a case for each property.
    init(_ report: ExplorationReport) {
        (name, took) = ("rehearsal explore \(report.subject)", report.progress.elapsed)
        let checked = report.checkedProperties.map { id in
            Case(group: report.subject, name: id, elements: Self.elements(report, id))
        }
        let notApplicable = report.notApplicable.map { item in
            Case(
                group: report.subject,
                name: item.property,
                elements: [.skipped("not applicable: \(item.reason)")],
                isOnOneLine: true
            )
        }
        cases = (checked + notApplicable).sorted { $0.name < $1.name }
    }

    /// Returns the elements of the case of a property.
    private static func elements(_ report: ExplorationReport, _ property: String) -> [Element] {
        let failures = report.findings.filter { $0.property == property }.map { finding in
            Element(tag: .failure, message: finding.violation, type: property, lines: finding.lines)
        }
        let flaky = report.flaky.filter { $0.finding.property == property }
        let details = Element.output(flaky.flatMap { [$0.sentence] + $0.finding.lines })
        guard failures.isEmpty, let first = flaky.first else { return failures + details }
        return [.skipped(first.sentence)] + details
    }
}
