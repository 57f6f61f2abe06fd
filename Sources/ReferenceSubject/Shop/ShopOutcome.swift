import ReferenceClients
import RehearsalContracts

/// What the errors of the shop mean.
enum ShopOutcome {
    /// What an error means; nil where it is plain from the error itself.
    static func of(_ error: any Error) -> ClientOutcome? {
        switch error {
        case let error as DomainError: outcome(error)
        case is NoSuchUser: .domain("noSuchUser")
        default: ReferenceOutcome.of(error)
        }
    }

    private static func outcome(_ error: DomainError) -> ClientOutcome {
        switch error {
        case .emailTaken: .domain("emailTaken", status: 409)
        case .outOfStock(let reason): .domain("outOfStock", status: 409, reason: reason)
        case .statusRefused(let reason): .domain("statusRefused", status: 409, reason: reason)
        case .invalidUserId: .invalidRequest(field: "userId")
        case .invalidProductId: .invalidRequest(field: "productId")
        case .invalidOrderId: .invalidRequest(field: "orderId")
        case .invalidName: .invalidRequest(field: "name")
        case .invalidEmail: .invalidRequest(field: "email")
        case .invalidPage: .invalidRequest(field: "page")
        case .invalidQuery: .invalidRequest(field: "query")
        case .nothingToUpdate: .invalidRequest(field: "updates")
        case .emptyOrder: .invalidRequest(field: "products")
        case .invalidStatus: .invalidRequest(field: "status")
        }
    }
}

/// `false`, as removing a user says that there was none: in a contract, a status has to come to something.
struct NoSuchUser: Error {}
