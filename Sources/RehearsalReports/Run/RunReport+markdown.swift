import Rehearsal
import RehearsalDocuments

extension RunReport {
    /// The report for a page: the verdict, a table of what was expected, and below it what went wrong.
    package var markdown: String {
        var lines = ["### \(Markdown.escaped(scenario)): \(Markdown.escaped(verdict))", ""]
        lines.append("| | expectation | where |")
        lines.append("|---|---|---|")
        for testCase in cases {
            let mark = testCase.failures.isEmpty ? "✅" : "❌"
            lines.append(
                "| \(mark) | \(Markdown.escaped(testCase.title)) | \(Markdown.escaped(testCase.place ?? "")) |"
            )
        }
        let wrong = cases.flatMap { testCase in
            testCase.failures.flatMap { failure in
                [[testCase.place, failure.message].compactMap { $0 }.joined(separator: ": ")]
                    + failure.details.map { "    " + $0 }
            }
        }
        if !wrong.isEmpty { lines += [""] + Markdown.fenced(wrong) }
        return lines.map { $0 + "\n" }.joined()
    }
}
