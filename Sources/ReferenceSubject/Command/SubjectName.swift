import RehearsalContracts
import RehearsalHarness

/// The clients that `reference-subject` can be.
enum SubjectName: String, CaseIterable {
    case users, shop, boundaries, parking, features

    /// What it is, in a line.
    var summary: String {
        switch self {
        case .users: "the client and the repository of an app that shows users"
        case .shop: "the repositories of a shop: users, products and orders, online first, with what is kept without it"
        case .boundaries: "the repositories of an app that keeps its layers apart: transfers, invitations, promo codes"
        case .parking: "the services of a parking app: reservations, with tokens that are renewed"
        case .features: "the services and workers of an app of feature modules"
        }
    }

    /// Answers `rehearsal verify` until it has no more to ask.
    func answer() async {
        switch self {
        case .users: await Contract.users.answerOnStandardInput { UsersServices($0) }
        case .shop: await Contract.shop.answerOnStandardInput { ShopServices($0) }
        case .boundaries: await Contract.boundaries.answerOnStandardInput { BoundariesServices($0) }
        case .parking: await Contract.parking.answerOnStandardInput { ParkingServices($0) }
        case .features: await Contract.features.answerOnStandardInput { FeaturesServices($0) }
        }
    }
}
