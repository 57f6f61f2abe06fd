import RehearsalReports

/// The report files of a run, opened before it starts so that an unwritable path fails early.
struct ReportFiles: Sendable {
    private let places: [(request: ReportRequest, descriptor: Descriptor)]

    init(_ requests: [ReportRequest], _ terminal: Terminal) throws(Descriptor.OpenError) {
        var places: [(request: ReportRequest, descriptor: Descriptor)] = []
        for request in requests {
            let descriptor = request.path == "-" ? terminal.output : try Descriptor.create(request.path)
            places.append((request, descriptor))
        }
        self.places = places
    }

    /// Writes every report and returns those that could not be written completely.
    func write(_ report: RunReport) -> [IncompleteOutput] {
        places.compactMap { place in
            place.descriptor.writeAll(place.request.path, with: Array(place.request.format.text(of: report).utf8))
        }
    }

    func close() {
        for place in places where place.request.path != "-" { place.descriptor.close() }
    }
}
