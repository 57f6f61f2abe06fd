import Rehearsal
package import RehearsalContracts
package import RehearsalReports

/// A form in which what was found out about a client can be written.
package enum ContractReportFormat: String, Sendable, Hashable, CaseIterable {
    /// For a terminal.
    case text
    /// For machines, and to be read back.
    case json
    /// For continuous integration.
    case junit
    /// For a page, and for the summary of a step.
    case markdown
    /// One page that needs nothing else.
    case html
    /// The annotations of GitHub Actions, a line each.
    case github

    /// The whole of it, with its line end.
    package func text(of report: ContractReport) -> String { text(of: report.written) }

    /// The whole of it, with its line end.
    package func text(of report: WrittenReport) -> String {
        switch self {
        case .text: report.text
        case .json: report.jsonText
        case .junit: report.junit
        case .markdown: report.markdown
        case .html: report.page
        case .github: report.annotations.map { $0.text + "\n" }.joined()
        }
    }
}
