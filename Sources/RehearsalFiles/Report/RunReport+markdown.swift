import Rehearsal

extension RunReport {
    /// The report for a page: the verdict, a table of what was expected, and below it what went wrong.
    package var markdown: String {
        var lines = ["### \(Self.escaped(scenario)): \(Self.escaped(verdict))", ""]
        lines.append("| | expectation | where |")
        lines.append("|---|---|---|")
        for testCase in cases {
            let mark = testCase.failures.isEmpty ? "✅" : "❌"
            lines.append("| \(mark) | \(Self.escaped(testCase.title)) | \(Self.escaped(testCase.place ?? "")) |")
        }
        let wrong = cases.flatMap { testCase in
            testCase.failures.flatMap { failure in
                [[testCase.place, failure.message].compactMap { $0 }.joined(separator: ": ")]
                    + failure.details.map { "    " + $0 }
            }
        }
        if !wrong.isEmpty { lines += [""] + Self.fenced(wrong) }
        return lines.map { $0 + "\n" }.joined()
    }

    /// A block that shows its lines as they are, within a fence that is in none of them.
    private static func fenced(_ lines: [String]) -> [String] {
        var longest = 2
        for line in lines {
            for run in line.split(whereSeparator: { $0 != "`" }) { longest = max(longest, run.count) }
        }
        let fence = String(repeating: "`", count: longest + 1)
        return [fence + "text"] + lines + [fence]
    }

    /// Text that means nothing but itself, also in a cell of a table.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in text.printable {
            if "\\`*_{}[]<>|#~$".contains(character) { result.append("\\") }
            result.append(character)
        }
        return result
    }
}
