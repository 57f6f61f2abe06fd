import RehearsalContracts
import RehearsalReportPage
import RehearsalReports

/// What a run of `verify` writes besides its report on the terminal: opened before anything starts, so that a path that
/// cannot be written is said first.
struct VerifyOutputs: Sendable {
    /// Nil for the standard output.
    private var reports: [(format: ContractReportFormat, file: OutputFile?)] = []
    /// What is known to fail from now on.
    private var list: OutputFile?
    /// Where the standard error of the subject goes; nil for nowhere.
    private let log: Descriptor?
    private let output: Descriptor

    init(_ options: VerifyOptions, _ terminal: Terminal) throws(Descriptor.OpenError) {
        output = terminal.output
        log =
            switch options.subjectLog {
            case "-": terminal.errors
            case let path?: try Descriptor.create(path)
            case nil: nil
            }
        // Then there is nothing to write.
        if options.isListing { return }
        do {
            for request in options.reports {
                reports.append((request.format, request.isOutput ? nil : try OutputFile(request.path)))
            }
            list = try options.knownFailing.map { path throws(Descriptor.OpenError) in try OutputFile(path) }
        } catch {
            close()
            throw error
        }
    }

    /// Takes what a subject writes to its standard error.
    var takeErrors: @Sendable (ArraySlice<UInt8>) -> Void {
        guard let log else { return { _ in } }
        return { log.write(Array($0)) }
    }

    /// Writes the reports, and the list where there is one; returns what could not be written whole.
    func write(_ report: WrittenReport, list text: String?) -> [IncompleteOutput] {
        var texts = reports.map { ($0.file, $0.format.text(of: report)) }
        if let text, let list { texts.append((list, text)) }
        return texts.compactMap { file, text in
            let bytes = Array(text.utf8)
            return if let file { file.complete(with: bytes) } else { output.complete("-", with: bytes) }
        }
    }

    func close() {
        for report in reports { report.file?.close() }
        list?.close()
        if let log, log.number != Descriptor.errors.number { log.close() }
    }
}
