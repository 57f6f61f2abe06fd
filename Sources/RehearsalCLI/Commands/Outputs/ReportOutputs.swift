import Rehearsal

/// The output files of `verify` or `explore`, opened before the run so that an unwritable path fails early.
struct ReportOutputs<Format: ReportFormatOption>: Sendable {
    /// The requested reports; a nil file is the standard output.
    private var reports: [(format: Format, file: OutputFile?)] = []
    /// The file for the list of failing clauses.
    private var list: OutputFile?
    /// The destination of the subject's standard error; nil to discard it.
    private let log: Descriptor?
    private let output: Descriptor
    private let terminal: Terminal

    /// - Parameters:
    ///   - list: the path for the list of failing clauses; nil for none.
    ///   - log: the path for the subject's standard error; `-` is that of this process, nil discards it.
    init(
        _ requests: [RequestedReport<Format>],
        list: String? = nil,
        log: String?,
        _ terminal: Terminal,
    ) throws(Descriptor.OpenError) {
        (output, self.terminal) = (terminal.output, terminal)
        self.log =
            switch log {
            case "-": terminal.errors
            case let path?: try Descriptor.create(path)
            case nil: nil
            }
        do {
            for request in requests {
                reports.append((request.format, request.isStandardOutput ? nil : try OutputFile(request.path)))
            }
            self.list = try list.map { path throws(Descriptor.OpenError) in try OutputFile(path) }
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
    ///
    /// - Parameter report: returns the report in a format.
    func write(list text: String? = nil, _ report: (Format) -> String) -> [IncompleteOutput] {
        var texts = reports.map { ($0.file, report($0.format)) }
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
