import RehearsalReports

/// The report files of a run, opened before it starts so that an unwritable path fails early.
struct ReportFiles: Sendable {
    private let outputs: [(request: ReportRequest, descriptor: Descriptor)]

    init(_ requests: [ReportRequest], _ terminal: Terminal) throws(Descriptor.OpenError) {
        var outputs: [(request: ReportRequest, descriptor: Descriptor)] = []
        for request in requests {
            let descriptor = request.path == "-" ? terminal.output : try Descriptor.create(request.path)
            outputs.append((request, descriptor))
        }
        self.outputs = outputs
    }

    /// Writes every report and returns those that could not be written completely.
    func write(_ report: RunReport) -> [IncompleteOutput] {
        outputs.compactMap { output in
            output.descriptor.writeAll(output.request.path, with: Array(output.request.format.text(of: report).utf8))
        }
    }

    func close() {
        for output in outputs where output.request.path != "-" { output.descriptor.close() }
    }
}
