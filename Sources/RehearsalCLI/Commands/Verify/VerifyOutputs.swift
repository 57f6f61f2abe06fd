import RehearsalContracts

/// What a run of `verify` writes besides its report on the terminal: opened before anything starts, so that a path that
/// cannot be written is said first.
struct VerifyOutputs: Sendable {
    private let reports: [(request: ContractReportRequest, descriptor: Descriptor)]
    /// Where the standard error of the subject goes; nil for nowhere.
    private let log: Descriptor?

    init(_ options: VerifyOptions, _ terminal: Terminal) throws(Descriptor.OpenError) {
        var reports: [(request: ContractReportRequest, descriptor: Descriptor)] = []
        for request in options.reports {
            let descriptor = request.path == "-" ? terminal.output : try Descriptor.create(request.path)
            reports.append((request, descriptor))
        }
        self.reports = reports
        log =
            switch options.subjectLog {
            case "-": terminal.errors
            case let path?: try Descriptor.create(path)
            case nil: nil
            }
    }

    /// Takes what a subject writes to its standard error.
    var takeErrors: @Sendable (ArraySlice<UInt8>) -> Void {
        guard let log else { return { _ in } }
        return { log.write(Array($0)) }
    }

    /// Writes the reports; returns the paths of those that could not be written whole.
    func write(_ report: WrittenReport) -> [String] {
        reports.filter { !$0.descriptor.write($0.request.format.text(of: report)) }.map(\.request.path)
    }

    func close() {
        for report in reports where report.request.path != "-" { report.descriptor.close() }
        if let log, log.number != Descriptor.errors.number { log.close() }
    }
}
