import RehearsalFiles

/// The verdict of a run as a person reads it at the end: the report's text, safe for a terminal and in its colours.
struct RunVerdict: Sendable {
    let report: RunReport
    let style: Style

    var lines: [String] {
        var lines = report.text.split(separator: "\n").map { String($0).printable }
        guard let verdict = lines.first else { return [] }
        lines[0] = style.bold(report.outcome == .held ? style.green(verdict) : style.red(verdict))
        return lines.map(coloured)
    }

    /// What compilers write so too stands out.
    private func coloured(_ line: String) -> String {
        guard let mark = line.firstRange(of: "error: "), !line.hasPrefix(" "), style.isColoured else { return line }
        return line[..<mark.lowerBound] + style.red("error:") + " " + line[mark.upperBound...]
    }
}
