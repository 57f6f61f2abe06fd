import Rehearsal
import RehearsalReports

/// A report that was asked for: `junit=report.xml`.
struct ReportRequest: Sendable, Hashable {
    var format: ReportFormat
    /// `-` is the standard output.
    var path: String

    static let option: Option = {
        let formats = ReportFormat.allCases.map(\.rawValue).joined(separator: ", ")
        var option = Option(
            "report",
            "FORMAT=PATH",
            "writes a report: \(formats); - is the standard output; repeatable"
        )
        option.isRepeatable = true
        return option
    }()

    init(_ text: String) throws(UsageError) {
        guard let equals = text.firstIndex(of: "="), text.index(after: equals) != text.endIndex else {
            throw UsageError("--report takes FORMAT=PATH, found \(text.quoted)", hint: "try: --report junit=report.xml")
        }
        let name = String(text[..<equals])
        guard let format = ReportFormat(rawValue: name) else {
            let names = ReportFormat.allCases.map(\.rawValue)
            let nearest = NearestName.of(name, in: names)
            throw UsageError(
                "there is no report format \(name.quoted)",
                hint: nearest.map { "did you mean \($0)?" } ?? "the formats are: \(names.joined(separator: ", "))"
            )
        }
        self.format = format
        path = String(text[text.index(after: equals)...])
    }
}
