import Rehearsal
import RehearsalReports

/// The text of a run's verdict, colored if the terminal supports it.
struct RunVerdict: Sendable {
    let report: RunReport
    let style: TerminalStyle

    var lines: [String] {
        var lines = report.lines
        guard style.isColored, let verdict = lines.first else { return lines }
        lines[0] = style.bold(report.outcome == .met ? style.green(verdict) : style.red(verdict))
        return [lines[0]] + lines.dropFirst().map(coloured)
    }

    /// Returns a line with its "error:" in red, as compilers print it.
    private func coloured(_ line: String) -> String {
        guard !line.hasPrefix(" "), let mark = line.firstRange(of: "error: ") else { return style.dim(line) }
        return line[..<mark.lowerBound] + style.red("error:") + " " + line[mark.upperBound...]
    }
}
