import RehearsalContracts
import RehearsalHarness

/// The clients that `reference-subject` can be.
enum SubjectName: String, CaseIterable {
    case parking
    case shop

    /// What it is, in a line.
    var summary: String {
        switch self {
        case .parking: "the services of a parking app: reservations, with tokens that are renewed"
        case .shop: "the repositories of a shop: users, products and orders, online first, with what is kept without it"
        }
    }

    /// Answers `rehearsal verify` until it has no more to ask.
    func answer() async {
        switch self {
        case .parking: await Contract.parking.answerOnStandardInput { ParkingServices($0) }
        case .shop: await Contract.shop.answerOnStandardInput { ShopServices($0) }
        }
    }
}
