import Rehearsal
import RehearsalDocuments

extension RunReport {
    /// The report as JUnit's XML, as continuous integration reads it:
    /// a test case for each expectation and for the command.
    package var junit: String {
        let cases = cases
        let failed = cases.count { !$0.failures.isEmpty }
        let counts = "tests=\"\(cases.count)\" failures=\"\(failed)\" errors=\"0\" skipped=\"0\" time=\"\(seconds)\""
        let name = "rehearsal run \(scenario)".markup
        var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>"]
        lines.append("<testsuites \(counts)>")
        lines.append("  <testsuite name=\"\(name)\" timestamp=\"\(startedAtText)\" \(counts)>")
        lines += cases.flatMap(xml)
        lines.append("  </testsuite>")
        lines.append("</testsuites>")
        return lines.map { $0 + "\n" }.joined()
    }

    private func xml(_ testCase: ReportCase) -> [String] {
        let place = testCase.place.map(Place.init)
        var head = "    <testcase classname=\"\(scenario.markup)\" name=\"\(testCase.title.markup)\""
        if let place { head += " file=\"\(place.file.markup)\"" }
        if let line = place?.line { head += " line=\"\(line)\"" }
        // Only the run as a whole has a duration.
        head += " time=\"0\""
        if testCase.failures.isEmpty { return [head + "/>"] }
        return [head + ">"] + testCase.failures.map { xml($0, testCase.place) } + ["    </testcase>"]
    }

    private func xml(_ failure: ReportCase.Failure, _ place: String?) -> String {
        let text = [place, failure.message].compactMap { $0 }.joined(separator: ": error: ")
        let content = ([text] + failure.details).map(\.markup).joined(separator: "\n")
        let attributes = "message=\"\(failure.message.markup)\" type=\"\(failure.kind)\""
        return "      <failure \(attributes)>\(content)</failure>"
    }

    /// `2.100`.
    private var seconds: String {
        let milliseconds = max(0, duration.nanoseconds / 1_000_000)
        return "\(milliseconds / 1_000).\((milliseconds % 1_000).padded(to: 3))"
    }
}
