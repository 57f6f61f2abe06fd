import Rehearsal
import RehearsalContracts
import RehearsalPlatform
import RehearsalReportPage
import RehearsalReports

/// The actions on reports that `verify` wrote as JSON.
enum ReportFile {
    /// The largest report that is read: 512 MiB.
    private static let sizeLimit = 512 << 20

    static let formats = ContractReportFormat.list

    static func diff(
        _ old: String,
        _ new: String,
        isJSON: Bool,
        _ terminal: Terminal,
    ) throws(UsageError) -> ExitStatus {
        let diff = ReportDiff(from: try read(old), to: try read(new))
        let text =
            isJSON
            ? String(decoding: diff.json.bytes(pretty: true), as: UTF8.self)
            : diff.lines(terminal.style(for: terminal.output)).joined(separator: "\n")
        guard terminal.output.write(text + "\n") else { return .couldNot }
        return diff.isBroken ? .failed : .held
    }

    static func show(_ path: String, as name: String?, _ terminal: Terminal) throws(UsageError) -> ExitStatus {
        let format = try name.map(ContractReportFormat.named) ?? .text
        let report = try read(path)
        let style = terminal.style(for: terminal.output)
        let text =
            format == .text ? report.lines(style).map { $0 + "\n" }.joined() : format.text(of: report)
        return terminal.output.write(text) ? .held : .couldNot
    }

    private static func read(_ path: String) throws(UsageError) -> WrittenReport {
        let json = try parsed(path)
        do throws(WrittenReport.ReadingError) {
            return try WrittenReport(json: json)
        } catch {
            throw UsageError("\(path.quoted) cannot be read as a report: \(error.description.printable)")
        }
    }

    private static func parsed(_ path: String) throws(UsageError) -> JSON {
        let bytes: [UInt8]
        do throws(FileSystem.Failure) {
            bytes = try FileSystem.read(path, limit: sizeLimit)
        } catch {
            throw UsageError("\(path.quoted) cannot be read: \(why(error))")
        }
        do throws(JSONSyntaxError) {
            return try JSON(parsing: bytes)
        } catch {
            throw UsageError("\(path.quoted) is not valid JSON: \(error)")
        }
    }

    private static func why(_ failure: FileSystem.Failure) -> String {
        switch failure {
        case .missing: "it does not exist"
        case .isFolder: "it is a folder"
        case .isNoFile: "it is not a regular file"
        case .tooLarge(let bytes): "it has \(bytes) bytes, more than the limit of \(sizeLimit)"
        case .system(let reason): reason
        }
    }
}
