import Rehearsal
import RehearsalReportPage

/// A report on a client that was asked for: `junit=contract.xml`.
struct ContractReportRequest: Sendable, Hashable {
    var format: ContractReportFormat
    /// `-` is the standard output.
    var path: String

    static let option = Option(
        "report",
        "FORMAT=PATH",
        "writes a report: \(ReportFile.formats); - is standard output, the text then goes to standard error; repeatable"
    ).repeatable()

    /// Whether it goes where the text goes otherwise.
    var isOutput: Bool { path == "-" }

    init(_ text: String) throws(UsageError) {
        guard let equals = text.firstIndex(of: "="), text.index(after: equals) != text.endIndex else {
            throw UsageError(
                "--report takes FORMAT=PATH, found \(text.quoted)",
                hint: "try: --report html=contract.html"
            )
        }
        format = try ReportFile.format(String(text[..<equals]))
        path = String(text[text.index(after: equals)...])
    }
}
