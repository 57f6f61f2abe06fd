import RehearsalFiles

/// The reports of a run: opened before anything starts, so that a path that cannot be written is said first.
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

    /// Writes them all; returns the paths of those that could not be written whole.
    func write(_ report: RunReport) -> [String] {
        let failed = places.filter { !$0.descriptor.write($0.request.format.text(of: report)) }
        return failed.map(\.request.path)
    }

    func close() {
        for place in places where place.request.path != "-" { place.descriptor.close() }
    }
}
