package import ReferenceClients
import RehearsalContracts
package import RehearsalHarness

/// The networking code of the shop, made as the app makes it, with its repositories and use cases.
@dynamicMemberLookup
package struct ShopServices: AppServices {
    /// What all of them send their requests with, and what the app sends beside.
    package let client: APIClient
    private let shop: Shop
    /// What is kept on this device, where a promise looks for what has become of it.
    package let kept: Shop.Stores

    /// The repositories for one case, over what it says is kept and a network monitor that says what it says.
    ///
    /// - Parameter network: what carries each request; nil for a session of its own.
    package init(_ trial: Trial, over network: (any HTTPTransport)? = nil) {
        var kept = Shop.Stores()
        kept.users = DocumentStore<ShopUser>("users", of: trial.store)
        kept.products = DocumentStore<Product>("products", of: trial.store)
        kept.orders = DocumentStore<Order>("orders", of: trial.store)
        let monitor = FixedNetworkMonitor(isConnected: trial.isOnline)
        client = trial.client(over: network)
        shop = Shop(client: client, stores: kept, monitor: monitor)
        self.kept = kept
    }

    /// A repository or a use case of the shop.
    package subscript<Member>(dynamicMember member: KeyPath<Shop, Member>) -> Member { shop[keyPath: member] }
}

/// What the errors of the shop mean.
enum ShopOutcome {
    /// Returns the outcome that an error stands for; nil where the classifier of the harness is to decide.
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
