import Rehearsal
import RehearsalReportPage
import RehearsalReports

/// A requested report of `run`.
typealias ReportRequest = RequestedReport<RunReportFormat>

/// A requested report of `verify`.
typealias ContractReportRequest = RequestedReport<ContractReportFormat>

/// A report that `--report` requests: `junit=report.xml`.
struct RequestedReport<Format: ReportFormatOption>: Sendable, Hashable {
    var format: Format
    /// The path of the report; `-` is the standard output.
    var path: String

    /// Whether the report is written to the standard output.
    var isStandardOutput: Bool { path == "-" }

    static var option: Option {
        Option("report", "FORMAT=PATH", "write a report: \(Format.list); \(Format.standardOutputHelp); repeatable")
            .repeatable()
    }

    init(_ text: String) throws(UsageError) {
        guard let equals = text.firstIndex(of: "="), text.index(after: equals) != text.endIndex else {
            throw UsageError(
                "--report takes FORMAT=PATH, found \(text.quoted)",
                hint: "try: --report \(Format.example)"
            )
        }
        format = try Format.named(String(text[..<equals]))
        path = String(text[text.index(after: equals)...])
    }
}

/// A set of report formats, from which `--report` selects.
protocol ReportFormatOption: RawRepresentable<String>, CaseIterable, Sendable, Hashable {
    /// An example of a format and a path, such as `junit=report.xml`.
    static var example: String { get }
    /// The description of the path `-` in the help.
    static var standardOutputHelp: String { get }
}

extension ReportFormatOption {
    /// The names of all formats.
    static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }

    /// Returns the format with a name.
    static func named(_ name: String) throws(UsageError) -> Self {
        if let format = Self(rawValue: name) { return format }
        let nearest = NearestName.of(name, in: allCases.map(\.rawValue))
        throw UsageError(
            "unknown report format \(name.quoted)",
            hint: nearest.map { "did you mean \($0)?" } ?? "the formats are: \(list)"
        )
    }
}

extension RunReportFormat: ReportFormatOption {
    static var example: String { "junit=report.xml" }
    static var standardOutputHelp: String { "- writes to standard output" }
}

extension ContractReportFormat: ReportFormatOption {
    static var example: String { "html=contract.html" }
    static var standardOutputHelp: String { "- writes to standard output, and the text to standard error" }
}
