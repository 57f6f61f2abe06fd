import Rehearsal
import RehearsalContracts
import RehearsalHarness
import RehearsalReportPage
import RehearsalReports

/// An output format of the report of a search.
enum ExplorationReportFormat: String, ReportFormatOption {
    /// Text for a terminal.
    case text
    /// JSON for programs.
    case json
    /// JUnit XML for continuous integration.
    case junit
    /// A self-contained HTML page without scripts.
    case html

    static var example: String { "html=explore.html" }
    static var standardOutputHelp: String { "- writes to standard output, and the text to standard error" }

    /// Returns the report in this format.
    func text(of report: ExplorationReport) -> String {
        switch self {
        case .text: report.lines.map { $0 + "\n" }.joined()
        case .json: String(decoding: report.document.bytes(pretty: true), as: UTF8.self) + "\n"
        case .junit: report.junit
        case .html: report.html
        }
    }
}

extension ExplorationReport {
    /// The report as a JSON document, which states its format and its version.
    fileprivate var document: JSON {
        guard case .object(let members) = message else { return message }
        return .object([.init("format", "rehearsal-exploration"), .init("version", 1)] + members)
    }
}
