import RehearsalContracts
import RehearsalPlatform
import RehearsalReports

/// Where a test run leaves what it has found out about clients: the folder that `REHEARSAL_REPORTS` names.
enum ReportFolder {
    /// The forms that are left, with the ends of their names; `rehearsal report show` makes a page of the JSON.
    private static let forms: [(suffix: String, text: @Sendable (WrittenReport) -> String)] = [
        ("txt", \.text), ("json", \.jsonText), ("xml", \.junit), ("md", \.markdown),
    ]
    /// How long the end of a process is put off, in nanoseconds.
    private static let patience: Int64 = 20_000_000_000

    /// Once for a process: when it ends, everything is written.
    static let isPrepared: Bool = {
        guard TestBundles.environment("REHEARSAL_REPORTS") != nil else { return false }
        return atexit { ReportFolder.writeAll() } == 0
    }()

    private static func writeAll() {
        guard let folder = TestBundles.environment("REHEARSAL_REPORTS") else { return }
        let isDone = Locked(false)
        Task {
            for report in await ClauseLedgers.reports() { write(report.report, named: report.name, in: folder) }
            isDone.withLock { $0 = true }
            isDone.notify()
        }
        _ = isDone.wait(until: SystemClock.now() + patience) { $0 ? true : nil }
    }

    private static func write(_ report: ContractReport, named name: String, in folder: String) {
        mkdir(folder, 0o777)
        let name = String(name.map { $0.isLetter || $0.isNumber || "-_.".contains($0) ? $0 : "-" })
        let report = report.written
        for (suffix, text) in forms {
            let path = "\(folder)/\(name).\(suffix)"
            guard let file = fopen(path, "w") else {
                StandardError.write("warning: \(path) cannot be written: \(String(cString: strerror(errno)))")
                continue
            }
            let bytes = Array(text(report).utf8)
            if fwrite(bytes, 1, bytes.count, file) < bytes.count || fclose(file) != 0 {
                StandardError.write("warning: \(path) could not be written whole")
            }
        }
    }
}
