import RehearsalContracts
import RehearsalHarness

/// The clients that `reference-subject` can be.
enum SubjectName: String, CaseIterable {
    case users, parking

    /// What it is, in a line.
    var summary: String {
        switch self {
        case .users: "the client and the repository of an app that shows users"
        case .parking: "the services of a parking app: reservations, with tokens that are renewed"
        }
    }

    /// Answers `rehearsal verify` until it has no more to ask.
    func answer() async {
        switch self {
        case .users: await Contract.users.answerOnStandardInput { UsersServices($0) }
        case .parking: await Contract.parking.answerOnStandardInput { ParkingServices($0) }
        }
    }
}
