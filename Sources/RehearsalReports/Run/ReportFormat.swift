import Rehearsal

/// A form in which a report can be written.
package enum ReportFormat: String, Sendable, Hashable, CaseIterable {
    case text, json, junit, markdown

    /// The whole of it, with its line end.
    package func text(of report: RunReport) -> String {
        switch self {
        case .text: report.lines.map { $0 + "\n" }.joined()
        case .json: String(decoding: report.json.bytes(pretty: true), as: UTF8.self) + "\n"
        case .junit: report.junit
        case .markdown: report.markdown
        }
    }
}
