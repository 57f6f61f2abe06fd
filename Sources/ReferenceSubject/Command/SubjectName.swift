import RehearsalContracts
import RehearsalHarness

/// The clients that `reference-subject` can be.
enum SubjectName: String, CaseIterable {
    case parking

    /// What it is, in a line.
    var summary: String {
        switch self {
        case .parking: "the services of a parking app: reservations, with tokens that are renewed"
        }
    }

    /// Answers `rehearsal verify` until it has no more to ask.
    func answer() async {
        switch self {
        case .parking: await Contract.parking.answerOnStandardInput { ParkingServices($0) }
        }
    }
}
