import Rehearsal
import RehearsalContracts
import RehearsalFiles

/// A report on a client that was asked for: `junit=contract.xml`.
struct ContractReportRequest: Sendable, Hashable {
    var format: ContractReportFormat
    /// `-` is the standard output.
    var path: String

    static let option = Option(
        "report",
        "FORMAT=PATH",
        "writes a report: \(ReportFile.formats); - is the standard output; repeatable"
    ).repeatable()

    init(_ text: String) throws(UsageError) {
        guard let equals = text.firstIndex(of: "="), text.index(after: equals) != text.endIndex else {
            throw UsageError(
                "--report takes FORMAT=PATH, found \(text.quoted)",
                hint: "try: --report html=contract.html"
            )
        }
        format = try ReportFile.format(String(text[..<equals]))
        path = String(text[text.index(after: equals)...])
    }
}

/// The reports of a run: opened before anything starts, so that a path that cannot be written is said first.
struct ContractReportFiles: Sendable {
    private let places: [(request: ContractReportRequest, descriptor: Descriptor)]

    init(_ requests: [ContractReportRequest], _ terminal: Terminal) throws(Descriptor.OpenError) {
        var places: [(request: ContractReportRequest, descriptor: Descriptor)] = []
        for request in requests {
            let descriptor = request.path == "-" ? terminal.output : try Descriptor.create(request.path)
            places.append((request, descriptor))
        }
        self.places = places
    }

    /// Writes them all; returns the paths of those that could not be written whole.
    func write(_ report: WrittenReport) -> [String] {
        places.filter { !$0.descriptor.write($0.request.format.text(of: report)) }.map(\.request.path)
    }

    func close() {
        for place in places where place.request.path != "-" { place.descriptor.close() }
    }
}
