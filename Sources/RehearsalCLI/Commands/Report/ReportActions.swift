import Rehearsal
import RehearsalContracts
import RehearsalPlatform
import RehearsalReportPage
import RehearsalReports
import RehearsalVerify

/// The actions on reports that `verify` wrote as JSON.
enum ReportActions {
    /// The maximum size of a report: 512 MiB.
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
        guard terminal.output.write(text + "\n") else { return .unavailable }
        return diff.isBroken ? .failed : .success
    }

    static func show(_ path: String, as name: String?, _ terminal: Terminal) throws(UsageError) -> ExitStatus {
        let format = try name.map(ContractReportFormat.named) ?? .text
        let report = try read(path)
        let style = terminal.style(for: terminal.output)
        let text =
            format == .text ? report.lines(style).map { $0 + "\n" }.joined() : format.text(of: report)
        return terminal.output.write(text) ? .success : .unavailable
    }

    private static func read(_ path: String) throws(UsageError) -> ReportSnapshot {
        let json = try Self.json(path)
        do throws(ReportSnapshot.ReadingError) {
            return try ReportSnapshot(json: json)
        } catch {
            throw UsageError("\(path.quoted) cannot be read as a report: \(error.description.printable)")
        }
    }

    private static func json(_ path: String) throws(UsageError) -> JSON {
        let bytes: [UInt8]
        do throws(FileSystem.Failure) {
            bytes = try FileSystem.read(path, limit: sizeLimit)
        } catch {
            throw UsageError("\(path.quoted) cannot be read: \(reason(error))")
        }
        do throws(JSONSyntaxError) {
            return try JSON(parsing: bytes)
        } catch {
            throw UsageError("\(path.quoted) is \(error)")
        }
    }

    private static func reason(_ failure: FileSystem.Failure) -> String {
        switch failure {
        case .missing: "it does not exist"
        case .isFolder: "it is a folder"
        case .notRegularFile: "it is not a regular file"
        case .tooLarge(let bytes): "it has \(bytes) bytes, more than the limit of \(sizeLimit)"
        case .system(let reason): reason
        }
    }
}
