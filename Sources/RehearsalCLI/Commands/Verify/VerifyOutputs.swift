import Rehearsal
import RehearsalContracts
import RehearsalReportPage
import RehearsalReports

/// The output files of `verify`, opened before the run so that an unwritable path fails early.
struct VerifyOutputs: Sendable {
    /// The requested reports; a nil file is the standard output.
    private var reports: [(format: ContractReportFormat, file: OutputFile?)] = []
    /// The file for the list of failing clauses.
    private var list: OutputFile?
    /// The destination of the subject's standard error; nil to discard it.
    private let log: Descriptor?
    private let output: Descriptor
    private let terminal: Terminal

    init(_ options: VerifyOptions, _ terminal: Terminal) throws(Descriptor.OpenError) {
        (output, self.terminal) = (terminal.output, terminal)
        log =
            switch options.subjectLog {
            case "-": terminal.errors
            case let path?: try Descriptor.create(path)
            case nil: nil
            }
        // `--list` writes no report.
        if options.isListing { return }
        do {
            for request in options.reports {
                reports.append((request.format, request.isStandardOutput ? nil : try OutputFile(request.path)))
            }
            list = try options.newListPath.map { path throws(Descriptor.OpenError) in try OutputFile(path) }
        } catch {
            close()
            throw error
        }
    }

    /// A closure that writes the subject's standard error to its destination.
    var onStandardError: @Sendable (ArraySlice<UInt8>) -> Void {
        guard let log else { return { _ in } }
        return { log.write(Array($0)) }
    }

    /// Writes the reports and the list, names the complete files, and returns the outputs that are incomplete.
    func write(_ report: ReportSnapshot, list text: String?) -> [IncompleteOutput] {
        var texts = reports.map { ($0.file, $0.format.text(of: report)) }
        if let text, let list { texts.append((list, text)) }
        return texts.compactMap { file, text in
            let bytes = Array(text.utf8)
            guard let file else { return output.writeAll("-", with: bytes) }
            if let incomplete = file.writeAll(with: bytes) { return incomplete }
            terminal.writeError("wrote \(file.path.printable)")
            return nil
        }
    }

    func close() {
        for report in reports { report.file?.close() }
        list?.close()
        if let log, log.number != Descriptor.errors.number { log.close() }
    }
}
