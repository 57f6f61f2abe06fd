package import ReferenceClients
import RehearsalContracts
package import RehearsalHarness

/// The repositories and use cases of the shop app, composed as in the app.
@dynamicMemberLookup
package struct ShopServices: AppServices {
    /// The client that sends all requests of the app.
    package let client: APIClient
    private let shop: Shop
    /// The stores, whose contents the promises check.
    package let stores: Shop.Stores

    /// Creates the services with the stores and the network state of one test case.
    ///
    /// - Parameter network: the transport that sends each request; nil for a new `URLSession`.
    package init(_ trial: SubjectContext, over network: (any HTTPTransport)? = nil) {
        var stores = Shop.Stores()
        stores.users = DocumentStore<ShopUser>("users", of: trial.store)
        stores.products = DocumentStore<Product>("products", of: trial.store)
        stores.orders = DocumentStore<Order>("orders", of: trial.store)
        let monitor = FixedNetworkMonitor(isConnected: trial.isOnline)
        client = trial.client(transport: network)
        shop = Shop(client: client, stores: stores, monitor: monitor)
        self.stores = stores
    }

    /// Returns a repository or a use case of the shop.
    package subscript<Member>(dynamicMember member: KeyPath<Shop, Member>) -> Member { shop[keyPath: member] }
}

/// The outcomes of the shop app's errors.
enum ShopOutcome {
    /// Returns the outcome of an error; nil to use the default classifier of the harness.
    static func of(_ error: any Error) -> ClientOutcome? {
        switch error {
        case let error as ShopError: outcome(error)
        case is UserNotFound: .domain("noSuchUser")
        default: ReferenceOutcome.of(error)
        }
    }

    private static func outcome(_ error: ShopError) -> ClientOutcome {
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

/// An error that replaces the result `false` for a missing user, because a contract expects an outcome for the 404.
struct UserNotFound: Error {}
