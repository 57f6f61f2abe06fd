import Rehearsal
import RehearsalReportPage
import RehearsalReports

/// A requested report of a run.
typealias ReportRequest = RequestedReport<ReportFormat>

/// A requested report on a client.
typealias ContractReportRequest = RequestedReport<ContractReportFormat>

/// A requested report: `junit=report.xml`.
struct RequestedReport<Format: ReportForm>: Sendable, Hashable {
    var format: Format
    /// `-` is the standard output.
    var path: String

    /// Whether it is written to the standard output.
    var isOutput: Bool { path == "-" }

    static var option: Option {
        Option("report", "FORMAT=PATH", "writes a report: \(Format.list); \(Format.remark); repeatable").repeatable()
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

/// The forms in which a kind of report can be asked for.
protocol ReportForm: RawRepresentable<String>, CaseIterable, Sendable, Hashable {
    /// A form with a file for it.
    static var example: String { get }
    /// The remark on the standard output in the help.
    static var remark: String { get }
}

extension ReportForm {
    /// The names of all forms.
    static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }

    /// The form of that name.
    static func named(_ name: String) throws(UsageError) -> Self {
        if let form = Self(rawValue: name) { return form }
        let nearest = NearestName.of(name, in: allCases.map(\.rawValue))
        throw UsageError(
            "there is no report format \(name.quoted)",
            hint: nearest.map { "did you mean \($0)?" } ?? "the formats are: \(list)"
        )
    }
}

extension ReportFormat: ReportForm {
    static var example: String { "junit=report.xml" }
    static var remark: String { "- is the standard output" }
}

extension ContractReportFormat: ReportForm {
    static var example: String { "html=contract.html" }
    static var remark: String { "- is standard output, the text then goes to standard error" }
}
